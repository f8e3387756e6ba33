// Rows of what people looked at.

interface VisitsTable {
  user_id: number;
  artifact_id: number;
  visited_at_ms: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    visits: VisitsTable;
  }
}
