import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addId, blockOf, complement, emptySet, idsPerBlock, intersect, readPage, unite } from './id-sets.ts';
import type { IdSet } from './id-sets.ts';

const numbers = [0, 1, 5, 6, 40];
const id = fc
  .record({ block: fc.constantFrom(...numbers), place: fc.nat(idsPerBlock - 1) })
  .map(({ block, place }) => block * idsPerBlock + place);
const ids = fc.uniqueArray(id, { maxLength: 200 }).map((all) => new Set(all));

function setOf(all: Iterable<number>): IdSet {
  const set = emptySet(numbers.length);
  for (const one of all) addId(set, numbers.indexOf(blockOf(one)), one);
  return set;
}

const read = (set: IdSet): Set<number> =>
  new Set(readPage(set, numbers, { limit: Infinity, offset: 0, isDescending: false }).ids);

test('sets are put together as sets of numbers are', () => {
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      const [first, second] = [setOf(a), setOf(b)];
      const size = numbers.length;
      assert.deepEqual(read(first), new Set([...a].sort((one, other) => one - other)));
      assert.deepEqual(read(intersect(size, [first, second])).symmetricDifference(a.intersection(b)), new Set());
      assert.deepEqual(read(unite(size, [first, second])).symmetricDifference(a.union(b)), new Set());
      const rest = intersect(size, [first, complement(size, second)]);
      assert.deepEqual(read(rest).symmetricDifference(a.difference(b)), new Set());
    }),
  );
});

test('a page is that part of the ids in order', () => {
  fc.assert(
    fc.property(ids, fc.nat(220), fc.integer({ min: 1, max: 60 }), fc.boolean(), (all, offset, limit, isDescending) => {
      const sorted = [...all].sort((a, b) => (isDescending ? b - a : a - b));
      const page = readPage(setOf(all), numbers, { limit, offset, isDescending });
      assert.deepEqual(page, { ids: sorted.slice(offset, offset + limit), size: all.size });
    }),
  );
});
