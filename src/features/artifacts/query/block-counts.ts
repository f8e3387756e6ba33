// How many artifacts of each block of ids match a query, kept from one time to the next. Only blocks in which something was
// changed since are counted anew, so a query over a large tracker costs much the first time alone.
import { hasOpenWrites } from '../../../platform/database/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import * as store from './matching.store.ts';
import type { Block, IdRange } from './matching.store.ts';

interface Kept {
  /** Everything up to here was committed when the blocks were counted. */
  mark: store.TrackerMark;
  /** By number of block. */
  counts: ReadonlyMap<number, BlockCount>;
}

interface BlockCount {
  artifacts: number;
  matches: number;
}

export interface CountedBlock extends Block {
  matches: number;
}

export interface BlockCounts {
  /** Whether there are counts for the key, be they out of date in part. */
  knows(trackerId: number, key: string): boolean;
  /**
   * The tracker's blocks in order with how many match. `key` stands for the query and all that decides what it finds but the
   * artifacts, undefined where more than these decide; `count` counts matches by number of block.
   */
  read(db: Reader, trackerId: number, key: string | undefined, count: CountBlocks): Promise<CountedBlock[]>;
}

/** Counts the matches in these blocks; a block without any may be left out. */
export type CountBlocks = (blocks: readonly Block[]) => Promise<ReadonlyMap<number, number>>;

/** Keeps the counts of at most so many blocks; what was used longest ago leaves first. */
export function createBlockCounts(blocksMax = 50_000): BlockCounts {
  const kept = new Map<string, Kept>();
  let keptBlocks = 0;

  const keep = (key: string, entry: Kept): void => {
    keptBlocks += entry.counts.size - (kept.get(key)?.counts.size ?? 0);
    kept.delete(key);
    kept.set(key, entry);
    for (const [oldest, { counts }] of kept) {
      if (keptBlocks <= blocksMax) return;
      kept.delete(oldest);
      keptBlocks -= counts.size;
    }
  };

  return {
    knows: (trackerId, key) => kept.has(`${trackerId} ${key}`),
    async read(db, trackerId, key, count) {
      const known = key === undefined ? undefined : kept.get(`${trackerId} ${key}`);
      const mark = await store.readMark(db, trackerId);
      const isSettled = !(await hasOpenWrites(db));
      const changed = known === undefined ? new Set() : await store.listChangedBlocks(db, trackerId, known.mark);
      const blocks = await store.listBlocks(db, trackerId);
      const isKnown = (block: Block): boolean =>
        !changed.has(block.number) && known?.counts.get(block.number)?.artifacts === block.artifacts;
      const unknown = blocks.filter((block) => !isKnown(block));
      const found = await count(unknown);
      const counted = blocks.map((block) => {
        const old = isKnown(block) ? known?.counts.get(block.number) : undefined;
        return { ...block, matches: old?.matches ?? found.get(block.number) ?? 0 };
      });
      const counts = new Map(counted.map(({ number, artifacts, matches }) => [number, { artifacts, matches }]));
      if (key !== undefined && (isSettled || known !== undefined))
        keep(`${trackerId} ${key}`, { mark: isSettled ? mark : (known?.mark ?? { changeset: 0, number: 0 }), counts });
      return counted;
    },
  };
}

/** The ids where a page is, and how many matches to pass over there; undefined for a page beyond the end. */
export function locatePage(
  blocks: readonly CountedBlock[],
  { limit, offset }: { limit: number; offset: number },
): (IdRange & { offset: number }) | undefined {
  let passed = 0;
  let found: (IdRange & { offset: number }) | undefined;
  for (const { start, end, matches } of blocks) {
    if (matches > 0 && passed + matches > offset && passed < offset + limit) {
      found ??= { start, end, offset: offset - passed };
      found.start = Math.min(found.start, start);
      found.end = Math.max(found.end, end);
    }
    passed += matches;
  }
  return found;
}
