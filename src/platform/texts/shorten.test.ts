import assert from 'node:assert/strict';
import { test } from 'node:test';
import { truncate, shorten } from './shorten.ts';

const family = '👨‍👩‍👧‍👦';

test('a text ends where a character does', () => {
  const rows: [text: string, max: number, cut: string][] = [
    ['abc', 3, 'abc'],
    ['abc', 2, 'ab'],
    ['a😀', 2, 'a'],
    [`ab${family}c`, 8, 'ab'],
    [`ab${family}c`, 2 + family.length, `ab${family}`],
    ['🇫🇷🇩🇪', 6, '🇫🇷'],
    [`${'🇫🇷'.repeat(500)}`, 1999, '🇫🇷'.repeat(499)],
    ['e\u0301e\u0301', 3, 'e\u0301'],
    ['नमस्ते', 3, 'नम'],
    ['한글', 1, '한'],
    ['a\r\nb', 2, 'a'],
    ['👍🏽', 2, ''],
    [`${'x'.repeat(1000)}${family}`, 1003, 'x'.repeat(1000)],
    [`${'😀'.repeat(1000)}`, 1001, '😀'.repeat(500)],
  ];
  for (const [text, max, cut] of rows) assert.equal(truncate(text, max), cut, `${text.slice(0, 20)} ${max}`);
  assert.equal(shorten(`ab${family}c`, 9), 'ab…');
  assert.equal(shorten('abc', 3), 'abc');
});

test('a pile of marks without an end is cut between two of them, and soon', () => {
  assert.equal(truncate(`a${'\u0301'.repeat(5000)}`, 2000).length, 2000);
  const piled = truncate('👩\u200D'.repeat(5000), 2000);
  assert.ok(piled.isWellFormed() && piled.length > 1700);
  const long = '👩‍👩‍👧 '.repeat(500_000);
  const start = performance.now();
  for (let round = 0; round < 100; round += 1) truncate(long, 2_000_000 + round);
  assert.ok(performance.now() - start < 1000);
});
