// Wire shape of a new tracker.
import { Type } from 'typebox';
import { Closed } from '../../../platform/http/index.ts';
import { ReportOfDocument } from '../../reports/index.ts';
import { documentParts, shownOfTracker } from '../../trackers/index.ts';

export const NewTracker = Closed(
  {
    project: Type.Object({ id: Type.Integer() }),
    ...documentParts,
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
    reports: Type.Optional(
      Type.Array(ReportOfDocument, { maxItems: 200, description: 'Reports that are to be everybody’s.' }),
    ),
  },
  shownOfTracker,
  { title: 'NewTracker' },
);
