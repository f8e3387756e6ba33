// Sorting any number of items, or finding the first of them, resting between pieces of the work.
import { createStepCounter, runInSlices } from './time-slices.ts';
import type { Steps } from './time-slices.ts';

/** What is sorted, or merged, between two looks at the clock takes two milliseconds or less. */
const pieceMax = 2048;

type Compare<T> = (a: T, b: T) => number;

/** As `items.toSorted(compare)`: those that compare as equal stay in their order. */
export const sortInSlices = <T>(items: readonly T[], compare: Compare<T>): T[] | Promise<T[]> =>
  runInSlices(sort(items, compare));

function* sort<T>(items: readonly T[], compare: Compare<T>): Steps<T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += pieceMax) {
    runs.push(items.slice(start, start + pieceMax).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(first: readonly T[], second: readonly T[], compare: Compare<T>): Steps<T[]> {
  const merged: T[] = [];
  const isPieceDone = createStepCounter(pieceMax);
  let taken = 0;
  for (const item of first) {
    for (let other = second[taken]; other !== undefined && compare(other, item) < 0; other = second[taken]) {
      merged.push(other);
      taken += 1;
      if (isPieceDone()) yield;
    }
    merged.push(item);
    if (isPieceDone()) yield;
  }
  for (; taken < second.length; taken += pieceMax) {
    merged.push(...second.slice(taken, taken + pieceMax));
    yield;
  }
  return merged;
}

/** As `items.toSorted(compare).slice(0, count)`, where no two items are equal. */
export const firstInSlices = <T>(items: Iterable<T>, compare: Compare<T>, count: number): T[] | Promise<T[]> =>
  runInSlices(findFirst(items, compare, count));

function* findFirst<T>(items: Iterable<T>, compare: Compare<T>, count: number): Steps<T[]> {
  const isPieceDone = createStepCounter(pieceMax);
  let found: T[] = [];
  /** Where so many were found: what follows it is none of the first. */
  let last: { item: T } | undefined;
  for (const item of items) {
    if (isPieceDone()) yield;
    if (last !== undefined && compare(item, last.item) > 0) continue;
    found.push(item);
    if (found.length < 2 * count) continue;
    found = found.sort(compare).slice(0, count);
    last = lastOf(found);
    yield;
  }
  return found.sort(compare).slice(0, count);
}

function lastOf<T>(items: readonly T[]): { item: T } | undefined {
  const [item] = items.slice(-1);
  return item === undefined ? undefined : { item };
}
