// Webhooks as the wire shows them.
import type { Static } from 'typebox';
import { readI18n } from '../../../platform/http/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { viewMinimalUser } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import type { Delivery, Webhook } from './webhooks.schema.ts';
import type { DeliveryRow, WebhookRow } from './webhooks.store.ts';
import { kindsOf } from './webhook-kinds.ts';

/** `reader` is undefined where the account is gone; `baseUrl` has no slash at its end. */
export const viewWebhook = (row: WebhookRow, reader: UserRow | undefined, baseUrl: string): Static<typeof Webhook> => ({
  id: row.id,
  uri: `webhooks/${row.id}`,
  url: row.url,
  kinds: kindsOf(row) ?? null,
  project_id: row.project_id,
  tracker_id: row.tracker_id,
  reader: viewMinimalUser(reader, baseUrl),
  created_at: formatIso(row.created_at_ms),
  status: row.status,
  reason: row.reason,
  ...readI18n(row.i18n_json),
  position: row.position,
  failures: row.failures,
  failing_since: row.failing_since_ms === null ? null : formatIso(row.failing_since_ms),
  next_attempt_at: row.status === 'active' && row.failures > 0 ? formatIso(row.due_at_ms) : null,
  former_secret_until: row.former_secret_until_ms === null ? null : formatIso(row.former_secret_until_ms),
});

export const viewDelivery = (row: DeliveryRow): Static<typeof Delivery> => ({
  id: row.id,
  event: row.position,
  kind: row.kind,
  at: formatIso(row.at_ms),
  duration_ms: row.duration_ms,
  http_status: row.http_status,
  error: row.error,
});
