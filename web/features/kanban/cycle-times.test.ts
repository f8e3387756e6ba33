import assert from 'node:assert/strict';
import { it } from 'node:test';
import { atMost, groupTimes } from './cycle-times.ts';

it('counts how long items took', () => {
  assert.deepEqual(groupTimes([0, 1, 1.5, 2, 33, 400]), [2, 2, 0, 0, 0, 0, 2]);
  assert.deepEqual(groupTimes([]), [0, 0, 0, 0, 0, 0, 0]);
});

it('tells what a share of them took at most', () => {
  assert.equal(atMost([5, 1, 3, 2], 0.5), 2);
  assert.equal(atMost([5, 1, 3, 2], 0.85), 5);
  assert.equal(atMost([7], 0.5), 7);
  assert.equal(atMost([], 0.5), undefined);
});
