// Rows of reminders of dates.
import type { Generated } from 'kysely';

interface DateRemindersTable {
  id: Generated<number>;
  tracker_id: number;
  field_id: number;
  /** Whether it comes so many days before the field's date, or after it. */
  type: 'before' | 'after';
  days: number;
  is_enabled: number;
  /** Whether it is about artifacts too whose status is closed. */
  tells_closed: number;
  tells_submitter: number;
  tells_assignees: number;
  tells_commenters: number;
  /** The last day whose reminders were sent, such as `2026-02-28`; those of earlier days never come again. */
  told_until_day: string;
  /** The last day of those whose reminders are being sent; null: none are. */
  telling_until_day: string | null;
  /** Of these days: artifacts with ids below this one were told of, and of this one people with ids up to told_user_id. */
  told_artifact_id: number;
  told_user_id: number;
}

/** Groups that a reminder tells. */
interface DateReminderGroupsTable {
  reminder_id: number;
  ugroup_id: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    date_reminders: DateRemindersTable;
    date_reminder_groups: DateReminderGroupsTable;
  }
}
