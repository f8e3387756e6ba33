// Rows of tracker definitions. Columns named *_json hold what only one kind of row has.
import type { Generated } from 'kysely';

interface TrackersTable {
  id: Generated<number>;
  project_id: number;
  item_name: string;
  name: string;
  description: string;
  color: string;
  parent_id: number | null;
  is_deleted: number;
  /** The per-tracker number of the newest artifact. */
  last_number: number;
  /** Instructions, flags and canned responses: see TrackerSettings. */
  settings_json: string;
}

interface TrackerFieldsTable {
  id: Generated<number>;
  tracker_id: number;
  parent_id: number | null;
  name: string;
  label: string;
  description: string;
  type: string;
  rank: number;
  is_used: number;
  is_required: number;
  has_notifications: number;
  /** Properties and binding: see FieldSettings. */
  settings_json: string;
}

interface FieldValuesTable {
  id: Generated<number>;
  field_id: number;
  label: string;
  description: string;
  rank: number;
  is_hidden: number;
  is_default: number;
  /** A TLP colour name or `#RRGGBB`; empty for none. */
  color: string;
}

/** Of lists that are bound to user groups; their ids are counted apart from those of other values. */
interface GroupValuesTable extends FieldValuesTable {
  /** null: stands for nobody. */
  ugroup_id: number | null;
}

interface OpenValuesTable {
  id: Generated<number>;
  field_id: number;
  label: string;
  is_hidden: number;
}

interface TrackerPermissionsTable {
  tracker_id: number;
  permission: 'full' | 'submitter' | 'assignee' | 'submitter_only' | 'admin';
  ugroup_id: number;
}

interface FieldPermissionsTable {
  field_id: number;
  permission: 'read' | 'submit' | 'update';
  ugroup_id: number;
}

interface SemanticsTable {
  tracker_id: number;
  name: string;
  settings_json: string;
}

interface WorkflowsTable {
  tracker_id: number;
  field_id: number;
  is_used: number;
  is_advanced: number;
}

interface TransitionsTable {
  id: Generated<number>;
  tracker_id: number;
  /** null: from a new artifact. */
  from_value_id: number | null;
  to_value_id: number;
  conditions_json: string;
  actions_json: string;
}

interface RulesTable {
  id: Generated<number>;
  tracker_id: number;
  kind: 'date' | 'list';
  source_field_id: number;
  target_field_id: number;
  /** date: `{comparator}`; list: `{source_value_id, target_value_id}`. */
  settings_json: string;
}

interface TriggersTable {
  id: Generated<number>;
  tracker_id: number;
  settings_json: string;
}

interface ReportsTable {
  id: Generated<number>;
  tracker_id: number;
  /** null: everybody's. */
  owner_id: number | null;
  name: string;
  description: string;
  is_default: number;
  /** Criteria, columns and renderers as they came. */
  settings_json: string;
}

interface UnusedLinkTypesTable {
  id: Generated<number>;
  /** Both null: of the whole site. */
  project_id: number | null;
  tracker_id: number | null;
  shortname: string;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    trackers: TrackersTable;
    tracker_fields: TrackerFieldsTable;
    field_values: FieldValuesTable;
    group_values: GroupValuesTable;
    open_values: OpenValuesTable;
    tracker_permissions: TrackerPermissionsTable;
    field_permissions: FieldPermissionsTable;
    semantics: SemanticsTable;
    workflows: WorkflowsTable;
    transitions: TransitionsTable;
    rules: RulesTable;
    triggers: TriggersTable;
    reports: ReportsTable;
    unused_link_types: UnusedLinkTypesTable;
  }
}
