import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { locatePage } from './block-counts.ts';

test('the place of a page holds all of it, and says how many matches to pass over', () => {
  const block = fc.record({ artifacts: fc.integer({ min: 1, max: 5 }), gap: fc.nat(2), matches: fc.nat(5) });
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 8 }),
      fc.nat(20),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      (all, offset, limit, isDescending) => {
        let number = 0;
        const blocks = all.map(({ artifacts, gap, matches }) => {
          number += 1 + gap;
          return {
            number,
            start: number * 5,
            end: (number + 1) * 5,
            artifacts: 5,
            matches: Math.min(matches, artifacts),
          };
        });
        const inOrder = isDescending ? blocks.toReversed() : blocks;
        // Each match is the block that it is in.
        const matches = inOrder.flatMap((one) => Array.from({ length: one.matches }, () => one));
        const wanted = matches.slice(offset, offset + limit);
        const place = locatePage(inOrder, { limit, offset });
        if (place === undefined) {
          assert.deepEqual(wanted, []);
          return;
        }
        const inside = matches.filter((one) => one.start >= place.start && one.end <= place.end);
        assert.deepEqual(inside.slice(place.offset, place.offset + limit), wanted);
      },
    ),
  );
});
