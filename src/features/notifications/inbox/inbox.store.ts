// Reads and writes inboxes.
import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { TimeCursor } from '../../../platform/wire/time-cursor.ts';
import type { InboxKind, InboxReason } from './inbox.tables.ts';
import './inbox.tables.ts';

export type InboxRow = Selectable<Tables['inbox_entries']>;

/** What concerns one person. */
export interface NewEntry {
  userId: number;
  kind: InboxKind;
  thingId: number;
  projectId: number;
  reason: InboxReason;
  actorId: number;
  /** See InboxNews. */
  news: unknown;
}

/**
 * Adds entries, at most some hundred, or renews those of the same person and thing: an entry that was read, done or snoozed is
 * unread and open again. While an entry is unread, a mention stays its reason. No two may be of the same person and thing.
 */
export async function saveEntries(tx: Writer, entries: readonly NewEntry[], nowMs: number): Promise<void> {
  const rows = entries.map((entry) => ({
    user_id: entry.userId,
    kind: entry.kind,
    thing_id: entry.thingId,
    project_id: entry.projectId,
    reason: entry.reason,
    actor_id: entry.actorId,
    updates: 1,
    news_json: JSON.stringify(entry.news),
    at_ms: nowMs,
    sort_ms: nowMs,
    is_unread: 1,
    is_done: 0,
    is_saved: 0,
    snoozed_until_ms: null,
  }));
  await tx
    .insertInto('inbox_entries')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'thing_id']).doUpdateSet((eb) => ({
        project_id: eb.ref('excluded.project_id'),
        reason: sql<InboxReason>`case when inbox_entries.is_unread = 1 and inbox_entries.reason = 'mentioned'
          then inbox_entries.reason else excluded.reason end`,
        actor_id: eb.ref('excluded.actor_id'),
        updates: sql<number>`case when inbox_entries.is_unread = 1 then inbox_entries.updates + 1 else 1 end`,
        news_json: eb.ref('excluded.news_json'),
        at_ms: eb.ref('excluded.at_ms'),
        sort_ms: eb.ref('excluded.sort_ms'),
        is_unread: 1,
        is_done: 0,
        snoozed_until_ms: null,
      })),
    )
    .execute();
}

export type InboxState = 'open' | 'snoozed' | 'saved' | 'done';

export interface WantedEntries {
  userId: number;
  state: InboxState;
  reason: InboxReason | undefined;
  projectId: number | undefined;
  isUnread: boolean | undefined;
  nowMs: number;
}

type Entries = ExpressionBuilder<Tables, 'inbox_entries'>;

const isWanted =
  ({ userId, state, reason, projectId, isUnread, nowMs }: WantedEntries) =>
  (eb: Entries): Expression<SqlBool> => {
    const isSnoozed = eb('snoozed_until_ms', '>', nowMs);
    const isAwake = eb.or([eb('snoozed_until_ms', 'is', null), eb('snoozed_until_ms', '<=', nowMs)]);
    return eb.and([
      eb('user_id', '=', userId),
      ...(state === 'saved' ? [eb('is_saved', '=', 1)] : [eb('is_done', '=', state === 'done' ? 1 : 0)]),
      ...(state === 'snoozed' ? [isSnoozed] : state === 'open' ? [isAwake] : []),
      ...(reason === undefined ? [] : [eb('reason', '=', reason)]),
      ...(projectId === undefined ? [] : [eb('project_id', '=', projectId)]),
      ...(isUnread === undefined ? [] : [eb('is_unread', '=', isUnread ? 1 : 0)]),
    ]);
  };

/** Latest first. */
export async function listEntries(
  db: Reader,
  wanted: WantedEntries,
  { before, limit }: { before: TimeCursor | undefined; limit: number },
): Promise<InboxRow[]> {
  let query = db.selectFrom('inbox_entries').selectAll().where(isWanted(wanted));
  if (before !== undefined)
    query = query.where((eb) =>
      eb.or([eb('sort_ms', '<', before.atMs), eb.and([eb('sort_ms', '=', before.atMs), eb('id', '<', before.id)])]),
    );
  return query.orderBy('sort_ms', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export const findEntry = (db: Reader, userId: number, id: number): Promise<InboxRow | undefined> =>
  db.selectFrom('inbox_entries').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();

export type EntryChange = Partial<
  Pick<InboxRow, 'is_unread' | 'is_done' | 'is_saved' | 'snoozed_until_ms' | 'sort_ms' | 'updates'>
>;

/** Updates only entries of this person; gives how many. */
export async function updateEntries(
  tx: Writer,
  userId: number,
  ids: readonly number[],
  change: EntryChange,
): Promise<number> {
  const result = await tx
    .updateTable('inbox_entries')
    .set(change)
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** All that are wanted and were noted until then; gives how many there were. */
export async function updateWanted(
  tx: Writer,
  wanted: WantedEntries,
  untilMs: number,
  change: EntryChange,
): Promise<number> {
  const result = await tx
    .updateTable('inbox_entries')
    .set(change)
    .where(isWanted(wanted))
    .where('at_ms', '<=', untilMs)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Those that were not saved, from before `beforeMs`; at most `max` of them. */
export async function deleteEntriesBefore(tx: Writer, beforeMs: number, max: number): Promise<void> {
  await tx
    .deleteFrom('inbox_entries')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('inbox_entries')
        .select('id')
        .where('is_saved', '=', 0)
        .where('sort_ms', '<', beforeMs)
        .orderBy('sort_ms')
        .limit(max),
    )
    .execute();
}
