// Rows of programs: projects that plan features in increments, which teams do in their own projects.

interface ProgramsTable {
  project_id: number;
  increment_tracker_id: number;
  /** What its pages call increments; empty: nobody said. */
  increment_label: string;
  increment_sub_label: string;
  /** null: increments have none. */
  iteration_tracker_id: number | null;
  iteration_label: string;
  iteration_sub_label: string;
}

interface ProgramPlannableTrackersTable {
  project_id: number;
  tracker_id: number;
  rank: number;
}

/** Groups that may plan features. */
interface ProgramPrioritizersTable {
  project_id: number;
  ugroup_id: number;
}

/** Projects of teams; a program may have some before it says how it plans. */
interface ProgramTeamsTable {
  project_id: number;
  team_id: number;
}

/** Features that were put into the backlog of their program. */
interface ProgramBacklogItemsTable {
  artifact_id: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    programs: ProgramsTable;
    program_plannable_trackers: ProgramPlannableTrackersTable;
    program_prioritizers: ProgramPrioritizersTable;
    program_teams: ProgramTeamsTable;
    program_backlog_items: ProgramBacklogItemsTable;
  }
}
