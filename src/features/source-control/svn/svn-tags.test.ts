// Which changes touch a tag that was there before; the lines are those of svnlook.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTouchedTag, readChangedPaths } from './svn-tags.ts';

const rules = { paths: ['/tags', '/*/tags/'], whitelist: ['tags/old'] };
const there = ['tags', 'tags/v1', 'tags/v1/f', 'web/tags/w1', 'empty/tags', 'tags/old/o1'];

const rows: [lines: string, tag: string | undefined][] = [
  ['A   tags/v2/', undefined],
  ['A   tags/v2/\nD   tags/v2/d/\nU   tags/v2/f\nA   tags/v2/n', undefined],
  ['A   tags/', undefined],
  ['_U  tags/', undefined],
  ['_U  /', undefined],
  ['U   trunk/tags', undefined],
  ['U   trunk/a/tags/f', undefined],
  ['D   trunk/', undefined],
  ['D   empty/', undefined],
  ['A   tags/old/', undefined],
  ['A   tags/old/o2/\nA   tags/old/o2/f', undefined],
  ['A   web/tags/w2/', undefined],
  ['A   tags/v1/new', 'tags/v1'],
  ['U   tags/v1/f', 'tags/v1'],
  ['UU  tags/v1/f', 'tags/v1'],
  ['_U  tags/v1/', 'tags/v1'],
  ['D   tags/v1/\nA   tags/v1/', 'tags/v1'],
  ['D   tags/v1/f\nA   tags/v1/f', 'tags/v1'],
  ['A   trunk/v1/\nD   tags/v1/', 'tags/v1'],
  ['D   tags/', 'tags/v1'],
  ['D   tags/\nA   tags/', 'tags/v1'],
  ['D   web/', 'web/tags/w1'],
  ['D   tags/old/', 'tags/old/o1'],
  ['U   tags/old/o1/ü x', 'tags/old/o1'],
];

for (const [lines, tag] of rows) {
  test(`${JSON.stringify(lines)} touches ${tag ?? 'no tag'}`, async () => {
    const listPaths = async (folder: string): Promise<string[]> =>
      there.filter((path) => path === folder || path.startsWith(`${folder}/`));
    assert.equal(await findTouchedTag(readChangedPaths(lines), rules, listPaths), tag);
  });
}

test('a line that nobody knows is no commit that passes', () => {
  for (const line of ['X   a', 'A a', 'garbage', 'A   '])
    assert.throws(() => readChangedPaths(line), /unknown change/, line);
});
