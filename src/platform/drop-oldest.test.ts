import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDropOldest } from './drop-oldest.ts';

describe('the oldest entry of a map', () => {
  it('is the one that came first, whatever was deleted, set anew or cleared meanwhile', () => {
    const map = new Map<number, string>();
    const dropOldest = createDropOldest(map);
    assert.equal(dropOldest(), undefined);
    const fill = (from: number, to: number): void => {
      for (let key = from; key < to; key += 1) map.set(key, `${key}`);
    };
    const take = (): number | undefined => dropOldest()?.[0];
    fill(0, 4);
    assert.deepEqual([take(), take()], [0, 1]);
    map.delete(2);
    map.set(2, 'again');
    assert.deepEqual([take(), take(), take()], [3, 2, undefined]);
    fill(10, 12);
    map.clear();
    assert.equal(take(), undefined);
    fill(20, 22);
    assert.deepEqual([take(), take(), take()], [20, 21, undefined]);
  });

  it('is found as a plain walk over the map finds it, in any order of changes', () => {
    const map = new Map<number, number>();
    const dropOldest = createDropOldest(map);
    let state = 1;
    const draw = (below: number): number => (state = (state * 48_271) % (2 ** 31 - 1)) % below;
    for (let step = 0; step < 20_000; step += 1) {
      const key = draw(300);
      if (draw(3) === 0) map.delete(key);
      if (draw(2) === 0) map.set(key, step);
      if (draw(4) > 0) continue;
      const [expected] = map;
      const found = dropOldest();
      assert.deepEqual(found, expected);
      if (found !== undefined && draw(2) === 0) map.set(found[0], step);
    }
  });
});
