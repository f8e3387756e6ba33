import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byLine, keyOf, offsetOf, threadsOf } from './threads.ts';
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
  assert.equal(offsetOf(lines, { old_line: 1, new_line: null }), 1);
  assert.equal(offsetOf(lines, { old_line: 9, new_line: null }), undefined);
});
