import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findStarts, planBlame } from './blame-parts.ts';

test('lines in view come first, and each line in one part', () => {
  assert.deepEqual(planBlame(200, 1), [{ offset: 0 }]);
  assert.deepEqual(planBlame(5000, 1), [{ offset: 0, limit: 200 }, { offset: 200 }]);
  assert.deepEqual(planBlame(5000, 2500), [{ offset: 2400, limit: 200 }, { offset: 0, limit: 2400 }, { offset: 2600 }]);
  assert.deepEqual(planBlame(5000, 4990), [
    { offset: 4800, limit: 200 },
    { offset: 0, limit: 4800 },
  ]);
  assert.deepEqual(planBlame(300, 9000), [
    { offset: 100, limit: 200 },
    { offset: 0, limit: 100 },
  ]);
});

test('a commit stands at the first of its lines, whichever part they are in', () => {
  const [a, b] = ['a', 'b'];
  const first = [
    { start: 201, commit: a },
    { start: 250, commit: b },
  ];
  const rest = [
    { start: 1, commit: b },
    { start: 100, commit: a },
    { start: 401, commit: b },
    { start: 420, commit: a },
  ];
  assert.equal(findStarts([...first, ...rest], 230).get(230), a);
  assert.deepEqual(
    [...findStarts([...first, ...rest])],
    [
      [1, b],
      [100, a],
      [250, b],
      [420, a],
    ],
  );
});
