// Sets of artifacts that parts of queries find, kept from one query to the next, so that only blocks in which something
// changed are looked at again.
import { createCache } from '../../../../platform/cache/index.ts';
import type { Reader } from '../../../../platform/database/index.ts';
import type { Block } from './blocks.store.ts';
import { addId, blockOf, copyBlock, emptySet, removeId } from './id-sets.ts';
import type { IdSet } from './id-sets.ts';
import { createBlockCache } from './block-cache.ts';
import type { BlockForm } from './block-cache.ts';
import { readBlocks } from './tracker-blocks.ts';
import type { TrackerBlocks } from './tracker-blocks.ts';

/** Adds the ids that are in the set, of these blocks at least. */
export type FillSet = (blocks: readonly Block[], add: (id: number) => void) => Promise<void>;

/** Adds those of the ids, which are not many, that are in the set. */
export type FillFew = (ids: readonly number[], add: (id: number) => void) => Promise<void>;

export interface SetCache {
  /** The tracker's blocks as they are at the moment. */
  readBlocks(db: Reader, trackerId: number): Promise<TrackerBlocks>;
  /** Whether there is a set for the key, be it out of date in part. */
  knows(trackerId: number, key: string): boolean;
  /** Whether the key was asked about before, as far as that is remembered. */
  wasAsked(trackerId: number, key: string): boolean;
  /**
   * A set by blocks that readBlocks gave. `key` stands for all that decides what is in it but the tracker's artifacts;
   * undefined where more than these decide, which is never kept. Without `fillFew` blocks are read as a whole.
   */
  read(
    trackerId: number,
    blocks: TrackerBlocks,
    key: string | undefined,
    fill: FillSet,
    fillFew?: FillFew,
  ): Promise<IdSet>;
}

const megabyte = 1024 * 1024;
const blockBytes = 80;
/** Characters of a condition's name that is remembered; a longer one never counts as repeated. */
const askedCharactersMax = 2000;

const setForm: BlockForm<IdSet> = {
  empty: emptySet,
  copyBlock,
  remove: removeId,
  bytesOf: ({ byteLength }) => byteLength,
};

/** Remembers what was asked last, and gives whether it was before. */
function createAsked(): (name: string) => boolean {
  const asked = createCache<string, true>({ name: 'queries_asked', maxBytes: megabyte, sizeOf: () => 0 });
  return (name) => {
    if (name.length > askedCharactersMax) return false;
    const isRepeated = asked.get(name) === true;
    asked.set(name, true);
    return isRepeated;
  };
}

export function createSetCache(maxBytes = 24 * megabyte): SetCache {
  const trackers = createCache<number, TrackerBlocks>({
    name: 'tracker_blocks',
    maxBytes: 8 * megabyte,
    sizeOf: ({ numbers }) => blockBytes * numbers.length,
  });
  const sets = createBlockCache(setForm, 'query_sets', maxBytes);
  const wasAsked = createAsked();
  return {
    async readBlocks(db, trackerId) {
      const blocks = await readBlocks(db, trackerId, trackers.get(trackerId));
      // It may be the same object, which grew.
      trackers.delete(trackerId);
      trackers.set(trackerId, blocks);
      return blocks;
    },
    knows: (trackerId, key) => sets.knows(`${trackerId} ${key}`, trackers.peek(trackerId)),
    wasAsked: (trackerId, key) => wasAsked(`${trackerId} ${key}`),
    read: (trackerId, blocks, key, fill, fillFew) =>
      sets.read(key === undefined ? undefined : `${trackerId} ${key}`, blocks, {
        whole: (changed, set) => fill(changed, adderOf(blocks, set)),
        few: fillFew && ((ids, set) => fillFew(ids, adderOf(blocks, set))),
      }),
  };
}

/** Adds ids of the blocks to a set; others are passed over. */
export function adderOf({ places }: TrackerBlocks, set: IdSet): (id: number) => void {
  // Ids come in order, mostly, so the place is that of the id before.
  let [number, place] = [-1, -1];
  return (id) => {
    if (blockOf(id) !== number) {
      number = blockOf(id);
      place = places.get(number) ?? -1;
    }
    if (place !== -1) addId(set, place, id);
  };
}
