// Sets of artifacts that parts of queries find, kept from one query to the next, so that only blocks in which something
// changed are looked at again.
import type { Reader } from '../../../platform/database/index.ts';
import { rangeOf } from './blocks.store.ts';
import type { Block } from './blocks.store.ts';
import { addId, blockOf, copyBlock, emptySet, removeId } from './id-sets.ts';
import type { IdSet } from './id-sets.ts';
import { listChangedSince, readBlocks } from './tracker-blocks.ts';
import type { TrackerBlocks } from './tracker-blocks.ts';

/** Adds the ids that are in the set, of these blocks at least. */
export type FillSet = (blocks: readonly Block[], add: (id: number) => void) => Promise<void>;

/** Adds those of the ids, which are not many, that are in the set. */
export type FillFew = (ids: readonly number[], add: (id: number) => void) => Promise<void>;

export interface KeptSets {
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

interface KeptSet {
  blocks: TrackerBlocks;
  set: IdSet;
  /** By place: the version of the block that was looked at. */
  versions: readonly number[];
}

/** What a tracker's blocks take is about 80 bytes for each. */
const blocksMax = 200_000;
const megabyte = 1024 * 1024;
const askedMax = 1000;
const askedCharactersMax = 2000;

/** What an entry takes beside its set: a version for each block, and the objects around. */
const bytesOf = (key: string, { set, versions }: KeptSet): number =>
  set.byteLength + 8 * versions.length + 2 * key.length + 500;

/** Remembers what was asked last, and gives whether it was before. */
function createAsked(): (name: string) => boolean {
  const asked = new Set<string>();
  return (name) => {
    if (name.length > askedCharactersMax) return false;
    const isRepeated = asked.delete(name);
    asked.add(name);
    for (const oldest of asked) {
      if (asked.size <= askedMax) break;
      asked.delete(oldest);
    }
    return isRepeated;
  };
}

/** Keeps sets of at most so many bytes; what was used longest ago leaves first. */
export function createKeptSets(bytesMax = 24 * megabyte): KeptSets {
  const trackers = new Map<number, TrackerBlocks>();
  const kept = new Map<string, KeptSet>();
  const wasAsked = createAsked();
  let keptBytes = 0;

  const keep = (key: string, entry: KeptSet): void => {
    const before = kept.get(key);
    keptBytes += bytesOf(key, entry) - (before === undefined ? 0 : bytesOf(key, before));
    moveToEnd(kept, key, entry);
    for (const [oldest, left] of kept) {
      if (keptBytes <= bytesMax) return;
      kept.delete(oldest);
      keptBytes -= bytesOf(oldest, left);
    }
  };

  return {
    async readBlocks(db, trackerId) {
      const blocks = await readBlocks(db, trackerId, trackers.get(trackerId));
      moveToEnd(trackers, trackerId, blocks);
      let held = [...trackers.values()].reduce((sum, { numbers }) => sum + numbers.length, 0);
      for (const [oldest, { numbers }] of trackers) {
        if (held <= blocksMax) break;
        trackers.delete(oldest);
        held -= numbers.length;
      }
      return blocks;
    },
    knows(trackerId, key) {
      const entry = kept.get(`${trackerId} ${key}`);
      return entry !== undefined && entry.blocks === trackers.get(trackerId);
    },
    wasAsked: (trackerId, key) => wasAsked(`${trackerId} ${key}`),
    async read(trackerId, blocks, key, fill, fillFew) {
      const name = key === undefined ? undefined : `${trackerId} ${key}`;
      const entry = name === undefined ? undefined : kept.get(name);
      const known = entry?.blocks === blocks ? entry : undefined;
      // Taken before anything is read: what changes from here on is looked at again next time.
      const versions = [...blocks.versions];
      const isKnown = (place: number): boolean => known?.versions[place] === versions[place];
      const places = [...versions.keys()];
      const unknown = places.filter((place) => !isKnown(place));
      if (known !== undefined && name !== undefined && unknown.length === 0) {
        moveToEnd(kept, name, known);
        return known.set;
      }
      const set = emptySet(versions.length);
      const add = adderOf(blocks, set);
      const changedOf = (place: number) =>
        fillFew === undefined ? undefined : listChangedSince(blocks, place, known?.versions[place]);
      const changed = new Map(unknown.map((place) => [place, changedOf(place)]));
      if (known !== undefined)
        for (const place of places.filter((one) => isKnown(one) || changed.get(one) !== undefined))
          copyBlock(set, place, known.set);
      const few: number[] = [];
      for (const [place, ids] of changed)
        for (const id of ids ?? []) {
          removeId(set, place, id);
          few.push(id);
        }
      const whole = unknown.filter((place) => changed.get(place) === undefined);
      const wanted = whole.map((place) => blockAt(blocks, place)).filter(({ artifacts }) => artifacts > 0);
      if (few.length > 0) await fillFew?.(few, add);
      if (wanted.length > 0) await fill(wanted, add);
      if (name !== undefined) keep(name, { blocks, set, versions });
      return set;
    },
  };
}

function moveToEnd<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key);
  map.set(key, value);
}

const blockAt = ({ numbers, artifacts }: TrackerBlocks, place: number): Block => ({
  ...rangeOf(numbers[place] ?? 0),
  artifacts: artifacts[place] ?? 0,
});

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
