// Rows of the queries that people keep on widgets.

interface CrosstrackerQueriesTable {
  /** A UUID. */
  id: string;
  /** Whose widget shows it: one of these is null. */
  user_id: number | null;
  project_id: number | null;
  tql_query: string;
  title: string;
  description: string;
  is_default: number;
  created_at_ms: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    crosstracker_queries: CrosstrackerQueriesTable;
  }
}
