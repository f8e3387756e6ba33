// Rows of projects, their people and their groups.
import type { Generated } from 'kysely';

/** Who may enter a project. `unrestricted` is public for restricted users too; `private-wo-restr` keeps them out even as members. */
export type ProjectAccess = 'public' | 'unrestricted' | 'private' | 'private-wo-restr';

export type ProjectStatus = 'active' | 'pending' | 'suspended' | 'deleted' | 'system';

interface ProjectsTable {
  id: Generated<number>;
  unix_name: string;
  /** The short name with the letters in which it came, where these are others; see `writtenNameOf`. */
  written_name: Generated<string>;
  full_name: string;
  description: string;
  long_description: string;
  access: ProjectAccess;
  status: ProjectStatus;
  is_template: number;
  /** Members of static groups are project members too. */
  is_synchronized: number;
  icon: string;
  created_at_ms: number;
  /** What the project announces; empty: nothing. */
  banner: Generated<string>;
  /** Name of the picture behind the project's title; empty: none. */
  header_background: Generated<string>;
}

interface ProjectMembersTable {
  project_id: number;
  user_id: number;
  is_admin: number;
}

/** People who may enter the project and are no members of it. */
interface ProjectGuestsTable {
  project_id: number;
  user_id: number;
}

interface ProjectRoleMembersTable {
  project_id: number;
  /** A dynamic group other than members (3) and administrators (4). */
  ugroup_id: number;
  user_id: number;
}

interface UserGroupsTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  description: string;
}

interface UserGroupMembersTable {
  ugroup_id: number;
  user_id: number;
}

interface ProjectServicesTable {
  id: Generated<number>;
  project_id: number;
  shortname: string;
  label: string;
  description: string;
  link: string;
  is_enabled: number;
  is_custom: number;
  is_in_new_tab: number;
  /** Services stand in order of rank, then of id. */
  rank: Generated<number>;
  /** Of a service that the project defined itself: see serviceIcons. */
  icon: Generated<string>;
}

interface ProjectFieldsTable {
  id: Generated<number>;
  name: string;
  description: string;
  type: 'text' | 'line';
  rank: number;
  is_required: number;
}

interface ProjectFieldValuesTable {
  project_id: number;
  field_id: number;
  value: string;
}

/** Keywords that lead elsewhere from the texts of a project. */
interface ReferencePatternsTable {
  id: Generated<number>;
  project_id: number;
  /** In lower case. */
  keyword: string;
  description: string;
  /** With $1 for the number behind the keyword. */
  link: string;
}

/** Who answers for a project. */
interface OwnersTable {
  project_id: number;
  user_id: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    projects: ProjectsTable;
    project_owners: OwnersTable;
    reference_patterns: ReferencePatternsTable;
    project_members: ProjectMembersTable;
    project_guests: ProjectGuestsTable;
    project_role_members: ProjectRoleMembersTable;
    user_groups: UserGroupsTable;
    user_group_members: UserGroupMembersTable;
    project_services: ProjectServicesTable;
    project_fields: ProjectFieldsTable;
    project_field_values: ProjectFieldValuesTable;
  }
}
