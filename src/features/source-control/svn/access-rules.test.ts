import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRules, listUndefinedGroups, withoutAdded } from './access-rules.ts';

const groups = [
  { name: 'members', usernames: ['ada', 'sam'] },
  { name: 'admins', usernames: ['ada'] },
  { name: 'empty', usernames: [] },
];
const root = { readers: '*' as const };
const plain = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('groups and the rule of the root come before rules that have neither', () => {
  const rules = '[/secret]\n* =\n@admins = rw\n';
  const all = ['[groups]', 'members = ada, sam', 'admins = ada', 'empty = ', '[/]', '* = r', '@members = rw'];
  assert.deepEqual(plain(addRules(rules, { groups, root })), [...all, '[/secret]', '* =', '@admins = rw']);
  const closed = plain(addRules('', { groups, root: { readers: undefined } }));
  assert.deepEqual(closed.slice(-2), ['[/]', '@members = rw']);
  assert.ok(!addRules('', { groups, root: undefined }).includes('[/]'));
});

test('each section stands once, and what people wrote counts', () => {
  const rules = '# ours\n[groups]\nmembers = olga\n[/]\n@members = r\n@admins = rw\n';
  const lines = plain(addRules(rules, { groups, root }));
  assert.deepEqual(lines, [
    '[groups]',
    'admins = ada',
    'empty = ',
    'members = olga',
    '[/]',
    '@members = r',
    '@admins = rw',
  ]);
  assert.deepEqual(plain(addRules('[groups]', { groups, root: undefined })), [
    '[groups]',
    ...lines.slice(-6, -6),
    'members = ada, sam',
    'admins = ada',
    'empty = ',
  ]);
});

test('what was added goes without a trace', () => {
  for (const rules of ['', '[/]\n* = r\n', '# a\n[groups]\nx = y\n[/trunk]\n* =', '[/trunk]\n* = r\n[groups]\nx = y\n'])
    for (const at of [root, undefined]) assert.equal(withoutAdded(addRules(rules, { groups, root: at })), rules);
});

test('groups that nothing defines are named once', () => {
  const rules = '[groups]\ndev = ada\nall = @dev, @others\n[/]\n# @gone = r\n@members = rw\n~@members = r\n@dev = r\n';
  assert.deepEqual(listUndefinedGroups(rules), ['others', 'members']);
});
