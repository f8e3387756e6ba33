import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMatchReader, cutLine, filesMax } from './matching-lines.ts';

const record = (path: string, number: number, line: string): string => `abc:${path}\0${number}\0${line}\n`;

describe('a reader of matches', () => {
  it('reads them however they are cut into pieces, odd names too', () => {
    const text = record('a:b\n.txt', 3, 'Foo\0bar\r') + record('é.txt', 12, 'foo');
    for (const size of [1, 2, 7, 1000]) {
      const reader = createMatchReader('foo');
      const bytes = Buffer.from(text);
      for (let start = 0; start < bytes.length; start += size)
        assert.equal(reader.take(bytes.subarray(start, start + size)), false);
      assert.deepEqual(
        [...reader.files.values()].map(({ path, lines }) => [path, lines]),
        [
          ['a:b\n.txt', [{ number: 3, text: 'Foo\0bar' }]],
          ['é.txt', [{ number: 12, text: 'foo' }]],
        ],
      );
    }
  });

  it('shows the first lines of a file, and says that there are more', () => {
    const reader = createMatchReader('x');
    for (let number = 1; number <= 6; number += 1) reader.take(Buffer.from(record('f', number, 'x')));
    const [file] = reader.files.values();
    assert.deepEqual([file?.lines.length, file?.hasMoreLines], [5, true]);
  });

  it('ends at too many files', () => {
    const reader = createMatchReader('x');
    for (let file = 0; file < filesMax; file += 1)
      assert.equal(reader.take(Buffer.from(record(`f${file}`, 1, 'x'))), false);
    assert.equal(reader.take(Buffer.from(record('last', 1, 'x'))), true);
  });

  it('passes over the rest of a line that has no end', () => {
    const reader = createMatchReader('x');
    reader.take(Buffer.from('abc:long\x001\x00'));
    const piece = Buffer.alloc(65_536, 'y');
    for (let count = 0; count < 20; count += 1) assert.equal(reader.take(piece), false);
    reader.take(Buffer.from(`\n${record('next', 2, 'x')}`));
    assert.deepEqual([...reader.files.keys()], ['long', 'next']);
    let isEnough = false;
    for (let count = 0; count < 200 && !isEnough; count += 1) isEnough = reader.take(piece);
    assert.equal(isEnough, true, 'it reads without bound');
  });
});

it('cuts long lines around the text', () => {
  assert.equal(cutLine('short', 'x'), 'short');
  const long = `${'a'.repeat(500)}Needle${'b'.repeat(500)}`;
  const shown = cutLine(long, 'nEEDLE');
  assert.match(shown, /^…a{80}Needleb+…$/);
  assert.equal(cutLine('a'.repeat(500), 'gone').length, 251);
});
