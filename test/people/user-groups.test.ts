// Engine: both
// New user groups and who belongs to them: every rule of who may change what, what follows from a change, and that a
// refusal leaves no trace.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openApp } from '../../src/app.ts';
import type { Audit } from '../../src/features/audit/index.ts';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { at, headerOf } from '../support/harness.ts';
import type { Answered, Call, TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, titleOf } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

// In the samples: ana administers both projects; bruno, chika, dagny and emre are members of 101, and dagny, emre and
// freya of 102. Group 101 (mobile_team) holds bruno and emre, 102 (quality_team) ana and dagny; both are of project 101.
let scrum: Scrum;
let test: TestApp;
before(async () => {
  scrum = await openScrum({ withKanban: true });
  ({ test } = scrum);
  for (const name of ['stig', 'tove', 'auditor']) await test.addUser(name);
  await test.app.features.people.grantDelegation('rest-read-only', 'auditor');
  await test.addUser('rita', { status: 'R' });
  await test.addUser('sofia', { status: 'S' });
  for (const name of ['twin_1', 'twin_2']) {
    await test.addUser(name);
    await test.app.features.people.change(name, { email: name === 'twin_1' ? 'Twin@example.org' : 'twin@example.org' });
  }
  await test.app.features.people.change('tove', { ldapId: 'tove-in-the-directory' });
});
after(() => test.close());

const xml = { 'content-type': 'application/xml', accept: 'application/xml' };
const usersOf = (group: string): string => `/api/user_groups/${group}/users`;
const byName = (...names: string[]): unknown[] => names.map((username) => ({ username }));

async function namesIn(group: string): Promise<unknown[]> {
  const answer = await expectRow(test, { path: `${usersOf(group)}?limit=50`, as: 'root', status: 200 });
  return listAt(answer.json).map((one) => at(one, 'username'));
}

const put = (group: string, body: unknown, call: Call = {}): Promise<Answered> =>
  expectRow(test, { path: usersOf(group), method: 'PUT', as: 'ana', body, status: 200, ...call });

/** Everything that a change of groups may touch, and how often the audit log tells of one. */
async function stateOf(): Promise<string> {
  const groups = ['101_3', '101_4', '101', '102', '102_3', '102_4'];
  const list = await test.call('/api/projects/101/user_groups', { as: 'root' });
  const { size } = await auditOf({ kinds: ['members-changed', 'group-created'] });
  return JSON.stringify([await Promise.all(groups.map(namesIn)), list.json, size]);
}

const auditOf = (filter: Parameters<Audit['listAll']>[0]): ReturnType<Audit['listAll']> =>
  test.app.features.audit.listAll(filter, { limit: 1, offset: 0 });

async function changeProject(id: number, change: { is_synchronized?: number; status?: 'suspended' | 'active' }) {
  await test.app.database.transact(async (tx) => {
    await tx.updateTable('projects').set(change).where('id', '=', id).execute();
    await bumpSiteVersion(tx);
  });
}

const refuseAll = (title: string, rows: readonly Row[]): void => {
  it(title, async () => {
    const state = await stateOf();
    for (const row of rows) {
      await expectRow(test, row);
      const answers = { 'content-type': /^application\/xml/ };
      const contains = [`<code>${row.status}</code>`];
      const { contains: _texts, ...same } = row;
      await expectRow(test, { ...same, headers: { accept: 'application/xml' }, contains, answers });
      assert.equal(await stateOf(), state, titleOf(row));
    }
  });
};

