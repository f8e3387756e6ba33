// Sets of a tracker's artifacts: a bit for each id of the blocks that hold some of them, so that sets of a million are put
// together and counted in microseconds.
import { spans } from '../../artifact/counts.store.ts';

/** Ids of a block. Blocks have places from 0, in order of id. */
export const idsPerBlock = spans.narrow;
export const wordsPerBlock = idsPerBlock / 32;

/** A number with 32 bits for 32 ids, those of the block at place 0 first. What lies beyond the end is not in the set. */
export type IdSet = Uint32Array;

export const emptySet = (blocks: number): IdSet => new Uint32Array(blocks * wordsPerBlock);

export const blockOf = (id: number): number => Math.floor(id / idsPerBlock);

export function addId(set: IdSet, place: number, id: number): void {
  const bit = id % idsPerBlock;
  const word = place * wordsPerBlock + (bit >>> 5);
  set[word] = (set[word] ?? 0) | (1 << (bit & 31));
}

export function removeId(set: IdSet, place: number, id: number): void {
  const bit = id % idsPerBlock;
  const word = place * wordsPerBlock + (bit >>> 5);
  set[word] = (set[word] ?? 0) & ~(1 << (bit & 31));
}

/** Gives the block the ids that it has in the other set. */
export const copyBlock = (set: IdSet, place: number, other: IdSet): void =>
  set.set(other.subarray(place * wordsPerBlock, (place + 1) * wordsPerBlock), place * wordsPerBlock);

// Three loops and no function for each number: calls would take longer than the work.

/** What is in all of the sets; without any, every id. */
export function intersect(blocks: number, sets: readonly IdSet[]): IdSet {
  const result = emptySet(blocks).fill(0xff_ff_ff_ff);
  for (const set of sets)
    for (let word = 0; word < result.length; word += 1) result[word] = (result[word] ?? 0) & (set[word] ?? 0);
  return result;
}

/** What is in one of the sets. */
export function unite(blocks: number, sets: readonly IdSet[]): IdSet {
  const result = emptySet(blocks);
  for (const set of sets)
    for (let word = 0; word < result.length; word += 1) result[word] = (result[word] ?? 0) | (set[word] ?? 0);
  return result;
}

/** What is not in the set. */
export function complement(blocks: number, set: IdSet): IdSet {
  const result = emptySet(blocks);
  for (let word = 0; word < result.length; word += 1) result[word] = ~(set[word] ?? 0);
  return result;
}

/** How many ids a set has in the block. */
function countIn(set: IdSet, place: number): number {
  let count = 0;
  for (let word = place * wordsPerBlock; word < (place + 1) * wordsPerBlock; word += 1) {
    let bits = set[word] ?? 0;
    bits -= (bits >>> 1) & 0x55_55_55_55;
    bits = (bits & 0x33_33_33_33) + ((bits >>> 2) & 0x33_33_33_33);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
  }
  return count;
}

/** How many ids there are, and some of them in order; `numbers` are those of the blocks by place. */
export function readPage(
  set: IdSet,
  numbers: readonly number[],
  { limit, offset, isDescending }: { limit: number; offset: number; isDescending: boolean },
): { ids: number[]; size: number } {
  let size = 0;
  const ids: number[] = [];
  const places = numbers.map((_, place) => place);
  for (const place of isDescending ? places.reverse() : places) {
    const count = countIn(set, place);
    if (size + count > offset && size < offset + limit) {
      const all = idsIn(set, place, (numbers[place] ?? 0) * idsPerBlock);
      const start = Math.max(0, offset - size);
      ids.push(...(isDescending ? all.reverse() : all).slice(start, start + limit - ids.length));
    }
    size += count;
  }
  return { ids, size };
}

function idsIn(set: IdSet, place: number, firstId: number): number[] {
  const ids: number[] = [];
  for (let bit = 0; bit < idsPerBlock; bit += 1)
    if (((set[place * wordsPerBlock + (bit >>> 5)] ?? 0) >>> (bit & 31)) & 1) ids.push(firstId + bit);
  return ids;
}

/** The id that has this slot; `numbers` are those of the blocks by place. */
export const idAt = (numbers: readonly number[], slot: number): number =>
  (numbers[Math.floor(slot / idsPerBlock)] ?? 0) * idsPerBlock + (slot % idsPerBlock);

/** Where in columns of keys the ids of a set have theirs, in order; see Column. */
export function listSlots(set: IdSet): number[] {
  const slots: number[] = [];
  for (let word = 0; word < set.length; word += 1)
    for (let bits = set[word] ?? 0; bits !== 0; bits &= bits - 1) slots.push(word * 32 + 31 - Math.clz32(bits & -bits));
  return slots;
}
