// Wire shape of a new tracker.
import { Type } from 'typebox';
import { FieldOfDocument, ItemName, TrackerLabel, trackerParts } from '../trackers/index.ts';

export const NewTracker = Type.Object(
  {
    project: Type.Object({ id: Type.Integer() }),
    label: Type.Optional(TrackerLabel),
    item_name: Type.Optional(ItemName),
    ...trackerParts,
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
    fields: Type.Optional(
      Type.Array(FieldOfDocument, {
        maxItems: 1000,
        description: 'As GET /trackers/:id shows them; their ids and those of their values are names in this document.',
      }),
    ),
    structure: Type.Optional(
      Type.Array(
        Type.Unknown({ description: 'Tree of {id, content}. Without it `parent_id` says where a field stands.' }),
        { maxItems: 1000 },
      ),
    ),
  },
  { title: 'NewTracker' },
);
