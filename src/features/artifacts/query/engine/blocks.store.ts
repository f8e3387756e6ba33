// Blocks of ids in which a tracker has artifacts, and what of them changed.
import { sql } from 'kysely';
import { prepareQuery } from '../../../../platform/database/index.ts';
import type { Param, Reader } from '../../../../platform/database/index.ts';
import { spans } from '../../artifact/counts.store.ts';
import '../../artifact/artifacts.tables.ts';

/** A range of ids, its end not included. */
export interface IdRange {
  start: number;
  end: number;
}

/** A block of ids in which a tracker has artifacts. */
export interface Block extends IdRange {
  artifacts: number;
}

export const rangeOf = (block: number): IdRange => ({ start: block * spans.narrow, end: (block + 1) * spans.narrow });

/** The blocks of a tracker in order. */
export async function listBlocks(db: Reader, trackerId: number): Promise<Block[]> {
  const row = await readBlockCounts.first(db, { trackerId });
  return [...parseBlockCounts(row?.counts ?? '')].map(([block, artifacts]) => ({ ...rangeOf(block), artifacts }));
}

/** A text that differs whenever artifacts came to a block or left it, or became visible to others; see parseBlockCounts. */
export const readBlockCounts = prepareQuery((db, arg: Param<{ trackerId: number }>) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('artifact_counts')
        .select(sql<string>`cast(block as text) || ' ' || cast(artifacts as text)`.as('count'))
        .where('tracker_id', '=', arg('trackerId'))
        .where('span', '=', spans.narrow)
        .where('artifacts', '>', 0)
        .orderBy('block')
        .orderBy('audience')
        .as('counted'),
    )
    .select(sql<string | null>`string_agg(counted.count, ',')`.as('counts')),
);

/** How many artifacts are in each block by number, in order, as the text says. */
export function parseBlockCounts(counts: string): Map<number, number> {
  const blocks = new Map<number, number>();
  for (const count of counts === '' ? [] : counts.split(',')) {
    const [block = 0, artifacts = 0] = count.split(' ').map(Number);
    blocks.set(block, (blocks.get(block) ?? 0) + artifacts);
  }
  return blocks;
}

/** How far a tracker has come: its artifacts' last changeset, and the last number that one got there. */
export interface TrackerMark {
  changeset: number;
  number: number;
}

/** Zeros for a tracker without artifacts. */
export async function readMark(db: Reader, trackerId: number): Promise<TrackerMark> {
  const [changeset, number] = await Promise.all([
    readLastChange.first(db, { trackerId }),
    readLastNumber.first(db, { trackerId }),
  ]);
  return { changeset: Number(changeset?.last ?? 0), number: Number(number?.last ?? 0) };
}

// Apart, because SQLite finds one maximum by its index, but reads all rows for two.
const prepareLast = (column: 'changeset_id' | 'number') =>
  prepareQuery((db, arg: Param<{ trackerId: number }>) =>
    db
      .selectFrom('artifacts')
      .select((eb) => eb.fn.max<number | null>(column).as('last'))
      .where('tracker_id', '=', arg('trackerId')),
  );
const readLastChange = prepareLast('changeset_id');
const readLastNumber = prepareLast('number');

/** What happened in a tracker since a mark. */
export interface TrackerChanges {
  /** Artifacts that were changed, made or moved here; undefined where they are many. */
  ids: readonly number[] | undefined;
  /** Those among them that were made or moved here. */
  arrived: readonly number[];
  /** Numbers of the blocks in which they are. */
  blocks: ReadonlySet<number>;
}

/** Of more changed artifacts only the blocks are told. */
const changedMax = 100;

export async function listChanges(db: Reader, trackerId: number, since: TrackerMark): Promise<TrackerChanges> {
  const [changed, arrived] = await Promise.all([
    readChangedIds(db, { trackerId, after: since.changeset }),
    readArrivedIds(db, { trackerId, after: since.number }),
  ]);
  if (changed.length <= changedMax && arrived.length <= changedMax) {
    const arrivedIds = arrived.map(({ id }) => id);
    const ids = [...new Set([...changed.map(({ id }) => id), ...arrivedIds])];
    return { ids, arrived: arrivedIds, blocks: new Set(ids.map(numberOf)) };
  }
  const [changedBlocks, arrivals] = await Promise.all([
    readChangedBlocks(db, { trackerId, after: since.changeset }),
    readArrivals(db, { trackerId, after: since.number }),
  ]);
  return {
    ids: undefined,
    arrived: [],
    blocks: new Set([...changedBlocks, ...arrivals].map((row) => row.block)),
  };
}

/** Of the block that holds the id. */
export const numberOf = (id: number): number => Math.floor(id / spans.narrow);

const prepareIdsAfter = (column: 'changeset_id' | 'number') =>
  prepareQuery((db, arg: Param<{ trackerId: number; after: number }>) =>
    db
      .selectFrom('artifacts')
      .select('id')
      .where('tracker_id', '=', arg('trackerId'))
      .where(column, '>', arg('after'))
      .limit(sql.lit(changedMax + 1)),
  );
const readChangedIds = prepareIdsAfter('changeset_id');
const readArrivedIds = prepareIdsAfter('number');

const prepareBlocksAfter = (column: 'changeset_id' | 'number') =>
  prepareQuery((db, arg: Param<{ trackerId: number; after: number }>) =>
    db
      .selectFrom('artifacts')
      .select(sql<number>`id / ${sql.lit(spans.narrow)}`.as('block'))
      .distinct()
      .where('tracker_id', '=', arg('trackerId'))
      .where(column, '>', arg('after')),
  );
const readChangedBlocks = prepareBlocksAfter('changeset_id');
const readArrivals = prepareBlocksAfter('number');
