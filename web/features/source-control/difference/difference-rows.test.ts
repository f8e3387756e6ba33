import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWords, pairLines, wordsOf } from './difference-rows.ts';
import type { Line } from './difference-rows.ts';

const line = (kind: Line['kind'], text: string): Line => ({ kind, text, old_line: 1, new_line: 1 });

test('what changed stands beside what it became', () => {
  const lines = [
    line('context', 'a'),
    line('removed', 'b'),
    line('removed', 'c'),
    line('added', 'B'),
    line('context', 'd'),
  ];
  const shown = pairLines(lines).map(({ left, right }) => [left?.text, right?.text]);
  assert.deepEqual(shown, [
    ['a', 'a'],
    ['b', 'B'],
    ['c', undefined],
    ['d', 'd'],
  ]);
});

test('words that changed are told apart, but not where nearly all did', () => {
  assert.deepEqual(
    compareWords('const a = 1;', 'const a = 2;')?.after.filter(({ isChanged }) => isChanged),
    [{ text: '2', isChanged: true }],
  );
  assert.equal(compareWords('abc def', 'xyz uvw'), undefined);
  assert.equal(compareWords('a'.repeat(501), 'a'), undefined);
  assert.equal(wordsOf([line('removed', 'one two'), line('added', 'one three')]).size, 2);
});
