// Wire shape of a new tracker.
import { Type } from 'typebox';
import { ReportOfDocument } from '../reports/index.ts';
import { documentParts } from '../trackers/index.ts';

export const NewTracker = Type.Object(
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
  { title: 'NewTracker' },
);
