// Rows of kanbans: the tracker whose artifacts stand on them, limits of columns, reports that filter them.
import type { Generated } from 'kysely';

interface KanbansTable {
  id: Generated<number>;
  /** A tracker has one kanban at most. */
  tracker_id: number;
  name: string;
  /** 1: first among the boards in the project's side bar. */
  is_promoted: number;
  /** What the archive that it came from calls it, for widgets that it holds. */
  archive_id: string | null;
}

/** How many items a column should hold at most; columns without a row have no limit. */
interface KanbanLimitsTable {
  kanban_id: number;
  /** The list value that the column stands for. */
  value_id: number;
  wip_limit: number;
}

interface KanbanReportsTable {
  kanban_id: number;
  report_id: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    kanbans: KanbansTable;
    kanban_limits: KanbanLimitsTable;
    kanban_reports: KanbanReportsTable;
  }
}
