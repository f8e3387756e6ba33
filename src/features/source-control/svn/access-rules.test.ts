import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addRules,
  findFaultyLine,
  findMalformedLine,
  listUndefinedGroups,
  ownLine,
  tidyRules,
  withoutAdded,
} from './access-rules.ts';

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

test('a byte order mark and blanks before sections go, and nothing else', () => {
  const tidy = '# [a]\n[/]\n* = r\n  rw\n[/trunk]\n';
  assert.equal(tidyRules('\uFEFF# [a]\n [/]\n* = r\n  rw\n\t\u00A0[/trunk]\n'), tidy);
  assert.equal(tidyRules(tidy), tidy);
});

test('lines of faults are those of what people wrote', () => {
  const lineOf = (rules: string, reason: string): number => {
    const composed = addRules(rules, { groups, root });
    return ownLine(composed, findFaultyLine(composed, reason) ?? 0);
  };
  const rules = '[/a]\n* = r\n@dev = x\n[/b]\n# @none\n@none = r\n&al = r\n[/trunk/]\n* = r\n';
  for (const [reason, line] of [
    ["The access mode 'x' in access entry '@dev' of rule [/a] is not valid", 3],
    ['Section appears more than once in the authz file: [/b]', 4],
    ["Access entry refers to undefined group '@none'", 6],
    ["Alias '&al' was never defined", 7],
    ["Non-canonical path '/trunk/' in authz rule [/trunk/]", 8],
  ] as const)
    assert.equal(lineOf(rules, reason), line, reason);
  const own = '[groups]\na = @b\nb = @a\na = c\n[/]\n@a = r\n';
  assert.equal(lineOf(own, "Can't override definition of group '@a'"), 4);
  assert.equal(lineOf(own, "Recursive definition of group '@b'"), 3);
  assert.equal(findFaultyLine(own, 'Something else'), undefined);
  const composed = addRules('[/a]\n* = r\n[/b]\n[/c\nada rw\n', { groups, root });
  for (const [said, reason, line] of [
    [9, "Section header must end with ']'", 4],
    [9, "Option must end with ':' or '='", 5],
    [13, 'Something else', 3],
  ] as const)
    assert.equal(ownLine(composed, findMalformedLine(composed, said, reason)), line, reason);
});
