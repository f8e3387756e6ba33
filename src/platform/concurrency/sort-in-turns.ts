// Sorting any number of items, resting between pieces of the work.
import { createPace, runInTurns } from './turns.ts';
import type { Steps } from './turns.ts';

/** What is sorted, or merged, between two looks at the clock takes two milliseconds or less. */
const pieceMax = 2048;

type Compare<T> = (a: T, b: T) => number;

/** As `items.toSorted(compare)`: those that compare as equal stay in their order. */
export const sortInTurns = <T>(items: readonly T[], compare: Compare<T>): T[] | Promise<T[]> =>
  runInTurns(sort(items, compare));

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
  const isPieceDone = createPace(pieceMax);
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
