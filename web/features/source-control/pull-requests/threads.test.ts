import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byLine, isSameSide, isWithin, keyOf, linesOfRanges, restOf, suggestionOf, threadsOf } from './threads.ts';
import type { OnLine } from './threads.ts';

const user = {
  id: 1,
  uri: '',
  user_url: '',
  real_name: '',
  display_name: '',
  username: 'a',
  ldap_id: '',
  avatar_url: '',
  is_anonymous: false,
  has_avatar: false,
};
const on = (id: number, parent: number, offset: number, isOutdated = false): OnLine => ({
  id,
  parent_id: parent,
  unidiff_offset: offset,
  first_unidiff_offset: offset,
  suggestions: [],
  is_outdated: isOutdated,
  file_path: 'a',
  position: 'right',
  type: 'inline-comment',
  post_date: '',
  last_edition_date: null,
  content: '',
  raw_content: '',
  post_processed_content: '',
  format: 'text',
  color: '',
  resolution: null,
  user,
});
const lines = [
  { unidiff_offset: 1, old_offset: 1, new_offset: null },
  { unidiff_offset: 2, old_offset: null, new_offset: 1 },
];

test('answers stand under what they answer', () => {
  const threads = threadsOf([on(1, 0, 1), on(2, 0, 2), on(3, 1, 1)]);
  assert.deepEqual(
    threads.map(({ first, answers }) => [first.id, answers.map(({ id }) => id)]),
    [
      [1, [3]],
      [2, []],
    ],
  );
});

test('threads stand at their lines, but for those that are outdated', () => {
  const found = byLine('a', lines, [on(1, 0, 2), on(2, 0, 1, true)]);
  assert.deepEqual([...found.keys()], [keyOf('a', { old_line: null, new_line: 1 })]);
});

test('several lines are those of one version', () => {
  const range = { ...on(1, 0, 2), first_unidiff_offset: 1 };
  const keys = lines.map((line) => keyOf('a', { old_line: line.old_offset, new_line: line.new_offset }));
  assert.deepEqual(linesOfRanges('a', lines, [range]), keys);
  assert.deepEqual(linesOfRanges('a', lines, [{ ...range, is_outdated: true }, on(2, 0, 2)]), []);
  const [removed, added, both] = [
    { old_line: 4, new_line: null },
    { old_line: null, new_line: 4 },
    { old_line: 3, new_line: 3 },
  ];
  assert.deepEqual(
    [removed, added, both].map((line) => isWithin(line, { first: 2, last: added })),
    [false, true, true],
  );
  assert.deepEqual(
    [removed, added, both].map((line) => isWithin(line, { first: 4, last: removed })),
    [true, false, false],
  );
  assert.deepEqual([isSameSide(added, both), isSameSide(removed, both)], [true, false]);
});

test('threads about lines that are not shown are told apart', () => {
  const line = (number: number) => ({ old_line: number, new_line: number });
  const threads = new Map([
    [keyOf('a b', line(1)), ['shown']],
    [keyOf('a b', line(9)), ['far']],
    [keyOf('b', line(9)), ['other']],
  ]);
  assert.deepEqual(restOf({ path: 'a b', hunks: [{ lines: [line(1), line(2)] }] }, threads), ['far']);
});

test('a suggestion begins with the lines, between marks that they do not have', () => {
  assert.equal(suggestionOf(['a', 'b']), '```suggestion\na\nb\n```\n');
  assert.equal(suggestionOf(['```', '````x']), '`````suggestion\n```\n````x\n`````\n');
});