describe('POST /user_groups', () => {
  const path = '/api/user_groups';
  const post = (body: unknown, status: number, as: string | undefined = 'ana', ...contains: string[]): Row => ({
    path,
    method: 'POST',
    body,
    status,
    contains,
    ...(as === '' ? {} : { as }),
  });
  const named = (name: unknown): unknown => ({ project_id: 101, short_name: name });

  refuseAll('refuses who may not, and names that can’t be', [
    post(named('team'), 401, ''),
    post(named('team'), 403, 'bruno'),
    post(named('team'), 403, 'stig'),
    post({ project_id: 999, short_name: 'team' }, 404),
    post({ project_id: 'x', short_name: 'team' }, 400, 'ana', 'project_id'),
    post({ short_name: 'team' }, 400, 'ana', 'project_id'),
    post({ project_id: 101 }, 400, 'ana', 'short_name'),
    ...['', 'new team!', 'équipe', 'a/b', 'x'.repeat(256), 7, null].map((name) =>
      post(named(name), 400, 'ana', 'short_name'),
    ),
    ...['mobile_team', 'Mobile_TEAM'].map((name) => post(named(name), 400, 'ana', name, 'already')),
    ...['project_members', 'Nobody', 'UGROUP_PROJECT_ADMIN', 'ugroup_7', 'svn_admins'].map((name) =>
      post(named(name), 400, 'ana', name),
    ),
  ]);

  it('refuses a suspended project to everybody', async () => {
    await changeProject(101, { status: 'suspended' });
    for (const as of ['ana', 'root']) await expectRow(test, post(named('team'), 403, as, 'suspended'));
    await changeProject(101, { status: 'active' });
  });

  it('makes an empty group that GET shows, from JSON and XML', async () => {
    const description = 'Those who draw';
    const made = await expectRow(test, {
      ...post({ project_id: 101, short_name: 'design-team', description }, 201, 'ana', '"label":"design-team"'),
      answers: { location: /^https?:.*\/api\/v1\/user_groups\/\d+$/ },
    });
    const uri = String(at(made.json, 'uri'));
    const shown = await expectRow(test, { path: `/api/${uri}`, as: 'bruno', status: 200 });
    assert.deepEqual(shown.json, made.json);
    assert.partialDeepStrictEqual(made.json, {
      short_name: 'design-team',
      key: 'design-team',
      project: { id: 101, shortname: 'meadow-scrum' },
      additional_information: [],
    });
    assert.deepEqual(await namesIn(String(at(made.json, 'id'))), []);
    await expectRow(test, {
      path,
      method: 'POST',
      as: 'root',
      headers: xml,
      body: '<request><project_id>102</project_id><short_name>mobile_team</short_name></request>',
      status: 201,
      contains: ['<short_name>mobile_team</short_name>', '<shortname>harbor-kanban</shortname>'],
    });
    await expectRow(test, {
      path: '/api/audit_events?kind=group-created',
      as: 'root',
      status: 200,
      contains: ['"name":"design-team"', '"name":"ana"', '"project_id":102'],
      answers: { 'x-pagination-size': '2' },
    });
  });
});

describe('GET /user_groups/:id/users', () => {
  const query = (identifier: unknown): string => `query=${encodeURIComponent(JSON.stringify({ identifier }))}`;
  const of = (text: string): string => `${usersOf('101_3')}?${text}`;
  const rows: Row[] = [
    { path: of('limit=2&offset=1'), as: 'ana', status: 200, contains: ['bruno', 'chika'], lacks: ['"ana"', 'dagny'] },
    { path: of('offset=99'), as: 'ana', status: 200, contains: ['[]'], answers: { 'x-pagination-size': '5' } },
    { path: of(query('bruno')), as: 'ana', status: 200, contains: ['bruno'], lacks: ['chika'] },
    { path: of(query('BRUNO@example.org')), as: 'ana', status: 200, contains: ['bruno'], lacks: ['chika'] },
    { path: of(query('stig')), as: 'ana', status: 200, contains: ['[]'], answers: { 'x-pagination-size': '0' } },
    { path: of(query('ghost')), as: 'ana', status: 400, contains: ['ghost'] },
    { path: of(query(7)), as: 'ana', status: 400, contains: ['identifier'] },
    { path: of('query=%7B%22username%22%3A%22x%22%7D'), as: 'ana', status: 200, contains: ['bruno', 'chika'] },
    { path: of('query=bruno'), as: 'ana', status: 400 },
    { path: usersOf('101_101'), as: 'ana', status: 200, contains: ['bruno'] },
    { path: usersOf('101_101'), as: 'auditor', status: 200, contains: ['bruno'] },
    { path: usersOf('101_3'), as: 'bruno', status: 403, lacks: ['chika'] },
    { path: usersOf('102_101'), as: 'ana', status: 404 },
    { path: usersOf('101_2'), as: 'ana', status: 400 },
    { path: usersOf('3'), as: 'ana', status: 400 },
    { path: usersOf('12'), as: 'ana', status: 400 },
    { path: usersOf('101_12'), as: 'ana', status: 404 },
    { path: usersOf('999_3'), as: 'ana', status: 404 },
    { path: usersOf('100'), as: 'ana', status: 404 },
  ];
  for (const row of rows) it(titleOf(row), async () => void (await expectRow(test, row)));
});

