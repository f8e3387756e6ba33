// Keeps artifacts in one order and moves them within it.
import { sql } from 'kysely';
import { prepareList, prepareQuery, prepareWrite } from '../../../platform/database/index.ts';
import type { Param, Reader, Writer } from '../../../platform/database/index.ts';
import '../artifact/artifacts.tables.ts';
import { bumpContexts } from '../artifact/change.store.ts';
import { rankOf, rankStep, spreadRanks } from './rank.ts';
import { fieldIs, typesThat } from '../../trackers/index.ts';

/** What queries of artifacts sort by to have them in order of rank. */
export const rankOrder = sql<number>`coalesce(artifacts.rank, artifacts.id * ${sql.lit(rankStep)})`;

/** These artifacts in order of rank; those that are gone are left out. */
export async function listIdsByRank(db: Reader, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('artifacts').select('id').where('id', 'in', ids).orderBy(rankOrder).execute();
  return rows.map((row) => row.id);
}

interface RankRow {
  id: number;
  rank: number | null;
}

/** Artifacts that go directly before or after another, in this order. */
export interface RankMove {
  /** Each once, and not the other. */
  ids: readonly number[];
  direction: 'before' | 'after';
  comparedTo: number;
}

/**
 * Gives the artifacts their new ranks; where there is no room, some around them move up or down without a change of order. All
 * of them must be there. Gives those of `ids` that have another rank than before.
 */
export async function moveArtifacts(tx: Writer, move: RankMove): Promise<number[]> {
  if (move.ids.length === 0) return [];
  const before = new Map((await listRanks(tx, [...move.ids, move.comparedTo])).map((row) => [row.id, row]));
  const other = before.get(move.comparedTo);
  if (other === undefined) throw new Error(`there is no artifact ${move.comparedTo} to compare with`);
  const ranks = await findRoom(tx, move, other, before);
  const changed = [...ranks].filter(([id, rank]) => rank !== rankOf(before.get(id) ?? { id, rank: null }));
  for (const [id, rank] of changed) await setRank(tx, { id, rank });
  const shown = await listShowing(
    tx,
    changed.map(([id]) => id),
  );
  await bumpContexts(
    tx,
    shown.map(({ id }) => ({ id, steps: 1 })),
  );
  const asked = new Set(move.ids);
  return changed.flatMap(([id]) => (asked.has(id) ? id : []));
}

/** Where artifacts are, by id. */
export const listPlaces = prepareList((db, isOneOf) =>
  db
    .selectFrom('artifacts')
    .innerJoin('trackers', 'trackers.id', 'artifacts.tracker_id')
    .select(['artifacts.id', 'artifacts.changeset_id', 'artifacts.tracker_id', 'trackers.project_id'])
    .where(isOneOf('artifacts.id'))
    .orderBy('artifacts.id'),
);

