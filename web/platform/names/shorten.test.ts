import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstCharacters, shorten } from './shorten.ts';

test('texts end where a character does', () => {
  const rows: [text: string, letters: number, shown: string][] = [
    ['Backlog', 7, 'Backlog'],
    ['Backlogs', 7, 'Backlo…'],
    ['One two', 5, 'One…'],
    ['😀😀😀', 3, '😀😀😀'],
    ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2, '👩‍👩‍👧…'],
    ['🇫🇷🇩🇪🇯🇵', 2, '🇫🇷…'],
    ['e\u0301te\u0301s', 3, 'e\u0301t…'],
  ];
  for (const [text, letters, shown] of rows) assert.equal(shorten(text, letters), shown, text);
  assert.equal(firstCharacters('👨‍👩‍👧 Family', 1), '👨‍👩‍👧');
  assert.ok(firstCharacters(`a${'\u0301'.repeat(100_000)}`, 1).length <= 64);
});