describe('PUT /user_groups/:id/users', () => {
  const row = (group: string, body: unknown, status: number, as?: string, ...contains: string[]): Row => ({
    path: usersOf(group),
    method: 'PUT',
    body,
    status,
    contains,
    ...(as === undefined ? {} : { as }),
  });

  refuseAll('refuses who may not, and groups that can’t be changed so', [
    row('101_3', byName('stig'), 401),
    row('101_3', byName('stig'), 403, 'bruno'),
    row('101', byName('stig'), 403, 'stig'),
    row('101', byName('stig'), 403, 'auditor'),
    row('2', byName('stig'), 404, 'root'),
    row('999', byName('stig'), 404, 'root'),
    row('999_3', byName('stig'), 404, 'root'),
    row('102_101', byName('stig'), 404, 'root'),
    row('101_2', byName('stig'), 400, 'root'),
    row('3', byName('stig'), 400, 'root'),
    row('101_11', byName('stig'), 400, 'ana', 'project members'),
  ]);

  refuseAll('refuses references that do not name one person each', [
    ...['101', '101_3', '101_4'].flatMap((group) => [
      row(group, byName('ghost'), 400, 'ana', 'user_references[0]', 'ghost'),
      row(group, byName('bruno', 'ghost'), 400, 'ana', 'user_references[1]'),
      row(
        group,
        { user_references: [{ username: 'bruno' }, { id: 104 }] },
        400,
        'ana',
        'user_references[1]',
        'same key',
      ),
      row(group, [{ username: 'bruno', id: 103 }], 400, 'ana', 'exactly one'),
      row(group, [{ name: 'bruno' }], 400, 'ana', 'exactly one'),
      row(group, [{ username: null }], 400, 'ana', 'exactly one'),
      row(group, [{ email: 'twin@example.org' }], 400, 'ana', 'several'),
      row(group, [{ ldap_id: '' }], 400, 'ana', 'ldap_id'),
      row(group, [{ id: 0 }], 400, 'ana'),
      row(group, [{ id: -1 }], 400, 'ana'),
      row(group, [{ id: 100 }], 400, 'ana'),
      row(group, byName('None'), 400, 'ana'),
      row(group, byName('sofia'), 400, 'ana', 'not active'),
      row(group, ['bruno'], 400, 'ana'),
      row(group, 'bruno', 400, 'ana'),
      row(group, {}, 400, 'ana'),
      row(group, { user_references: 'bruno' }, 400, 'ana', 'user_references'),
      row(
        group,
        Array.from({ length: 5001 }, (_, id) => ({ id })),
        400,
        'ana',
        '5000',
      ),
    ]),
    row('101_4', [], 400, 'ana', 'administrator'),
    row('101_4', { user_references: [] }, 400, 'ana', 'administrator'),
    row('101_3', [], 400, 'ana', 'administrator'),
    row('101_3', byName('bruno', 'chika'), 400, 'ana', 'administrator'),
  ]);

  it('refuses a suspended project to everybody, and one that is closed to the caller', async () => {
    await changeProject(101, { status: 'suspended' });
    for (const as of ['ana', 'root'])
      for (const group of ['101', '101_3', '101_4'])
        await expectRow(test, row(group, byName('ana'), 403, as, 'suspended'));
    await changeProject(101, { status: 'active' });
    await test.app.features.projects.change('meadow-scrum', { access: 'private' });
    await expectRow(test, row('101', byName('stig'), 403, 'stig'));
    await test.app.features.projects.change('meadow-scrum', { access: 'public' });
  });

  it('refuses restricted people where a project admits none', async () => {
    await test.app.features.projects.change('meadow-scrum', { access: 'private-wo-restr' });
    for (const group of ['101', '101_3', '101_4'])
      await expectRow(test, row(group, byName('ana', 'rita'), 400, 'ana', 'restricted'));
    await test.app.features.projects.change('meadow-scrum', { access: 'public' });
    await put('101', byName('bruno', 'emre', 'rita'));
    await put('101', byName('bruno', 'emre'));
  });

  it('replaces a static group in both forms, by every kind of reference, in JSON and XML', async () => {
    const id = await scrum.user('chika');
    const bodies: [body: unknown, names: string[]][] = [
      [byName('Chika', 'stig', 'chika'), ['chika', 'stig']],
      [{ user_references: [{ id }] }, ['chika']],
      [[{ id: String(id), username: null }], ['chika']],
      [[{ email: 'STIG@example.org' }], ['stig']],
      [[{ ldap_id: 'tove-in-the-directory' }], ['tove']],
      [[], []],
    ];
    for (const [body, names] of bodies) {
      const answer = await put('101', body);
      assert.equal(answer.text, '');
      assert.deepEqual(await namesIn('101'), names);
    }
    const items = '<item><username>bruno</username></item><item><username>emre</username></item>';
    for (const inner of [items, `<user_references>${items}</user_references>`]) {
      await put('101', '<request><user_references/></request>', { headers: xml });
      assert.deepEqual(await namesIn('101'), []);
      await put('101', `<request>${inner}</request>`, { headers: xml });
      assert.deepEqual(await namesIn('101'), ['bruno', 'emre']);
    }
    assert.deepEqual(await namesIn('101_3'), ['ana', 'bruno', 'chika', 'dagny', 'emre']);
  });

  it('lets a static group bring its people into a private or synchronised project', async () => {
    const team = async (name: string): Promise<void> => put('101', byName('bruno', 'emre', name)).then(() => undefined);
    const isMember = async (name: string): Promise<unknown> =>
      at((await expectRow(test, { path: '/api/projects/101', as: name, status: 200 })).json, 'is_member_of');
    await team('stig');
    assert.equal(await isMember('stig'), false);
    await changeProject(101, { is_synchronized: 1 });
    await team('tove');
    assert.equal(await isMember('tove'), true);
    await expectRow(test, {
      path: '/api/users/self/membership',
      as: 'tove',
      status: 200,
      contains: ['meadow-scrum_project_members', 'ug_101'],
    });
    await changeProject(101, { is_synchronized: 0 });
    await test.app.features.projects.change('meadow-scrum', { access: 'private' });
    await expectRow(test, { path: '/api/artifacts/7', as: 'stig', status: 403 });
    await team('stig');
    await expectRow(test, { path: '/api/artifacts/7', as: 'stig', status: 200 });
    await put('101', byName('bruno', 'emre'));
    assert.deepEqual(await namesIn('101_3'), ['ana', 'bruno', 'chika', 'dagny', 'emre', 'stig', 'tove']);
    await test.app.features.projects.change('meadow-scrum', { access: 'public' });
    await put('101_3', byName('ana', 'bruno', 'chika', 'dagny', 'emre'));
  });

  it('takes who leaves a project out of its groups, roles and administrators, and of no other project’s', async () => {
    const dagny = await scrum.user('dagny');
    await test.app.database.transact(async (tx) => {
      await tx.insertInto('project_role_members').values({ project_id: 101, ugroup_id: 11, user_id: dagny }).execute();
      await bumpSiteVersion(tx);
    });
    await put('101_4', byName('ana', 'dagny'));
    assert.deepEqual(await namesIn('101_11'), ['dagny']);
    await put('101_3', byName('ana', 'bruno', 'chika', 'emre'));
    for (const [group, names] of [
      ['101_3', ['ana', 'bruno', 'chika', 'emre']],
      ['101_4', ['ana']],
      ['101_11', []],
      ['102', ['ana']],
      ['102_3', ['ana', 'dagny', 'emre', 'freya']],
    ] as const)
      assert.deepEqual(await namesIn(group), names, group);
    await put('101_3', byName('ana', 'bruno', 'chika', 'dagny', 'emre'));
    await put('102', byName('ana', 'dagny'));
  });

  it('keeps in a public project’s group who is no member of the project', async () => {
    await put('101', byName('bruno', 'emre', 'stig'));
    await put('101_3', byName('ana', 'bruno', 'chika', 'dagny', 'emre'));
    assert.deepEqual(await namesIn('101'), ['bruno', 'emre', 'stig']);
    await put('101', byName('bruno', 'emre'));
  });

  it('makes administrators members, and leaves former ones members', async () => {
    await put('101_4', byName('stig', 'bruno'));
    assert.deepEqual(await namesIn('101_4'), ['bruno', 'stig']);
    assert.deepEqual(await namesIn('101_3'), ['ana', 'bruno', 'chika', 'dagny', 'emre', 'stig']);
    await expectRow(test, row('101_4', byName('ana'), 403, 'ana'));
    await put('101_4', byName('ana'), { as: 'stig' });
    await put('101_3', byName('ana', 'bruno', 'chika', 'dagny', 'emre'));
  });

  it('accepts what GET gave, and a suspended member stays', async () => {
    await test.app.features.people.change('emre', { status: 'S' });
    const before = await auditOf({ kinds: ['members-changed'] });
    for (const accept of ['application/json', 'application/xml']) {
      const shown = await expectRow(test, { path: usersOf('101_3'), as: 'ana', headers: { accept }, status: 200 });
      const ids = [...shown.text.matchAll(/"id":(\d+)|<id>(\d+)<\/id>/g)].map((match) => Number(match[1] ?? match[2]));
      assert.equal(ids.length, 5);
      await put(
        '101_3',
        ids.map((id) => ({ id })),
        { headers: { 'if-match': headerOf(shown, 'etag') } },
      );
    }
    const after = await auditOf({ kinds: ['members-changed'] });
    assert.equal(after.size, before.size, 'nothing changed, nothing is logged');
    await test.app.features.people.change('emre', { status: 'A' });
  });

  it('is logged with who joined and who left', async () => {
    const [stig, emre] = [await scrum.user('stig'), await scrum.user('emre')];
    await put('101', byName('bruno', 'stig'));
    const { events } = await auditOf({ kinds: ['members-changed'] });
    assert.partialDeepStrictEqual(events[0], {
      actor: { name: 'ana' },
      user_id: null,
      project_id: 101,
      details: { group: '101', added: 1, removed: 1, added_ids: String(stig), removed_ids: String(emre) },
    });
    await put('101', byName('bruno', 'emre', 'stig'));
    const entry = (await auditOf({ userId: emre })).events[0];
    assert.partialDeepStrictEqual(entry, { user_id: emre, details: { added: 1, removed: 0 } });
    await put('101', byName('bruno', 'emre'));
  });
});

