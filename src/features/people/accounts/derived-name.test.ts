import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUsername } from './account-facts.ts';
import { alternativesOf, deriveUsername } from './derived-name.ts';

const rows: [username: string, email: string, name: string][] = [
  ['john@corp.example', 'john@corp.example', 'john_corp.example'],
  ['Jürgen Müller', '', 'jurgen_muller'],
  ['łukasz øst', '', 'lukasz_ost'],
  ["o'neil", '', 'oneil'],
  [String.raw`CORP\ada`, '', 'corp_ada'],
  ['4711-ada', '', 'u4711-ada'],
  ['李雷', 'lilei@example.org', 'lilei'],
  ['李雷', '', 'user_8f3a-11b2-77'],
  ['李a雷b韩c梅梅', 'han@example.org', 'han'],
  ['李雷', '李雷@example.org', 'user_8f3a-11b2-77'],
  ['4711', 'w.k@example.org', 'u4711'],
  [`${'long'.repeat(80)}@x`, '', 'long'.repeat(15)],
];
for (const [username, email, name] of rows) {
  test(`the account of ${username}`, () => {
    const derived = deriveUsername({ username, email, id: '8f3a-11b2-77' });
    assert.equal(derived, name);
    assert.ok(isUsername(derived));
  });
}

test('names that are tried are free of those that are reserved', () => {
  assert.deepEqual(alternativesOf('ada', 2), ['ada', 'ada2', 'ada3']);
  assert.deepEqual(alternativesOf('root', 1), ['root2']);
});