/** Whether somebody has moved artifacts of these trackers. */
export const hasMovedArtifacts = async (db: Reader, trackerIds: readonly number[]): Promise<boolean> =>
  (await db
    .selectFrom('artifacts')
    .select('id')
    .where('tracker_id', 'in', [-1, ...trackerIds])
    .where('rank', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Puts artifacts that nobody has moved yet into the order of the numbers that they have elsewhere, those without a number
 * last. Each goes to the place of one of them, so that others stay where they are.
 */
export async function orderNewArtifacts(
  tx: Writer,
  ids: readonly number[],
  numbers: readonly (number | undefined)[],
): Promise<void> {
  if (numbers.every((number) => number === undefined)) return;
  const numberAt = (index: number): number => numbers[index] ?? Infinity;
  const order = [...ids.keys()].sort((a, b) =>
    numberAt(a) < numberAt(b) ? -1 : numberAt(a) > numberAt(b) ? 1 : a - b,
  );
  const places = ids.toSorted((a, b) => a - b);
  for (const [place, index] of order.entries()) {
    const [id = 0, owner = 0] = [ids[index], places[place]];
    // Beside the rank that belongs to the artifact whose id gives it.
    if (id !== owner) await setRank(tx, { id, rank: owner * rankStep + rankStep / 2 });
  }
}

/** New ranks by id; adds to `before` what else moves. Looks ever farther to both sides until there is room. */
async function findRoom(
  tx: Writer,
  { ids, direction }: RankMove,
  other: RankRow,
  before: Map<number, RankRow>,
): Promise<Map<number, number>> {
  const [below, above] = direction === 'before' ? [[], [other]] : [[other], []];
  for (let width = 0; ; width = width * 4 + 4) {
    const lower = [...below, ...(await listNearest(tx, ids, rankOf(other), 'below', width + 1))];
    const upper = [...above, ...(await listNearest(tx, ids, rankOf(other), 'above', width + 1))];
    const [lowest, highest] = [lower[width], upper[width]];
    const between = {
      low: lowest === undefined ? 0 : rankOf(lowest),
      high: highest === undefined ? await readEnd(tx) : rankOf(highest),
    };
    const [makingBelow, makingAbove] = [lower.slice(0, width).toReversed(), upper.slice(0, width)];
    const making = [...makingBelow, ...makingAbove];
    const all = [...makingBelow.map(({ id }) => id), ...ids, ...makingAbove.map(({ id }) => id)];
    const ranks = spreadRanks(all, between, making.length > 0);
    if (ranks === undefined) continue;
    for (const row of making) before.set(row.id, row);
    return ranks;
  }
}

export const listRanks = prepareList((db, isOneOf) =>
  db.selectFrom('artifacts').select(['id', 'rank']).where(isOneOf('artifacts.id')),
);

/** Selects of the next artifacts on one side: of those that were moved by `rank`, of the others by `id`. */
function prepareNearest(operator: '<' | '>', order: 'asc' | 'desc') {
  return {
    moved: prepareQuery((db, arg: Param<{ rank: number; count: number }>) =>
      db
        .selectFrom('artifacts')
        .select(['id', 'rank'])
        .where('rank', 'is not', null)
        .where('rank', operator, arg('rank'))
        .orderBy('rank', order)
        .limit(arg('count')),
    ),
    unmoved: prepareQuery((db, arg: Param<{ id: number; count: number }>) =>
      db
        .selectFrom('artifacts')
        .select(['id', 'rank'])
        .where('rank', 'is', null)
        .where('id', operator, arg('id'))
        .orderBy('id', order)
        .limit(arg('count')),
    ),
  };
}

const nearest = { below: prepareNearest('<', 'desc'), above: prepareNearest('>', 'asc') };

/** The next artifacts below or above a rank, nearest first: of those that were moved, and of those that were not. */
async function listNearest(
  tx: Writer,
  without: readonly number[],
  rank: number,
  side: 'below' | 'above',
  count: number,
): Promise<RankRow[]> {
  const { moved, unmoved } = nearest[side];
  const id = side === 'below' ? Math.ceil(rank / rankStep) : Math.floor(rank / rankStep);
  const left = new Set(without);
  // Those that are left out may all be among the nearest.
  const range = { count: count + left.size };
  const found = [...(await moved(tx, { rank, ...range })), ...(await unmoved(tx, { id, ...range }))];
  const distance = (row: RankRow): number => Math.abs(rankOf(row) - rank);
  return found
    .filter((row) => !left.has(row.id))
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, count);
}

/** The rank that the next artifact will have. */
async function readEnd(tx: Writer): Promise<number> {
  const last = await tx.selectFrom('artifacts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return ((last?.id ?? 0) + 1) * rankStep;
}

const setRank = prepareWrite((tx, arg: Param<{ id: number; rank: number }>) =>
  tx
    .updateTable('artifacts')
    .set({ rank: arg('rank') })
    .where('id', '=', arg('id')),
);

/** Those whose tracker has a field for the rank. */
const listShowing = prepareList((db, isOneOf) =>
  db
    .selectFrom('artifacts')
    .select('artifacts.id')
    .where(isOneOf('artifacts.id'))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('tracker_fields')
          .select('tracker_fields.id')
          .whereRef('tracker_fields.tracker_id', '=', 'artifacts.tracker_id')
          .where('tracker_fields.type', 'in', typesThat(fieldIs.rank)),
      ),
    ),
);