describe('two who replace the members', () => {
  it('at once: one of the lists, whole', async () => {
    const lists = [['bruno', 'chika'], ['dagny', 'emre', 'stig'], ['tove'], []];
    for (let round = 0; round < 3; round++) {
      await Promise.all(lists.map((names) => put('101', byName(...names))));
      const names = JSON.stringify(await namesIn('101'));
      assert.ok(
        lists.some((list) => JSON.stringify(list) === names),
        names,
      );
    }
  });

  it('with the tag of the same list: one gets through, the other gets 412; any page has that tag', async () => {
    await put('101', byName('bruno', 'emre'));
    const read = (query: string): Promise<Answered> =>
      expectRow(test, { path: `${usersOf('101')}?${query}`, as: 'ana', status: 200 });
    const [first, last] = [await read('limit=1'), await read('limit=1&offset=1')];
    assert.notEqual(headerOf(first, 'etag'), headerOf(last, 'etag'));
    const answers = await Promise.all(
      [first, last].map((page, index) =>
        test.call(usersOf('101'), {
          method: 'PUT',
          as: 'ana',
          body: byName(index === 0 ? 'chika' : 'dagny'),
          headers: { 'if-match': headerOf(page, 'etag') },
        }),
      ),
    );
    assert.deepEqual(
      answers.map((answer) => answer.status).toSorted((a, b) => a - b),
      [200, 412],
    );
    assert.deepEqual(await namesIn('101'), [answers[0]?.status === 200 ? 'chika' : 'dagny']);
    await put('101', byName('bruno', 'emre'));
    const notModified = { 'if-none-match': headerOf(await read(''), 'etag') };
    await expectRow(test, { path: usersOf('101'), as: 'ana', headers: notModified, status: 304 });
  });
});

