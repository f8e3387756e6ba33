// Rows of plannings: which tracker holds milestones, which trackers fill their backlogs, who may reorder.
import type { Generated } from 'kysely';

interface PlanningsTable {
  id: Generated<number>;
  project_id: number;
  /** The tracker of the milestones; it belongs to one planning only. */
  tracker_id: number;
  name: string;
  plan_title: string;
  backlog_title: string;
}

interface PlanningBacklogTrackersTable {
  planning_id: number;
  tracker_id: number;
  rank: number;
}

interface PlanningPermissionsTable {
  planning_id: number;
  permission: 'priority_change';
  ugroup_id: number;
}

/** Projects whose backlog holds only what was put there. */
interface ExplicitBacklogsTable {
  project_id: number;
}

interface ExplicitBacklogItemsTable {
  artifact_id: number;
}

/** Trackers whose artifacts the burnups of a project count; without any they add efforts. */
interface BurnupTrackersTable {
  project_id: number;
  tracker_id: number;
}

/** Projects whose side bar lists no milestones. */
interface QuietSideBarsTable {
  project_id: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    plannings: PlanningsTable;
    planning_backlog_trackers: PlanningBacklogTrackersTable;
    planning_permissions: PlanningPermissionsTable;
    explicit_backlogs: ExplicitBacklogsTable;
    explicit_backlog_items: ExplicitBacklogItemsTable;
    burnup_trackers: BurnupTrackersTable;
    quiet_side_bars: QuietSideBarsTable;
  }
}
