// Rows of inboxes: one of each person and thing.
import type { Generated } from 'kysely';

/** Why something is in an inbox, the strongest first. */
export const inboxReasons = [
  'mentioned',
  'assigned',
  'review-requested',
  'author',
  'participating',
  'following',
  'tracker',
] as const;
export type InboxReason = (typeof inboxReasons)[number];

export const inboxKinds = ['artifact', 'pull-request'] as const;
export type InboxKind = (typeof inboxKinds)[number];

interface InboxEntriesTable {
  id: Generated<number>;
  user_id: number;
  kind: InboxKind;
  /** Id of the artifact or pull request. */
  thing_id: number;
  project_id: number;
  reason: InboxReason;
  /** Who made the last change; 0: nobody who signed in. */
  actor_id: number;
  /** Notifications since the person read the entry. */
  updates: number;
  /** See InboxNews. */
  news_json: string;
  /** When the last change was noted. */
  at_ms: number;
  /** Where the entry stands: `at_ms`, or when it comes back. */
  sort_ms: number;
  is_unread: number;
  is_done: number;
  is_saved: number;
  /** null: not snoozed. */
  snoozed_until_ms: number | null;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    inbox_entries: InboxEntriesTable;
  }
}
