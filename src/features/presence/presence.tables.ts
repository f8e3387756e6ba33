// Rows of who looks at artifacts now.

interface PresenceTable {
  artifact_id: number;
  user_id: number;
  /** 1 while they change something. */
  is_editing: number;
  /** When they are taken to have left, unless they say that they are still there. */
  ends_at_ms: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    presence: PresenceTable;
  }
}
