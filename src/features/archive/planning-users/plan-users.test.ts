// users.xml, user_map.csv and what becomes of each user.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Said } from '../../../platform/texts/said.ts';
import type { ArchiveUser } from '../model/archive-model.ts';
import { planUsers } from './plan-users.ts';
import type { ExistingUser, MappingMode } from './plan-users.ts';
import { readUserMap } from './read-user-map.ts';
import { createUserDirectory, findArchiveUser } from '../model/user-reference.ts';
import { readUsers } from '../concepts/users.ts';
import { parseXml } from '../xml/xml-tree.ts';

const ANN: ArchiveUser = { id: 7, username: 'ann', realName: 'Ann', email: 'ann@x.org', ldapId: '', line: 2 };
const account = (fields: Partial<ExistingUser>): ExistingUser => ({
  username: 'ann',
  email: 'ann@x.org',
  ldapId: null,
  isAlive: true,
  ...fields,
});
const BOB = account({ username: 'bob', email: 'bob@x.org' });

type Expected = RegExp | string;
const ROWS: readonly [name: string, user: Partial<ArchiveUser>, existing: ExistingUser[], action: string, Expected][] =
  [
    ['same e-mail', {}, [account({})], '', 'reuse ann'],
    ['same e-mail, needless entry', {}, [account({}), BOB], 'map:bob', 'reuse ann'],
    ['e-mail in other case', {}, [account({ email: 'ANN@X.org' })], '', 'reuse ann'],
    ['LDAP id first', { ldapId: 'u1' }, [account({}), account({ username: 'bob', ldapId: 'u1' })], '', 'reuse bob'],
    ['LDAP account, other e-mail', {}, [account({ ldapId: 'u1', email: 'z@x.org' })], '', 'reuse ann'],
    [
      'other e-mail',
      {},
      [account({ email: 'z@x.org' })],
      '',
      /user `ann`: the account `ann` has another e-mail address; it needs map:<user>$/,
    ],
    ['other e-mail, mapped', {}, [account({ email: 'z@x.org' })], 'map:ann', 'reuse ann'],
    ['other e-mail, create', {}, [account({ email: 'z@x.org' })], 'create:A', /needs map:<user>, not create$/],
    [
      'not alive',
      {},
      [account({ isAlive: false })],
      '',
      /its account `ann` is not active; it needs noop or map:<user>$/,
    ],
    ['not alive, noop', {}, [account({ isAlive: false })], 'noop', 'reuse ann'],
    ['not alive, mapped', {}, [account({ isAlive: false }), BOB], 'map:bob', 'reuse bob'],
    [
      'e-mail of another',
      {},
      [account({ username: 'carl' })],
      'create:A',
      /belongs to the account `carl`; it needs map:<user>, not create$/,
    ],
    ['e-mail of another, mapped', {}, [account({ username: 'carl' })], 'map:carl', 'reuse carl'],
    ['new', {}, [BOB], '', /user `ann`: it has no account here; it needs create:<A\|R\|S> or map:<user>$/],
    ['new, created', {}, [BOB], 'create:R', 'create R'],
    ['new, created by default', {}, [], 'create', 'create S'],
    ['new, noop', {}, [], 'noop', /not noop$/],
    ['new without e-mail', { email: '' }, [account({ username: 'x', email: '' })], 'create:A', 'create A'],
    ['mapped to nobody', {}, [], 'map:zoe', /there is no account `zoe` to map it to/],
  ];

const describePlan = (user: Partial<ArchiveUser>, existing: ExistingUser[], mode: MappingMode): string => {
  const [plan] = planUsers([{ ...ANN, ...user }], existing, mode);
  assert.ok(plan);
  return plan.action === 'create' ? `create ${plan.status}` : `reuse ${plan.mapTo}`;
};

for (const [name, user, existing, action, expected] of ROWS)
  test(`map: ${name}`, () => {
    const map = readUserMap(`name,action,comment\n${action === '' ? '' : `ann,${action},\n`}`, 'user_map.csv');
    if (typeof expected === 'string') assert.equal(describePlan(user, existing, { map }), expected);
    else assert.throws(() => describePlan(user, existing, { map }), { kind: 'invalid', message: expected });
  });

const AUTOMAP_ROWS: readonly [name: string, existing: ExistingUser[], expected: string][] = [
  ['new', [], 'create A'],
  ['e-mail of another', [account({ username: 'carl' })], 'create A'],
  ['other e-mail', [account({ email: 'z@x.org' })], 'reuse ann'],
  ['not alive', [account({ isAlive: false })], 'reuse ann'],
];
for (const [name, existing, expected] of AUTOMAP_ROWS)
  test(`automap: ${name}`, () => assert.equal(describePlan({}, existing, { automap: 'A' }), expected));

