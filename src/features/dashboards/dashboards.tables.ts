// Rows of dashboards: each is of one person or of one project.
import type { Generated } from 'kysely';

interface DashboardsTable {
  id: Generated<number>;
  /** Whose it is: one of these is null. */
  user_id: number | null;
  project_id: number | null;
  name: string;
  /** Its place among those of its owner; of equal ones the older one comes first. */
  rank: Generated<number>;
  /** Its lines with their widgets; see dashboard-content.ts. */
  content_json: string;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    dashboards: DashboardsTable;
  }
}
