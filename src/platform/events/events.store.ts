// Reads and writes the event log and the positions of its followers.
import { isOverIn, prepareQuery, prepareRows, writesAtOnce } from '../database/index.ts';
import type { Param, ParamRows, Reader, Tables, Writer } from '../database/index.ts';
import type { Insertable, Selectable } from 'kysely';
import './events.tables.ts';

export type LoggedEvent = Selectable<Tables['events']>;
type NewRow = Omit<Required<Insertable<Tables['events']>>, 'id'>;

const columns = [
  'kind',
  'project_id',
  'tracker_id',
  'artifact_id',
  'changeset_id',
  'user_id',
  'at_ms',
  'details_json',
] as const satisfies readonly (keyof NewRow)[];

/** Events get their place in the log at once where transactions commit in the order in which they write. */
export const insertEvents = prepareRows((tx, rows: ParamRows<NewRow & Record<string, unknown>>) =>
  tx.insertInto(writesAtOnce(tx) ? 'events_arriving' : 'events').values(
    rows.map((row) => ({
      kind: row('kind'),
      project_id: row('project_id'),
      tracker_id: row('tracker_id'),
      artifact_id: row('artifact_id'),
      changeset_id: row('changeset_id'),
      user_id: row('user_id'),
      at_ms: row('at_ms'),
      details_json: row('details_json'),
    })),
  ),
);

export async function deleteEventsOf(tx: Writer, projectId: number): Promise<void> {
  for (const table of ['events', 'events_arriving'] as const)
    await tx.deleteFrom(table).where('project_id', '=', projectId).execute();
}

export const findArriving = prepareQuery((db) => db.selectFrom('events_arriving').select('id').limit(1));

/** Gives events that are committed their place in the log, in the order in which they came; says how many there were. */
export async function placeArriving(tx: Writer, limit: number): Promise<number> {
  const first = tx.selectFrom('events_arriving').select('id').orderBy('id').limit(limit);
  const result = await tx
    .with('arrived', (db) => db.deleteFrom('events_arriving').where('id', 'in', first).returningAll())
    .insertInto('events')
    .columns(columns)
    .expression((eb) => eb.selectFrom('arrived').select(columns).orderBy('id'))
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0n);
}

/** The next events after a position, oldest first. */
export const listEventsAfter = prepareQuery((db, arg: Param<{ after: number; limit: number }>) =>
  db.selectFrom('events').selectAll().where('id', '>', arg('after')).orderBy('id').limit(arg('limit')),
);

/** Events that have no place in the log yet and are behind an id, in the order in which they came. */
export const listArrivingAfter = (
  db: Reader,
  { after, limit }: { after: number; limit: number },
): Promise<LoggedEvent[]> =>
  db.selectFrom('events_arriving').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();

const readLast = prepareQuery((db) => db.selectFrom('events').select('id').orderBy('id', 'desc').limit(1));

/** The position of the newest event; 0 where there is none. */
export const readLastPosition = async (db: Reader): Promise<number> => (await readLast.first(db, {}))?.id ?? 0;

export const listFollowers = (db: Reader): Promise<Selectable<Tables['followers']>[]> =>
  db.selectFrom('followers').selectAll().orderBy('name').execute();

export const findPosition = prepareQuery((db, arg: Param<{ name: string }>) =>
  db.selectFrom('followers').select('position').where('name', '=', arg('name')),
);

/** How many events there are between two positions; only those of the kinds, where any are given. */
export async function countEvents(
  db: Reader,
  { after, upTo }: { after: number; upTo: number },
  kinds: readonly string[] | undefined,
): Promise<number> {
  const counted = db.selectFrom('events').where('id', '>', after).where('id', '<=', upTo);
  const wanted = kinds === undefined ? counted : counted.where('kind', 'in', kinds);
  return (await wanted.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow()).size;
}

/** Nothing happens where the follower is known. */
export async function insertFollower(tx: Writer, name: string, position: number): Promise<void> {
  await tx
    .insertInto('followers')
    .values({ name, position, leased_by: null, lease_ends_at_ms: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export interface Lease {
  readonly name: string;
  readonly leasedBy: string;
  readonly endsAtMs: number;
}

/**
 * The follower's position where nobody else holds it at that time; then it is held until the end of the lease. A lease that ends
 * after `latestMs` counts for nothing.
 */
export async function takeLease(
  tx: Writer,
  lease: Lease,
  { nowMs, latestMs }: { nowMs: number; latestMs: number },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('followers')
    .set({ leased_by: lease.leasedBy, lease_ends_at_ms: lease.endsAtMs })
    .where('name', '=', lease.name)
    .where((eb) => eb.or([eb('leased_by', 'is', null), isOverIn('lease_ends_at_ms', nowMs, latestMs)]))
    .returning('position')
    .executeTakeFirst();
  return row?.position;
}

/** Moves the follower on and holds it longer; false where somebody else has it. */
export async function savePosition(tx: Writer, lease: Lease, position: number): Promise<boolean> {
  const result = await tx
    .updateTable('followers')
    .set({ position, lease_ends_at_ms: lease.endsAtMs })
    .where('name', '=', lease.name)
    .where('leased_by', '=', lease.leasedBy)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Leaves the follower where it is to whoever takes it next. */
export async function dropLease(tx: Writer, lease: Pick<Lease, 'name' | 'leasedBy'>, position: number): Promise<void> {
  await tx
    .updateTable('followers')
    .set({ leased_by: null, position })
    .where('name', '=', lease.name)
    .where('leased_by', '=', lease.leasedBy)
    .execute();
}
