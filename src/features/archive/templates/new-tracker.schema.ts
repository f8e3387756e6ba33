// Wire shape of a new tracker.
import { Type } from 'typebox';
import { Closed, Nullable, I18nMessage } from '../../../platform/http/index.ts';
import { ReportOfDocument } from '../../reports/index.ts';
import { trackerDocument, trackerSchemas } from '../../trackers/index.ts';

export const NewTracker = Closed(
  {
    project: Type.Object({ id: Type.Integer() }),
    ...trackerDocument.documentParts,
    template_id: Type.Optional(
      Type.Integer({
        description: 'A tracker to copy, without its artifacts. What else is given replaces what it has.',
      }),
    ),
    xml: Type.Optional(
      Type.String({
        maxLength: 10_000_000,
        description: 'A <tracker> element of a project archive, without artifacts.',
      }),
    ),
    csv: Type.Optional(
      Type.String({
        maxLength: 2_097_152,
        description:
          'A table whose columns become fields of the types that their cells show; its lines are imported afterwards, by POST /trackers/:id/artifact_imports.',
      }),
    ),
    open_fields: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        maxItems: 10_000,
        description:
          'With `xml`: names of its fields without permissions that are to be open: everybody reads, registered people submit, members change. Others without any are closed to all but administrators.',
      }),
    ),
    reports: Type.Optional(
      Type.Array(ReportOfDocument, { maxItems: 200, description: 'Reports that are to be everybody’s.' }),
    ),
  },
  [...trackerSchemas.shownOfTracker, 'left_out', 'left_out_i18n'],
  { title: 'NewTracker' },
);

/** Of a tracker that was just made. */
export const MadeTracker = Type.Object(
  {
    ...trackerSchemas.Tracker.properties,
    left_out: Type.Optional(
      Type.Array(Type.String(), { description: 'With `xml`: what of it the tracker did not get, and what is closed.' }),
    ),
    left_out_i18n: Type.Optional(
      Type.Array(Nullable(I18nMessage), { description: 'The same, by their names; null for one without.' }),
    ),
  },
  { title: 'MadeTracker' },
);
