import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findByteLines, toTextLines } from './wide-lines.ts';

const range = (start: number, lines: number, hash: string) => ({ start, lines, hash, path: 'f', originalStart: start });
const little = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

test('lines of UTF-16 are those of the text, whatever halves of characters are', () => {
  for (const bytes of [little('a\nb\n'), little('a\nb\n').swap16()]) assert.deepEqual(findByteLines(bytes), [1, 2]);
  assert.deepEqual(findByteLines(little('a上b\n\nc')), [1, 3, 4]);
  assert.deepEqual(findByteLines(little('a上b\nc').swap16()), [1, 3]);
  assert.equal(findByteLines(Buffer.from('a\nb\n')), undefined);
  assert.equal(findByteLines(Buffer.from([0, 1, 2, 255])), undefined);
});

test('ranges follow lines of the text', () => {
  // Git tells of one line more, which is the second half of the last line break.
  assert.deepEqual(toTextLines([range(1, 1, 'one'), range(2, 2, 'two')], [1, 2]), [
    range(1, 1, 'one'),
    range(2, 1, 'two'),
  ]);
  assert.deepEqual(toTextLines([range(1, 2, 'one'), range(3, 2, 'two'), range(5, 1, 'one')], [1, 3, 4]), [
    range(1, 1, 'one'),
    { ...range(2, 2, 'two'), originalStart: 3 },
  ]);
});
