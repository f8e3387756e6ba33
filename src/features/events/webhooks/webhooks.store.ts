// Reads and writes webhooks, their leases and what became of their messages.
import type { Insertable, Selectable, Updateable } from 'kysely';
import { isOverIn, prepareQuery } from '../../../platform/database/index.ts';
import type { Param, Reader, Tables, Writer } from '../../../platform/database/index.ts';
import './webhooks.tables.ts';

export type WebhookRow = Selectable<Tables['webhooks']>;
export type DeliveryRow = Selectable<Tables['webhook_deliveries']>;

/** Whose webhooks: of a tracker, or of a project as a whole. */
export type WebhookOwner = Pick<WebhookRow, 'project_id' | 'tracker_id'>;

export const listWebhooks = (db: Reader, { project_id, tracker_id }: WebhookOwner): Promise<WebhookRow[]> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('tracker_id', tracker_id === null ? 'is' : '=', tracker_id)
    .orderBy('id')
    .execute();

export const findWebhook = (db: Reader, id: number): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();

export const insertWebhook = (tx: Writer, row: Insertable<Tables['webhooks']>): Promise<WebhookRow> =>
  tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();

/** undefined where there is none. */
export const updateWebhook = (
  tx: Writer,
  id: number,
  change: Updateable<Tables['webhooks']>,
): Promise<WebhookRow | undefined> =>
  tx.updateTable('webhooks').set(change).where('id', '=', id).returningAll().executeTakeFirst();

export async function forgetFormerSecrets(tx: Writer, nowMs: number): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ former_secret: null, former_secret_until_ms: null })
    .where('former_secret_until_ms', '<=', nowMs)
    .execute();
}

export async function deleteWebhook(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** Now, and after when the times of webhooks count for nothing: they were set by a clock that was ahead. */
export interface Latest {
  nowMs: number;
  latestDueMs: number;
  latestLeaseMs: number;
}

/**
 * Those that may send, that nobody holds, and before which there is an event of their tracker or project, or that have come no
 * further than `farBehind`; in the order in which they have waited.
 */
export const listDue = prepareQuery(
  (db, arg: Param<{ nowMs: number; latestDueMs: number; latestLeaseMs: number; farBehind: number }>) =>
    db
      .selectFrom('webhooks')
      .selectAll()
      .where('status', '=', 'active')
      .where((eb) => eb.or([eb('failures', '=', 0), isOverIn('due_at_ms', arg('nowMs'), arg('latestDueMs'))]))
      .where((eb) =>
        eb.or([eb('leased_by', 'is', null), isOverIn('lease_ends_at_ms', arg('nowMs'), arg('latestLeaseMs'))]),
      )
      .where((eb) =>
        eb.or([
          eb('position', '<=', arg('farBehind')),
          eb.exists(
            eb
              .selectFrom('events')
              .select('events.id')
              .whereRef('events.id', '>', 'webhooks.position')
              .whereRef('events.project_id', '=', 'webhooks.project_id')
              .where((inner) =>
                inner.or([
                  inner('webhooks.tracker_id', 'is', null),
                  inner('events.tracker_id', '=', inner.ref('webhooks.tracker_id')),
                ]),
              ),
          ),
        ]),
      )
      .orderBy('due_at_ms')
      .orderBy('id'),
);

export interface WebhookLease {
  leasedBy: string;
  endsAtMs: number;
}

/** The webhook as it is by now, held until the end of the lease; undefined where somebody else holds it, or it may not send. */
export const takeWebhook = (
  tx: Writer,
  id: number,
  { leasedBy, endsAtMs }: WebhookLease,
  { nowMs, latestDueMs, latestLeaseMs }: Latest,
): Promise<WebhookRow | undefined> =>
  tx
    .updateTable('webhooks')
    .set({ leased_by: leasedBy, lease_ends_at_ms: endsAtMs })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('failures', '=', 0), isOverIn('due_at_ms', nowMs, latestDueMs)]))
    .where((eb) => eb.or([eb('leased_by', 'is', null), isOverIn('lease_ends_at_ms', nowMs, latestLeaseMs)]))
    .returningAll()
    .executeTakeFirst();

/** Changes a webhook that is still held; false where it is not. */
export async function changeHeld(
  tx: Writer,
  id: number,
  leasedBy: string,
  change: Updateable<Tables['webhooks']>,
): Promise<boolean> {
  const result = await tx
    .updateTable('webhooks')
    .set(change)
    .where('id', '=', id)
    .where('leased_by', '=', leasedBy)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

const storedDeliveries = 200;

/** Adds what became of a message, and forgets all but the newest 200 of the webhook. */
export async function insertDelivery(tx: Writer, row: Insertable<Tables['webhook_deliveries']>): Promise<DeliveryRow> {
  const added = await tx.insertInto('webhook_deliveries').values(row).returningAll().executeTakeFirstOrThrow();
  const old = await tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', row.webhook_id)
    .orderBy('id', 'desc')
    .offset(storedDeliveries)
    .limit(1)
    .executeTakeFirst();
  if (old !== undefined)
    await tx
      .deleteFrom('webhook_deliveries')
      .where('webhook_id', '=', row.webhook_id)
      .where('id', '<=', old.id)
      .execute();
  return added;
}

/** Newest first. */
export const listDeliveries = (
  db: Reader,
  webhookId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countDeliveries(db: Reader, webhookId: number): Promise<number> {
  const counted = db.selectFrom('webhook_deliveries').select((eb) => eb.fn.countAll<number>().as('size'));
  return (await counted.where('webhook_id', '=', webhookId).executeTakeFirstOrThrow()).size;
}
