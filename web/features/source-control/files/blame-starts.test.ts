import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findStarts } from './blame-starts.ts';

test('a commit stands at the first of its lines, and at the one that somebody points at', () => {
  const [a, b] = ['a', 'b'];
  const ranges = [
    { start: 1, commit: b },
    { start: 100, commit: a },
    { start: 201, commit: a },
    { start: 250, commit: b },
    { start: 401, commit: b },
    { start: 420, commit: a },
  ];
  const starts = [
    [1, b],
    [100, a],
    [250, b],
    [420, a],
  ];
  assert.deepEqual([...findStarts(ranges)], starts);
  assert.deepEqual([...findStarts(ranges, 230)], [...starts, [230, a]]);
});
