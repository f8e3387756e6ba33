// Rows of user groups that follow groups of the directory, and of the synchronisation under way.

interface DirectoryGroupsTable {
  project_id: number;
  /** A static group's id, or that of the members. */
  ugroup_id: number;
  /** Distinguished name of the group in the directory. */
  dn: string;
  /** What people call it there. */
  label: string;
  /** 1: whoever is not in the directory's group may stay. */
  keeps_others: number;
}

interface DirectorySyncTable {
  id: number;
  /** Names the synchronisation under way; null: none is. */
  holder: string | null;
  /** When it counts as dead. */
  ends_at_ms: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    directory_groups: DirectoryGroupsTable;
    directory_sync: DirectorySyncTable;
  }
}
