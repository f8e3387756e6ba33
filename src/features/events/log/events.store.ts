// Reads the event log for those outside, and removes its old part.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import { eventOf } from '../../../platform/events/index.ts';
import type { EventRow } from '../../../platform/events/index.ts';
import './events.tables.ts';

export interface WantedEvents {
  kinds: readonly string[];
  project?: number | undefined;
  tracker?: number | undefined;
  artifact?: number | undefined;
}

export interface EventRange extends WantedEvents {
  /** This position is not part of it. */
  after: number;
  /** This one is. */
  to: number;
  limit: number;
}

/** Events about artifacts, oldest first. */
export async function listEventsIn(db: Reader, range: EventRange): Promise<EventRow[]> {
  let query = db
    .selectFrom('events')
    .selectAll()
    .where('id', '>', range.after)
    .where('id', '<=', range.to)
    .where('artifact_id', 'is not', null)
    .where('kind', 'in', range.kinds);
  if (range.project !== undefined) query = query.where('project_id', '=', range.project);
  if (range.tracker !== undefined) query = query.where('tracker_id', '=', range.tracker);
  if (range.artifact !== undefined) query = query.where('artifact_id', '=', range.artifact);
  return (await query.orderBy('id').limit(range.limit).execute()).map(eventOf);
}

/** Events of one kind, oldest first. */
export async function listEventsOfKind(
  db: Reader,
  { kind, after, to }: Pick<EventRange, 'after' | 'to'> & { kind: string },
): Promise<EventRow[]> {
  const found = db.selectFrom('events').selectAll().where('id', '>', after).where('id', '<=', to);
  return (await found.where('kind', '=', kind).orderBy('id').execute()).map(eventOf);
}

/** Events of a project, whatever they are about, oldest first. */
export async function listProjectEvents(
  db: Reader,
  { kinds, project, after, to, limit }: EventRange,
): Promise<EventRow[]> {
  const found = db
    .selectFrom('events')
    .selectAll()
    .where('id', '>', after)
    .where('id', '<=', to)
    .where('project_id', '=', project ?? 0)
    .where('kind', 'in', kinds);
  return (await found.orderBy('id').limit(limit).execute()).map(eventOf);
}

/** Events up to this position are gone. */
export const readStoredAfter = async (db: Reader): Promise<number> =>
  (await db.selectFrom('events_kept').select('after_position').executeTakeFirst())?.after_position ?? 0;

/** The position before the first event that is not older than `atMs`, but for the newest, which always stays. */
async function findEndBefore(db: Reader, atMs: number): Promise<number> {
  const events = db.selectFrom('events').select('id');
  const [young, newest] = [
    await events.where('at_ms', '>=', atMs).orderBy('id').limit(1).executeTakeFirst(),
    await events.orderBy('id', 'desc').limit(1).executeTakeFirst(),
  ];
  return ((young ?? newest)?.id ?? 1) - 1;
}

/** No follower has come less far. */
async function readSlowest(db: Reader): Promise<number> {
  const row = await db.selectFrom('followers').select('position').orderBy('position').limit(1).executeTakeFirst();
  return row?.position ?? Number.MAX_SAFE_INTEGER;
}

/** Removes events from before `atMs`, at most `max` positions of them, but none that a follower of this server has before it. */
export async function deleteEventsBefore(tx: Writer, atMs: number, max: number): Promise<void> {
  const after = await readStoredAfter(tx);
  const to = Math.min(await findEndBefore(tx, atMs), await readSlowest(tx), after + max);
  if (to <= after) return;
  await tx.deleteFrom('events').where('id', '<=', to).execute();
  await tx.updateTable('events_kept').set({ after_position: to }).execute();
}
