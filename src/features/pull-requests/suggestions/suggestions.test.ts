// Which suggestions a text has, and what a file is once they are applied.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOverlapping, readSuggestions, replaceLines } from './suggestions.ts';

describe('suggestions', () => {
  it('are blocks of code of that language', () => {
    const rows: [text: string, found: string[][]][] = [
      ['no block', []],
      ['Better:\n```suggestion\none\n  two\n```\nor\n~~~ suggestion\r\nthree\r\n~~~', [['one', '  two'], ['three']]],
      ['```suggestion\n```', [[]]],
      ['```suggestion\n\n```', [['']]],
      ['````suggestion\n```\nx\n```\n````', [['```', 'x', '```']]],
      ['```suggestion\nopen', [['open']]],
      ['```ts\n```suggestion\n```', []],
      ['    ```suggestion\n    x\n    ```', []],
      ['``` suggestion `\nx', []],
      ['```suggestions\nx\n```', []],
      ['~~~suggestion\n```\n~~~', [['```']]],
    ];
    for (const [text, found] of rows) assert.deepEqual(readSuggestions(text), found, text);
  });

  it('take the place of lines', () => {
    const rows: [before: string, replacements: [number, number, string[]][], after: string][] = [
      ['a\nb\nc\n', [[2, 2, ['x', 'y']]], 'a\nx\ny\nc\n'],
      [
        'a\nb\nc\nd\n',
        [
          [4, 4, ['z']],
          [1, 2, ['x']],
        ],
        'x\nc\nz\n',
      ],
      ['a\nb\n', [[1, 1, []]], 'b\n'],
      ['a\r\nb\r\n', [[2, 2, ['x', 'y']]], 'a\r\nx\r\ny\r\n'],
      ['a\nb', [[2, 2, ['x', 'y']]], 'a\nx\ny'],
      ['a\nb', [[2, 2, []]], 'a\n'],
      ['a\nb', [[1, 1, ['ü']]], 'ü\nb'],
      ['a\n\nb\n', [[2, 2, ['x']]], 'a\nx\nb\n'],
      ['\ufeffa\nb\n', [[1, 1, ['x']]], '\ufeffx\nb\n'],
    ];
    for (const [before, replacements, after] of rows) {
      const given = replacements.map(([first, last, lines]) => ({ first, last, lines }));
      assert.equal(replaceLines(Buffer.from(before), given)?.toString(), after, before);
    }
    const latin = Buffer.from([0xe4, 10, 0xf6, 10]);
    assert.deepEqual(replaceLines(latin, [{ first: 1, last: 1, lines: ['a'] }]), Buffer.from([97, 10, 0xf6, 10]));
    assert.deepEqual(replaceLines(latin, [{ first: 1, last: 1, lines: ['é'] }]), Buffer.from([0xe9, 10, 0xf6, 10]));
    assert.equal(replaceLines(latin, [{ first: 1, last: 1, lines: ['ł'] }]), undefined);
    const wide = Buffer.from('\ufeff上\n《b\n', 'utf16le');
    assert.equal(replaceLines(wide, [{ first: 2, last: 2, lines: ['ł'] }])?.toString('utf16le'), '\ufeff上\nł\n');
    assert.equal(replaceLines(wide, [{ first: 1, last: 1, lines: ['ł'] }])?.toString('utf16le'), '\ufeffł\n《b\n');
  });

  it('overlap where two are about one line', () => {
    const rows: [ranges: [number, number][], expected: boolean][] = [
      [
        [
          [3, 5],
          [1, 2],
        ],
        false,
      ],
      [
        [
          [3, 5],
          [5, 5],
        ],
        true,
      ],
      [
        [
          [2, 2],
          [1, 4],
        ],
        true,
      ],
    ];
    for (const [ranges, expected] of rows)
      assert.equal(isOverlapping(ranges.map(([first, last]) => ({ first, last }))), expected);
  });
});
