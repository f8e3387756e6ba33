import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThrottle } from './throttle.ts';

test('tells at once, then once in an interval, and loses no count', () => {
  let nowMs = 0;
  const told: number[] = [];
  const note = createThrottle(
    100,
    (count) => told.push(count),
    () => nowMs,
  );
  for (nowMs of [0, 1, 50, 99, 100, 150, 500]) note();
  assert.deepEqual(told, [1, 4, 2]);
});
