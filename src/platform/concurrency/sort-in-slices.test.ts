// Sorted in pieces, or as far as is wanted, the result is that of one sort, and others are served between them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstInSlices, sortInSlices } from './sort-in-slices.ts';
import { countYields, shortenSlices } from './time-slices.ts';

interface Item {
  key: number;
  place: number;
}

const compare = (a: Item, b: Item): number => a.key - b.key;

/** Items whose keys repeat, in an order that only their places tell. */
const makeItems = (count: number, keys: number): Item[] =>
  Array.from({ length: count }, (_, place) => ({ key: (place * 7919 + (place >> 3)) % keys, place }));

for (const count of [0, 1, 2047, 2048, 2049, 4096, 20_000])
  for (const keys of [1, 10, 100_003])
    test(`${count} items of ${keys} keys are in the order of toSorted`, async () => {
      const items = makeItems(count, keys);
      assert.deepEqual(await sortInSlices(items, compare), items.toSorted(compare));
    });

test('rests while it sorts and while it merges', async (context) => {
  context.after(shortenSlices());
  const before = countYields();
  await sortInSlices(makeItems(20_000, 20_000), compare);
  // Ten pieces are sorted, between which it rests ten times at most; the others are those of merging.
  assert.ok(countYields() - before > 10, `${countYields() - before} rests`);
});

for (const [order, keyOf] of Object.entries<(place: number) => number>({
  ascending: (place) => place,
  descending: (place) => -place,
  mixed: (place) => (place * 7919) % 10_007,
}))
  for (const count of [0, 1, 50, 4999, 5000, 6000])
    test(`the first ${count} of 5000 in ${order} order are those of toSorted`, async () => {
      const items = Array.from({ length: 5000 }, (_, place) => ({ key: keyOf(place), place }));
      assert.deepEqual(await firstInSlices(items, compare, count), items.toSorted(compare).slice(0, count));
    });

test('rests while it looks for the first', async (context) => {
  context.after(shortenSlices());
  const before = countYields();
  await firstInSlices(makeItems(20_000, 20_000), compare, 10);
  assert.ok(countYields() > before);
});
