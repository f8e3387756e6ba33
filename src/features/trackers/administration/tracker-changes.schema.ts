// Wire shapes of changes of trackers, apart from their fields.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';
import { colorNames } from '../definition/colors.ts';
import { FieldOfDocument } from './fields.schema.ts';
import { grantedGroups } from '../../projects/index.ts';
import { shownOfTracker } from '../trackers/trackers.schema.ts';
import { SemanticsChange } from '../definition/semantics.schema.ts';
import { WorkflowOfDocument } from '../workflow/workflow.schema.ts';

const groups = Type.Optional(grantedGroups.GroupReferences);

/** Keys that are absent stay as they are. */
const TrackerPermissionsChange = Closed({
  can_access: groups,
  can_access_submitted_by_user: groups,
  can_access_assigned_to_group: groups,
  can_access_submitted_by_group: groups,
  can_admin: groups,
});

const ItemName = Type.String({
  maxLength: 64,
  description: 'Short name, unique in the project: letters, digits and `_`.',
});
const TrackerLabel = Type.String({ maxLength: 255 });
const TrackerColor = Type.Enum(colorNames);

/** What a tracker has besides its names and fields, each part for itself. */
const trackerParts = {
  description: Type.Optional(Type.String({ maxLength: 65_535 })),
  color_name: Type.Optional(TrackerColor),
  icon: Type.Optional(Type.String({ maxLength: 64, description: 'One emoji; empty: none.' })),
  singular_label: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'What one artifact is called; empty: made of the names of the tracker.',
    }),
  ),
  parent: Type.Optional(
    Nullable(Type.Object({ id: Type.Integer({ description: 'Another tracker of the same project.' }) })),
  ),
  permissions_for_groups: Type.Optional(Nullable(TrackerPermissionsChange)),
  semantics: Type.Optional(SemanticsChange),
  notifications: Type.Optional(Type.Object({ enabled: Type.Boolean() })),
};

/** What GET shows of a tracker, and what it may be made from. */
export const documentParts = {
  label: Type.Optional(TrackerLabel),
  item_name: Type.Optional(ItemName),
  ...trackerParts,
  fields: Type.Optional(
    Type.Array(FieldOfDocument, {
      maxItems: 1000,
      description:
        'As GET shows them. In a new tracker, and where they are negative, ids of fields and of values are names in this document of what is to be made.',
    }),
  ),
  structure: Type.Optional(
    Type.Array(
      Type.Unknown({ description: 'Tree of {id, content}. Without it `parent_id` says where a field stands.' }),
      { maxItems: 1000 },
    ),
  ),
  workflow: Type.Optional(Nullable(WorkflowOfDocument)),
};

/** A whole tracker, to be changed to what it says; what is absent stays. */
export const TrackerDocument = Closed(
  {
    ...documentParts,
    removed_fields: Type.Optional(
      Type.Array(Type.Integer(), {
        maxItems: 1000,
        description: 'Fields to delete, after everything else: nothing may need them then.',
      }),
    ),
  },
  shownOfTracker,
  { title: 'TrackerDocument' },
);

/** All optional, and the body as a whole. */
export const TrackerChange = Closed(
  { label: Type.Optional(TrackerLabel), item_name: Type.Optional(ItemName), ...trackerParts },
  shownOfTracker,
  { title: 'TrackerChange', default: {} },
);

/** Canned responses of one tracker; more are answered 400. */
const cannedResponsesMax = 100;

export const SentCannedResponses = Type.Array(
  Type.Object({
    title: Type.String({ minLength: 1, maxLength: 255 }),
    body: Type.String({ minLength: 1, maxLength: 65_535, description: 'A text, as it is.' }),
  }),
  { maxItems: cannedResponsesMax },
);

export const TrackerSwitch = Type.Object({ enabled: Type.Boolean() }, { title: 'TrackerSwitch' });

export const DeletedTrackers = Type.Array(
  Type.Object(
    { id: Type.Integer(), label: Type.String(), item_name: Type.String(), color_name: Type.String() },
    { title: 'DeletedTracker' },
  ),
);
