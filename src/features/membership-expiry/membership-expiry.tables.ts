// Rows of members who leave their projects by themselves; gone with the membership.

interface MembershipExpiriesTable {
  project_id: number;
  user_id: number;
  /** `2026-12-31`: the last day, in the server's time zone, on which they belong to the project. */
  last_day: string;
  is_warned: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    member_ends: MembershipExpiriesTable;
  }
}