describe('a changed membership counts from the next request on', () => {
  it('also when another process changes it, which leaves no project without administrator', async () => {
    const other = await openApp({ dataDir: test.app.dataDir, logLevel: 'silent' });
    const { members } = other.features;
    await test.app.features.projects.change('meadow-scrum', { access: 'private' });
    const path = '/api/artifacts/7';
    await expectRow(test, { path, as: 'stig', status: 403 });
    await members.add('meadow-scrum', 'stig', false);
    await expectRow(test, { path, as: 'stig', status: 200 });
    await expectRow(test, { path: usersOf('101_3'), as: 'stig', status: 403 });
    await members.add('meadow-scrum', 'stig', true);
    await expectRow(test, { path: usersOf('101_3'), as: 'stig', status: 200 });
    await members.remove('meadow-scrum', 'stig', true);
    await expectRow(test, { path: usersOf('101_3'), as: 'stig', status: 403 });
    await members.remove('meadow-scrum', 'stig', false);
    await expectRow(test, { path, as: 'stig', status: 403 });
    for (const onlyAsAdmin of [true, false])
      await assert.rejects(members.remove('meadow-scrum', 'ana', onlyAsAdmin), /at least one administrator/);
    await assert.rejects(members.add('meadow-scrum', 'sofia', false), /not active/);
    await assert.rejects(members.add('meadow-scrum', 'ghost', false), /no user "ghost"/);
    await assert.rejects(members.add('nowhere', 'stig', false), /no project "nowhere"/);
    await other.close();
    await test.app.features.projects.change('meadow-scrum', { access: 'public' });
  });
});