test('user_map.csv: quotes, blank lines, byte order mark and line ends', () => {
  const map = readUserMap('\uFEFFname,action,comment\r\nann,create:A,"a, ""b"""\r\n\r\n"bob",map:carl\n', 'm.csv');
  assert.deepEqual(
    [...map],
    [
      ['ann', { action: { kind: 'create', status: 'A' }, line: 2 }],
      ['bob', { action: { kind: 'map', username: 'carl' }, line: 4 }],
    ],
  );
  assert.equal(readUserMap('name,action,comment', 'm.csv').size, 0);
  // What people note stands in further columns, under any heading.
  for (const text of ['name,action\nann,noop', 'name,action,comments,more\nann,noop,a,b,c'])
    assert.deepEqual(readUserMap(text, 'm.csv').get('ann')?.action, { kind: 'noop' });
});

const BROKEN_MAPS: readonly [lines: string, message: RegExp][] = [
  ['', /^m\.csv, line 1: the first columns must be/],
  ['name;action\n', /line 1/],
  ['name,action,comment\nann,create:X,\n', /^m\.csv, line 2: the action is `create:X`/],
  ['name,action,comment\nann,map:,\n', /the action is `map:`/],
  ['name,action,comment\nann\n', /columns name and action/],
  ['name,action,comment\n,noop,\n', /line 2/],
  ['name,action,comment\nann,noop,"x\n', /quotes are not balanced/],
  ['name,action,comment\nann,noop,\n\nann,noop,\n', /^m\.csv, line 4: the user `ann` is already named in line 2$/],
];
for (const [text, message] of BROKEN_MAPS)
  test(`user_map.csv refuses ${JSON.stringify(text)}`, () =>
    assert.throws(() => readUserMap(text, 'm.csv'), { kind: 'invalid', message }));

const user = (id: string, name: string, ldapId: string): string =>
  `<user><id>${id}</id><username>${name}</username><realname/><email/><ldapid>${ldapId}</ldapid></user>`;
const parseUsers = async (xml: string): Promise<ArchiveUser[]> =>
  readUsers(await parseXml([Buffer.from(xml)], { file: 'users.xml' }));

const BROKEN_USERS: readonly [xml: string, message: string][] = [
  ['<people/>', 'users.xml, line 1, column 1, <people>: the root element must be <users>'],
  ['<users>\n<user><id>1</id></user></users>', 'users.xml, line 2, column 1, <user>: element <username> is missing'],
  [
    `<users>${user('x', 'a', '')}</users>`,
    'users.xml, line 1, column 14, <id>: the ID is `x`; it must be a whole number',
  ],
  [`<users>${user('1', ' ', '')}</users>`, 'users.xml, line 1, column 24, <username>: the name is empty'],
];
for (const [xml, message] of BROKEN_USERS)
  test(`users.xml: ${message}`, () => assert.rejects(parseUsers(xml), { kind: 'invalid', message }));

test('doubled ids name nobody, of doubled names the first counts, and doubled LDAP ids are the first one’s', async () => {
  const told: string[] = [];
  const warn = (line: number, element: string, sentence: Said): void =>
    void told.push(`${line} ${element} ${sentence.text}`);
  const xml = [
    '<users>',
    user('1', 'a', 'u'),
    user('1', 'b', ''),
    user('2', 'a', ''),
    user('3', 'c', 'u'),
    '</users>',
  ].join('\n');
  const users = readUsers(await parseXml([Buffer.from(xml)], { file: 'users.xml', warn }));
  assert.deepEqual(
    users.map(({ username, ldapId }) => [username, ldapId]),
    [
      ['a', 'u'],
      ['b', ''],
      ['c', ''],
    ],
  );
  assert.deepEqual(told, [
    '4 user the user name `a` is already used in line 2',
    '5 user the LDAP ID `u` is already used in line 2',
  ]);
  const directory = createUserDirectory(users);
  const find = (value: string) =>
    findArchiveUser(directory, { format: 'id', value, isAnonymous: false, line: 1 })?.kind;
  assert.deepEqual([find('1'), find('3')], [undefined, 'archive-user']);
});

test('references find users by name, LDAP id and id; None and e-mail addresses pass', async () => {
  const directory = createUserDirectory(await parseUsers(`<users>${user('7', 'a', 'u')}${user('8', 'b', '')}</users>`));
  const find = (format: 'username' | 'ldap' | 'id' | 'email', value: string) => {
    const found = findArchiveUser(directory, { format, value, isAnonymous: false, line: 1 });
    return found?.kind === 'archive-user' ? found.user.username : found?.kind;
  };
  assert.deepEqual(
    [find('username', 'a'), find('ldap', 'u'), find('id', '8'), find('email', 'q@x.org'), find('username', 'None')],
    ['a', 'a', 'b', 'e-mail', 'nobody'],
  );
  assert.deepEqual(
    [find('username', 'A'), find('ldap', ''), find('id', '9'), find('ldap', 'None')],
    Array(4).fill(undefined),
  );
});
