// Wire shapes of changes of trackers, apart from their fields.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';
import { colorNames } from './colors.ts';
import { GroupReferences } from './granted-groups.ts';
import { SemanticsChange } from './semantics.schema.ts';

const groups = Type.Optional(GroupReferences);

/** Keys that are absent stay as they are. */
const TrackerPermissionsChange = Type.Object({
  can_access: groups,
  can_access_submitted_by_user: groups,
  can_access_assigned_to_group: groups,
  can_access_submitted_by_group: groups,
  can_admin: groups,
});

export const ItemName = Type.String({
  maxLength: 64,
  description: 'Short name, unique in the project: letters, digits and `_`.',
});
export const TrackerLabel = Type.String({ maxLength: 255 });
export const TrackerColor = Type.Enum(colorNames);

/** What a tracker has besides its names and fields, each part for itself. */
export const trackerParts = {
  description: Type.Optional(Type.String({ maxLength: 65_535 })),
  color_name: Type.Optional(TrackerColor),
  parent: Type.Optional(
    Nullable(Type.Object({ id: Type.Integer({ description: 'Another tracker of the same project.' }) })),
  ),
  permissions_for_groups: Type.Optional(Nullable(TrackerPermissionsChange)),
  semantics: Type.Optional(SemanticsChange),
  notifications: Type.Optional(Type.Object({ enabled: Type.Boolean() })),
};

/** All optional, and the body as a whole. */
export const TrackerChange = Type.Object(
  { label: Type.Optional(TrackerLabel), item_name: Type.Optional(ItemName), ...trackerParts },
  { title: 'TrackerChange', default: {} },
);
