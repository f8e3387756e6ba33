// Rows of who is told of what, and of changes that wait for others.
import type { Generated } from 'kysely';

/** See docs/mail.md. */
export type Level = 'all' | 'involved' | 'status' | 'none';

/** Whom a tracker tells whether they asked for it or not: an address or a group. */
interface TrackerRecipientsTable {
  id: Generated<number>;
  tracker_id: number;
  email: string | null;
  ugroup_id: number | null;
  /** 0: of new artifacts alone. */
  all_updates: number;
}

/** What people chose for a tracker. */
interface TrackerSubscriptionsTable {
  tracker_id: number;
  user_id: number;
  level: Level;
  /** Only changes of these fields; null: of all. */
  field_ids_json: string | null;
}

/** What people chose for an artifact, which counts before what they chose for its tracker. */
interface ArtifactSubscriptionsTable {
  artifact_id: number;
  user_id: number;
  is_subscribed: number;
}

/** Addresses without an account that want no mail of an artifact. */
interface ArtifactRefusalsTable {
  artifact_id: number;
  /** In lower case. */
  email: string;
}

/** How people are told of changes. */
export const channels = ['inbox', 'mail'] as const;
export type Channel = (typeof channels)[number];

/** Artifacts with changes that nobody was told of yet by a channel. */
interface PendingNotificationsTable {
  artifact_id: number;
  channel: Channel;
  first_changeset_id: number;
  last_changeset_id: number;
  /** The last changeset of those that people are being told of; null where nobody was told yet. */
  telling_until_id: number | null;
  /** People with ids up to this one were told. */
  told_user_id: number;
  due_at_ms: number;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    tracker_recipients: TrackerRecipientsTable;
    tracker_subscriptions: TrackerSubscriptionsTable;
    artifact_subscriptions: ArtifactSubscriptionsTable;
    artifact_refusals: ArtifactRefusalsTable;
    pending_notifications: PendingNotificationsTable;
  }
}
