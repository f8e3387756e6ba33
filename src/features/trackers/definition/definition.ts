// A tracker's definition as one immutable value: fields, permissions, semantics, workflow. Loaded whole, cached by site version.
import { createLookup } from '../../../platform/cache/lookup.ts';
import type { ProjectRow } from '../../projects/index.ts';
import type { PostAction } from './post-actions.ts';

export interface ListValue {
  id: number;
  label: string;
  description: string;
  isHidden: boolean;
  isDefault: boolean;
  /** A TLP colour name or `#RRGGBB`; empty for none. */
  color: string;
  /** Set when the value stands for a user group. */
  groupId: number | undefined;
}

/** Values that people added to an open list themselves. */
export interface OpenValue {
  id: number;
  label: string;
  isHidden: boolean;
}

/** What a list field offers: its own values, people of some groups, or user groups. */
export type BindKind = 'static' | 'users' | 'ugroups';

/** What is stored of a field besides its columns. */
export interface FieldSettings {
  /** As in archives: maxchars, size, rows, cols, default_value, display_time, … */
  properties: Record<string, string>;
  bind?:
    | {
        kind: BindKind;
        /** Of a users bind: `group_members`, `registered_users`, `artifact_submitters`, or a group's name. */
        groups: string[];
        defaultUserIds: number[];
        /** Colour of 'None'. */
        noneColor: string;
      }
    | undefined;
  /** The field of another tracker that this one shares its values with. */
  originalFieldId?: number | undefined;
  /** Set for good: only the values that artifacts hold in it are kept. */
  isDeleted?: boolean | undefined;
}

export type FieldPermission = 'read' | 'submit' | 'update';

export interface Field {
  id: number;
  trackerId: number;
  parentId: number | null;
  name: string;
  label: string;
  description: string;
  type: string;
  rank: number;
  isUsed: boolean;
  isRequired: boolean;
  hasNotifications: boolean;
  settings: FieldSettings;
  values: readonly ListValue[];
  openValues: readonly OpenValue[];
  /** Ids of the groups that hold each permission. */
  permissions: Readonly<Record<FieldPermission, readonly number[]>>;
}

export type TrackerPermission = 'full' | 'submitter' | 'assignee' | 'submitter_only' | 'admin';

/** What fields mean, in the shapes of the wire; undefined where the tracker does not say. */
export interface Semantics {
  title: FieldReference | undefined;
  description: FieldReference | undefined;
  /** `value_ids` are the open ones. */
  status: (FieldReference & { value_ids: number[] }) | undefined;
  /** Closed values of the status that mean success. */
  done: { value_ids: number[] } | undefined;
  contributor: FieldReference | undefined;
  initial_effort: FieldReference | undefined;
  velocity: FieldReference | undefined;
  timeframe:
    | { start_date_field_id: number; duration_field_id: number }
    | { start_date_field_id: number; end_date_field_id: number }
    | { implied_from_tracker: { id: number; uri: string } }
    | undefined;
  progress:
    | { total_effort_field_id: number; remaining_effort_field_id: number }
    | { artifact_link_type: string }
    | undefined;
  tooltip: { field_ids: number[] } | undefined;
  /** What a card of a board shows, in that order. */
  plugin_cardwall_card_fields: { field_ids: number[]; background_color_field_id: number | null } | undefined;
}

interface FieldReference {
  field_id: number;
}

export interface Transition {
  id: number;
  /** null: from a new artifact. */
  fromValueId: number | null;
  toValueId: number;
  /** Groups that may make it; empty: everybody. */
  groupIds: readonly number[];
  notEmptyFieldIds: readonly number[];
  isCommentRequired: boolean;
  actions: readonly PostAction[];
}

export interface Workflow {
  fieldId: number;
  isUsed: boolean;
  /** Else all transitions into a value have the same conditions and actions, which are those of the state. */
  isAdvanced: boolean;
  transitions: readonly Transition[];
}

/** How the dates of two fields must stand to each other. */
export const comparators = ['<', '≤', '=', '≥', '>', '≠'] as const;

export interface DateRule {
  source_field_id: number;
  target_field_id: number;
  comparator: (typeof comparators)[number];
}

/** With this value of the source, the target may have that one. The value 100 is none. */
export interface ListRule {
  source_field_id: number;
  source_value_id: number;
  target_field_id: number;
  target_value_id: number;
}

/** A value of a list field of some tracker. */
export interface FieldValueKey {
  trackerId: number;
  fieldId: number;
  valueId: number;
}

/** When children hold values of `sources`, the parent's field takes that of `target`. */
export interface Trigger {
  id: number;
  condition: 'all_of' | 'at_least_one';
  sources: readonly FieldValueKey[];
  target: FieldValueKey;
}

export interface TrackerSettings {
  submitInstructions: string;
  browseInstructions: string;
  isNotificationStopped: boolean;
  /** Switches by the names that archives give them; those that nothing reads are kept as they came. */
  flags: Record<string, string>;
  cannedResponses: { title: string; body: string }[];
  /** One emoji; absent: none. */
  icon?: string;
  /** What one artifact is called; absent or empty: made of the names of the tracker. */
  singularLabel?: string;
}

export interface Definition {
  id: number;
  project: ProjectRow;
  itemName: string;
  name: string;
  description: string;
  color: string;
  parentId: number | null;
  isDeleted: boolean;
  settings: TrackerSettings;
  /** Used elements in the order of the wire: rank, then id. */
  fields: readonly Field[];
  /** Used elements and unused ones. */
  fieldById: ReadonlyMap<number, Field>;
  fieldByName: ReadonlyMap<string, Field>;
  permissions: Readonly<Record<TrackerPermission, readonly number[]>>;
  semantics: Semantics;
  workflow: Workflow | undefined;
  dateRules: readonly DateRule[];
  listRules: readonly ListRule[];
  /** Those that set a field of this tracker, and those that its artifacts, as children, fire. */
  triggers: readonly Trigger[];
  /** Names of the project's static groups. */
  groupNames: ReadonlyMap<number, string>;
  /** Links of the project's own keywords, by keyword in lower case; see fillLink. */
  ownLinks: ReadonlyMap<string, string>;
  /** Short names of the types that new links may not have: switched off for the site, the project or the tracker. */
  unusedLinkTypes: ReadonlySet<string>;
}

/** What says who sees a tracker, and what others show of it. */
export type TrackerHead = Pick<Definition, 'id' | 'project' | 'name' | 'color' | 'isDeleted' | 'permissions'>;

const listValueById = createLookup(({ id }: ListValue) => id);
const openValueById = createLookup(({ id }: OpenValue) => id);
const openValueByLabel = createLookup(({ label }: OpenValue) => label);

/** The list value with this id, hidden ones too. */
export const findValue = (field: Field, id: number): ListValue | undefined => listValueById(field.values, id);

/** What somebody added to an open list, by its id. */
export const findOpenValue = (field: Field, id: number): OpenValue | undefined => openValueById(field.openValues, id);

export const findOpenValueByLabel = (field: Field, label: string): OpenValue | undefined =>
  openValueByLabel(field.openValues, label);
