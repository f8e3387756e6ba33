// Engine: both
// Guests: people who enter a project without being members of it. What they see and do, who makes them guests, and that they lose
// everything at once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { at, issueToken } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { openRaw } from '../support/raw-connection.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';
import { buildArtifacts, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

// Projects 101 and 102 are private here; ana administers both, and bruno is a member of 101 alone.
let scrum: Scrum;
let test: TestApp;
const ids: Record<string, number> = {};
before(async () => {
  scrum = await openScrum({ withKanban: true });
  ({ test } = scrum);
  for (const name of ['gwen', 'stig']) await test.addUser(name);
  await test.addUser('rita', { status: 'R' });
  await test.addUser('sofia', { status: 'S' });
  for (const name of ['gwen', 'stig', 'rita', 'ana', 'bruno', 'chika', 'emre']) ids[name] = await scrum.user(name);
  for (const name of ['meadow-scrum', 'harbor-kanban'])
    await test.app.features.projects.change(name, { access: 'private' });
});
after(() => test.close());

const path = '/api/projects/101/members';
const xml = { 'content-type': 'application/xml', accept: 'application/xml' };

const give = (role: unknown, names: readonly string[], row: Partial<Row> = {}) =>
  expectRow(test, {
    path,
    method: 'POST',
    as: 'ana',
    status: 200,
    body: { role, user_references: names.map((username) => ({ username })) },
    ...row,
  });

const leave = (name: string, row: Partial<Row> = {}) =>
  expectRow(test, { path: `${path}/${ids[name]}`, method: 'DELETE', as: name, status: 204, ...row });

async function namesOf(query = ''): Promise<string[]> {
  const { json } = await expectRow(test, { path: `${path}?limit=50${query}`, as: 'ana', status: 200 });
  return listAt(json).map((one) => `${String(at(one, 'user.username'))} ${String(at(one, 'role'))}`);
}

async function namesIn(group: string): Promise<unknown[]> {
  const { json } = await expectRow(test, { path: `/api/user_groups/${group}/users?limit=50`, as: 'root', status: 200 });
  return listAt(json).map((one) => at(one, 'username'));
}

/** Ids of the projects that somebody finds. */
async function projectsOf(as: string, query = ''): Promise<unknown[]> {
  const { json } = await expectRow(test, { path: `/api/projects${query}`, as, status: 200 });
  return listAt(json).map((one) => at(one, 'id'));
}

/** The newest entries of the project's audit log about its people, as `group +added -removed`. */
async function audited(count: number): Promise<string[]> {
  const { json } = await expectRow(test, { path: '/api/projects/101/audit_events', as: 'ana', status: 200 });
  return listAt(json)
    .filter((one) => at(one, 'kind') === 'members-changed')
    .slice(0, count)
    .map((one) => ['group', 'added', 'removed'].map((key) => String(at(one, `details.${key}`))).join(' '));
}

describe('roles of people in a project', () => {
  it('are seen and given by administrators alone, of usable accounts, all or none', async () => {
    for (const [as, status] of [
      ['bruno', 403],
      ['stig', 403],
    ] as const) {
      await expectRow(test, { path, as, status, lacks: ['gwen', 'chika'] });
      await give('guest', ['gwen'], { as, status });
    }
    await expectRow(test, { path, status: 401 });
    await give('boss', ['gwen'], { status: 400, contains: ['role'] });
    await give('guest', ['gwen', 'nobody-there'], { status: 400, contains: ['nobody-there'] });
    await give('guest', ['gwen', 'sofia'], { status: 400, contains: ['sofia', 'not active'] });
    await expectRow(test, { path: '/api/projects/999/members', as: 'ana', status: 404 });
    assert.deepEqual(await namesOf('&role=guest'), []);
    await expectRow(test, { path: '/api/projects/101', as: 'gwen', status: 403 });
  });

  it('list guests beside members, and leave the groups of the wire format as they are', async () => {
    const before = await namesIn('101_3');
    const { headers } = await expectRow(test, { path, as: 'ana', status: 200 });
    const item = '<item><username>gwen</username></item>';
    const body = `<request><role>guest</role><user_references>${item}</user_references></request>`;
    await give('guest', [], { headers: xml, body });
    assert.deepEqual(await audited(1), ['101_guests 1 0']);
    assert.deepEqual(await namesOf('&role=guest'), ['gwen guest']);
    assert.deepEqual(await namesOf('&role=administrator'), ['ana administrator']);
    assert.ok((await namesOf()).includes('bruno member'));
    await expectRow(test, { path, as: 'ana', status: 200, headers: { 'if-none-match': headers.get('etag') ?? '' } });
    const shown = await expectRow(test, { path, as: 'ana', status: 200, headers: { accept: 'application/xml' } });
    assert.match(shown.text, /<username>gwen<\/username>[^]*<role>guest<\/role>/);
    assert.deepEqual(await namesIn('101_3'), before);
    assert.deepEqual(await namesIn('101_4'), ['ana']);
    const groups = await expectRow(test, { path: '/api/projects/101/user_groups', as: 'ana', status: 200 });
    assert.deepEqual(
      listAt(groups.json).map((one) => at(one, 'id')),
      ['101_3', '101_4', '101_11', '101_14', '101', '102'],
    );
    await give('guest', ['gwen']);
    assert.deepEqual(await audited(1), ['101_guests 1 0'], 'nothing changed, and nothing was recorded');
  });

  it('change in one request from member to guest and back, with the groups of a member', async () => {
    assert.ok((await namesIn('101')).includes('bruno'));
    await give('guest', ['bruno']);
    assert.deepEqual((await audited(2)).toSorted(), ['101_3 0 1', '101_guests 1 0']);
    assert.ok(!(await namesIn('101_3')).includes('bruno') && !(await namesIn('101')).includes('bruno'));
    await expectRow(test, { path: '/api/projects/101', as: 'bruno', status: 200, contains: ['"is_member_of":false'] });
    await give('member', ['bruno']);
    assert.deepEqual((await audited(2)).toSorted(), ['101_3 1 0', '101_guests 0 1']);
    assert.deepEqual(await namesOf('&role=guest'), ['gwen guest']);
    await give('administrator', ['gwen']);
    assert.deepEqual(await namesIn('101_4'), ['ana', 'gwen']);
    await give('member', ['gwen']);
    await give('guest', ['gwen']);
    assert.deepEqual(await namesIn('101_4'), ['ana']);
  });

  it('keep an administrator, and change nobody where one may not be changed', async () => {
    const before = await namesOf();
    for (const role of ['guest', 'member'])
      await give(role, ['chika', 'ana'], { status: 400, contains: ['at least one administrator'] });
    assert.deepEqual(await namesOf(), before);
  });

  it('are one for each person, also by the routes of user groups', async () => {
    const all = [...(await namesIn('101_3')), 'gwen'].map((username) => ({ username }));
    const put = { path: '/api/user_groups/101_3/users', method: 'PUT', as: 'ana', status: 200 };
    await expectRow(test, { ...put, body: all });
    assert.deepEqual(await namesOf('&role=guest'), []);
    await expectRow(test, { ...put, body: all.slice(0, -1) });
    await expectRow(test, { path: '/api/projects/101', as: 'gwen', status: 403 });
    await give('guest', ['gwen']);
    // In a private project others become members by that.
    await expectRow(test, { ...put, path: '/api/user_groups/102/users', body: [{ username: 'gwen' }] });
    assert.deepEqual(await namesOf('&role=guest'), ['gwen guest']);
    await expectRow(test, { ...put, path: '/api/user_groups/102/users', body: [] });
  });
});

describe('a guest of a private project', () => {
  it('finds it, as a registered user, and no other one', async () => {
    assert.deepEqual(await projectsOf('gwen'), [101]);
    assert.deepEqual(await projectsOf('gwen', '?mine=true'), [101]);
    assert.deepEqual(await projectsOf('gwen', '?query={"is_member_of":true}'), []);
    assert.deepEqual(await projectsOf('stig'), []);
    assert.deepEqual(await projectsOf('bruno', '?mine=true'), [101]);
    await expectRow(test, { path: '/api/users/self/membership', as: 'gwen', status: 200, lacks: ['meadow-scrum'] });
    for (const [of, status] of [
      ['101', 200],
      ['102', 403],
    ] as const) {
      await expectRow(test, { path: `/api/projects/${of}`, as: 'gwen', status });
      await expectRow(test, { path: `/api/projects/${of}/trackers`, as: 'gwen', status });
      await expectRow(test, { path: `/api/projects/${of}/trackers`, as: 'stig', status: 403 });
    }
    const summary = await expectRow(test, {
      path: '/api/projects/101/summary',
      as: 'gwen',
      status: 200,
      lacks: ['bruno'],
    });
    assert.partialDeepStrictEqual(summary.json, { is_guest: true, may_administer: false });
    for (const denied of [path, '/api/user_groups/101_3/users', '/api/projects/101/audit_events'])
      await expectRow(test, { path: denied, as: 'gwen', status: 403 });
  });

  it('reads, comments, and finds in searches and queries what registered users may', async () => {
    await expectRow(test, { path: '/api/artifacts/7', as: 'gwen', status: 200 });
    await expectRow(test, { path: '/api/artifacts/7', as: 'stig', status: 403 });
    const body = { values: [], comment: { body: 'Said by a guest', format: 'text' } };
    await expectRow(test, { path: '/api/artifacts/7', method: 'PUT', as: 'gwen', body, status: 200 });
    await expectRow(test, { path: '/api/artifacts/7', method: 'PUT', as: 'stig', body, status: 403 });
    const ask = encodeURIComponent(
      JSON.stringify({ widget_id: null, tql_query: "SELECT @id FROM @tracker.name = 'sprint' WHERE @id > 0" }),
    );
    const query = `/api/crosstracker_query/content?query=${ask}`;
    const found = async (as: string): Promise<number> =>
      listAt((await expectRow(test, { path: query, as, status: 200 })).json, 'artifacts').length;
    assert.deepEqual([await found('gwen'), await found('stig')], [4, 0]);
  });

  it('hears of its events, until the moment of leaving', async () => {
    const credentials = await issueToken(test.app, 'gwen');
    const stream = await openRaw(test.base);
    const lines = ['GET /api/events/stream HTTP/1.1', 'Host: x', 'connection: close'];
    const sent = Object.entries(credentials).map(([name, value]) => `${name}: ${value}`);
    stream.send([...lines, ...sent, '', ''].join('\r\n'));
    await stream.hear(/retry: 2000/);
    const say = (text: string) =>
      expectRow(test, {
        path: '/api/artifacts/7',
        method: 'PUT',
        as: 'bruno',
        status: 200,
        body: { values: [], comment: { body: text, format: 'text' } },
      });
    await say('While gwen is a guest');
    await stream.hear(/"uri":"artifacts\/7"/);
    await leave('gwen');
    await say('After gwen left');
    const own = await expectRow(test, { path: '/api/projects/101/members', as: 'ana', status: 200, lacks: ['gwen'] });
    assert.equal(own.status, 200);
    const heard = await stream.hear(/event: site-changed/);
    assert.equal(heard.split('"uri":"artifacts/7"').length, 2, heard);
    stream.socket.destroy();
    for (const gone of ['/api/projects/101', '/api/artifacts/7', '/api/trackers/3'])
      await expectRow(test, { path: gone, headers: credentials, status: 403 });
    assert.deepEqual(await projectsOf('gwen'), []);
    await leave('gwen', { status: 403 });
  });

  it('is taken out by an administrator, and by no other guest', async () => {
    await give('guest', ['gwen', 'stig']);
    await leave('gwen', { as: 'stig', status: 403 });
    await leave('gwen', { as: 'ana' });
    await leave('gwen', { as: 'ana', status: 404 });
    await expectRow(test, { path: '/api/projects/101', as: 'gwen', status: 403 });
    await leave('stig');
  });
});

describe('an invitation as a guest', () => {
  const send = async (emails: string[]): Promise<unknown> => {
    const body = { emails, project_id: 101, role: 'guest' };
    return (await expectRow(test, { path: '/api/invitations', method: 'POST', as: 'ana', body, status: 201 })).json;
  };
  const redeem = async (as: string, url: unknown): Promise<void> => {
    const link = /#([\w-]{43})$/.exec(String(url))?.[1] ?? '';
    const row = { path: '/api/invitations/redeem', method: 'POST', as, body: { link }, status: 200 };
    assert.deepEqual((await expectRow(test, row)).json, { project_id: 101 });
  };

  it('makes who has an account a guest at once, and changes no member', async () => {
    const answer = await send(['stig@example.org', 'bruno@example.org']);
    const known = (key: string): unknown => at(answer, `${key}.0.email`);
    assert.equal(known('known_users_added_to_project_guests'), 'stig@example.org');
    assert.equal(known('already_project_members'), 'bruno@example.org');
    assert.equal(known('known_users_added_to_project_members'), undefined);
    assert.deepEqual(await namesOf('&role=guest'), ['stig guest']);
    assert.ok((await namesOf()).includes('bruno member'));
    assert.equal(at(await send(['stig@example.org']), 'already_project_members.0.email'), 'stig@example.org');
    await leave('stig');
  });

  it('keeps its role in a new link, and brings who accepts in as a guest', async () => {
    await test.addUser('lena');
    await test.app.database.transact(async (tx) => {
      await tx.updateTable('users').set({ is_email_proven: 0 }).where('username', '=', 'lena').execute();
      await bumpSiteVersion(tx);
    });
    await send(['lena@example.org']);
    const pending = { path: '/api/invitations?project_id=101', as: 'ana', status: 200 };
    const { json } = await expectRow(test, pending);
    assert.deepEqual([at(json, '0.email'), at(json, '0.role')], ['lena@example.org', 'guest']);
    const path = `/api/invitations/${String(at(json, '0.id'))}/renewals`;
    const renewed = await expectRow(test, { path, method: 'POST', as: 'ana', status: 201 });
    assert.equal(at(renewed.json, 'invitation.role'), 'guest');
    await redeem('lena', at(renewed.json, 'link'));
    assert.deepEqual(await namesOf('&role=guest'), ['lena guest']);
    assert.match(String((await audited(1))[0]), /^guests /);
    const again = await send(['lena@example.org']);
    await give('member', ['lena']);
    await redeem('lena', at(again, 'links.0.url'));
    assert.ok((await namesOf()).includes('lena member'));
  });
});

describe('a restricted account as a guest', () => {
  it('enters as restricted people do, but not where they are kept out', async () => {
    await give('guest', ['rita']);
    await test.app.features.site.changeSetting('access_mode', 'restricted');
    await expectRow(test, { path: '/api/projects/101', as: 'rita', status: 200 });
    assert.deepEqual(await projectsOf('rita'), [101]);
    await expectRow(test, { path: '/api/projects/102', as: 'rita', status: 403 });
    await test.app.features.projects.change('meadow-scrum', { access: 'private-wo-restr' });
    await expectRow(test, { path: '/api/projects/101', as: 'rita', status: 404 });
    assert.deepEqual(await projectsOf('rita'), []);
    await leave('rita', { as: 'ana' });
    await give('guest', ['rita'], { status: 400, contains: ['restricted'] });
    await test.app.features.projects.change('meadow-scrum', { access: 'private' });
    await test.app.features.site.changeSetting('access_mode', 'regular');
  });
});

describe('links from a public project into a private one', () => {
  let open: World;
  let closed: World;
  const plan = (access: 'public' | 'private', name: string) => ({
    name,
    access,
    admins: [ids['ana'] ?? 0],
    guests: access === 'private' ? [ids['gwen'] ?? 0] : [],
    groups: { friends: [] },
    trackers: () => [
      {
        name: 'things',
        permissions: { full: [registered] },
        fields: [
          { name: 'title', type: 'string', read: [everybody], submit: [registered], update: [members] },
          { name: 'links', type: 'art_link', read: [everybody], submit: [registered], update: [members] },
        ],
      },
    ],
  });

  it('are shown to its guests alone, whoever asks first', async () => {
    open = await buildProject(test, plan('public', 'open-place'));
    closed = await buildProject(test, plan('private', 'closed-place'));
    const by = ids['ana'] ?? 0;
    const [target = 0, source = 0] = await buildArtifacts(test, [
      {
        trackerId: closed.tracker('things'),
        changes: () => [{ by, atMs: 0, values: { [closed.field('things', 'title')]: 'Hidden' } }],
      },
      {
        trackerId: open.tracker('things'),
        changes: (all) => [
          { by, atMs: 0, values: { [open.field('things', 'links')]: all.slice(0, 1).map((id) => ({ id, type: '' })) } },
        ],
      },
    ]);
    const shown = { path: `/api/artifacts/${source}`, status: 200 };
    const uri = `"uri":"artifacts/${target}"`;
    for (const _ of [1, 2]) {
      await expectRow(test, { ...shown, as: 'gwen', contains: [uri] });
      await expectRow(test, { ...shown, as: 'stig', lacks: [uri] });
    }
  });

  it('let a guest submit what registered users may', async () => {
    const values = [{ field_id: closed.field('things', 'title'), value: 'By a guest' }];
    const body = { tracker: { id: closed.tracker('things') }, values };
    const { json } = await expectRow(test, { path: '/api/artifacts', method: 'POST', as: 'gwen', body, status: 201 });
    const other = [{ ...values[0], value: 'Changed by a guest' }];
    const made = { path: `/api/artifacts/${String(at(json, 'id'))}`, method: 'PUT', body: { values: other } };
    await expectRow(test, { ...made, as: 'gwen', status: 400 });
    await expectRow(test, { path: '/api/artifacts', method: 'POST', as: 'stig', body, status: 403 });
  });
});
