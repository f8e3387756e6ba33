// The tables of webhooks.
import type { Generated } from 'kysely';

interface WebhooksTable {
  id: Generated<number>;
  project_id: number;
  /** null: all trackers of the project. */
  tracker_id: number | null;
  url: string;
  /** Base64 of the key that messages are signed with. */
  secret: string;
  /** The one before, as long as it signs too. */
  former_secret: string | null;
  former_secret_until_ms: number | null;
  /** JSON list; null: all kinds. */
  kinds_json: string | null;
  /** With whose rights messages are made: who made it, or changed it last. */
  reader_id: number;
  created_at_ms: number;
  status: 'active' | 'paused';
  /** Why the server paused it. */
  reason: string | null;
  /** The same by its name; empty where there is none. */
  i18n_json: Generated<string>;
  /** The last event that was taken, or was none for it. */
  position: number;
  /** Of the event after it. */
  failures: number;
  /** null: the last message was taken. */
  failing_since_ms: number | null;
  /** No message before this time. */
  due_at_ms: number;
  leased_by: string | null;
  lease_ends_at_ms: number;
}

interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  /** null: a trial. */
  position: number | null;
  kind: string;
  at_ms: number;
  duration_ms: number;
  /** Of the answer; null where there was none. */
  http_status: number | null;
  /** null where it was taken. */
  error: string | null;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    webhooks: WebhooksTable;
    webhook_deliveries: WebhookDeliveriesTable;
  }
}
