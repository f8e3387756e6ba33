// Keys of sorting as columns: one for each id of a tracker's blocks, kept by field, so that a list is sorted without reading what
// it is sorted by again.
import type { Block } from '../engine/blocks.store.ts';
import { blockOf, idsPerBlock } from '../engine/id-sets.ts';
import { createBlockCache } from '../engine/block-cache.ts';
import type { BlockForm } from '../engine/block-cache.ts';
import type { Deadline } from '../engine/steps.ts';
import type { TrackerBlocks } from '../engine/tracker-blocks.ts';

/** null: nothing to sort by. */
export type SortKey = number | string | null;

/** A key for each slot: the place of an id's block times the ids of a block, and the id's place in there. -Infinity is as null. */
export type Column = ArrayLike<SortKey>;

/** Adds the key of an artifact; of several the lowest counts. */
type PutKey<K> = (id: number, key: K) => void;

interface SourceOf<K extends number | string> {
  /** Stands for all that decides the keys but the tracker's artifacts. */
  name: string;
  /** Puts the keys of the artifacts in these blocks, at least. Throws invalid once the time is over. */
  readBlocks(blocks: readonly Block[], of: TrackerBlocks, deadline: Deadline, put: PutKey<K>): Promise<void>;
  /** The same of these artifacts. */
  readFew(ids: readonly number[], put: PutKey<K>): Promise<void>;
}

/** Where the keys of a column come from. */
export type ColumnSource = ({ kind: 'numbers' } & SourceOf<number>) | ({ kind: 'texts' } & SourceOf<string>);

export interface ColumnCache {
  /** Whether the column is kept for these blocks, be it out of date in part. */
  knows(source: ColumnSource, blocks: TrackerBlocks): boolean;
  /** Throws invalid once the time is over. */
  read(source: ColumnSource, blocks: TrackerBlocks, deadline: Deadline): Promise<Column>;
}

const megabyte = 1024 * 1024;
const maxBytes = 20 * megabyte;

const nothing = -Infinity;

const numbersForm: BlockForm<Float64Array> = {
  empty: (blocks) => new Float64Array(blocks * idsPerBlock).fill(nothing),
  copyBlock: (to, place, from) =>
    to.set(from.subarray(place * idsPerBlock, (place + 1) * idsPerBlock), place * idsPerBlock),
  remove(from, place, id) {
    from[place * idsPerBlock + (id % idsPerBlock)] = nothing;
  },
  bytesOf: ({ byteLength }) => byteLength,
};

type Texts = (string | null)[];

const textsForm: BlockForm<Texts> = {
  empty: (blocks) => Array.from<string | null>({ length: blocks * idsPerBlock }).fill(null),
  copyBlock(to, place, from) {
    for (let slot = place * idsPerBlock; slot < (place + 1) * idsPerBlock; slot += 1) to[slot] = from[slot] ?? null;
  },
  remove(from, place, id) {
    from[place * idsPerBlock + (id % idsPerBlock)] = null;
  },
  // A text takes 16 bytes beside its characters, which are of one byte or of two.
  bytesOf: (texts) => texts.reduce((sum, text) => sum + (text === null ? 8 : 24 + 1.5 * text.length), 0),
};

export function createColumnCache(): ColumnCache {
  const numbers = createBlockCache(numbersForm, 'number_columns', maxBytes);
  const texts = createBlockCache(textsForm, 'text_columns', maxBytes);
  return {
    knows: ({ kind, name }, blocks) => (kind === 'numbers' ? numbers : texts).knows(name, blocks),
    read: (source, blocks, deadline) =>
      source.kind === 'numbers'
        ? numbers.read(source.name, blocks, {
            whole: (changed, to) => source.readBlocks(changed, blocks, deadline, putter(blocks, to, nothing)),
            few: (ids, to) => source.readFew(ids, putter(blocks, to, nothing)),
          })
        : texts.read(source.name, blocks, {
            whole: (changed, to) => source.readBlocks(changed, blocks, deadline, putter(blocks, to, null)),
            few: (ids, to) => source.readFew(ids, putter(blocks, to, null)),
          }),
  };
}

/** Gives the slot of an id in columns of these blocks; undefined for an id of another block. */
export function slotFinder({ places }: TrackerBlocks): (id: number) => number | undefined {
  // Ids come in order, mostly, so the place is that of the id before.
  let number = -1;
  let place: number | undefined;
  return (id) => {
    if (blockOf(id) !== number) {
      number = blockOf(id);
      place = places.get(number);
    }
    return place === undefined ? undefined : place * idsPerBlock + (id % idsPerBlock);
  };
}

function putter<K extends number | string>(
  blocks: TrackerBlocks,
  to: { readonly length: number; [slot: number]: K | null },
  none: K | null,
): PutKey<K> {
  const slotOf = slotFinder(blocks);
  return (id, key) => {
    const slot = slotOf(id);
    // Blocks that came since have no place in it.
    if (slot === undefined || slot >= to.length) return;
    const before = to[slot] ?? none;
    if (before === none || before === null || key < before) to[slot] = key;
  };
}
