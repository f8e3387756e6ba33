// Engine: both
// Accounts over REST: finding them, what anonymous callers and others see of them, memberships, preferences, and the
// members of a group.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, headerOf } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let test: TestApp;
before(async () => {
  scrum = await openScrum({ withKanban: true });
  ({ test } = scrum);
  const { people } = test.app.features;
  await test.addUser('stig');
  await test.addUser('sofia_x', { status: 'S' });
  await test.addUser('stella', { status: 'R' });
  await people.change('stella', { email: 'stig@example.org' });
  await people.change('stig', { realName: 'Émile Ångström', ldapId: 'emile-7' });
});
after(() => test.close());

const usersPath = (query: unknown): string =>
  `/api/users?query=${encodeURIComponent(typeof query === 'string' ? query : JSON.stringify(query))}`;

describe('GET /users', () => {
  const found: [query: unknown, names: string[]][] = [
    ['ana', ['ana']],
    ['ANA', ['ana']],
    ['lindq', ['ana']],
    ['example', []],
    ['horák', ['dagny']],
    ['Émile', ['stig']],
    ['%%%', []],
    ['___', []],
    ["' or 1=1 --", []],
    ['ste', ['stella']],
    ['sofia', []],
    ['None', []],
    [{ username: 'bruno' }, ['bruno']],
    [{ loginname: 'bruno' }, ['bruno']],
    [{ username: 'brun' }, []],
    [{ email: 'bruno@example.org' }, ['bruno']],
    [{ email: 'stig@example.org' }, ['stella', 'stig']],
    [{ email: 'nobody@example.org' }, []],
  ];
  for (const [query, names] of found) {
    it(`${JSON.stringify(query)} finds ${names.join(', ')}`, async () => {
      const answers = { 'x-pagination-size': String(names.length) };
      const answer = await expectRow(test, { path: usersPath(query), as: 'ana', status: 200, answers });
      assert.deepEqual(
        listAt(answer.json).map((one) => at(one, 'username')),
        names,
      );
    });
  }

  const refused = [
    'an',
    '',
    '{}',
    { ldap_id: 'emile-7' },
    { username: 'ana', loginname: 'ana' },
    { username: 1 },
    { email: null },
    '{"username":}',
  ];
  for (const query of refused) {
    it(`400 to ${JSON.stringify(query)}`, async () => {
      await expectRow(test, { path: usersPath(query), as: 'ana', status: 400, contains: ['query'] });
    });
  }

  it('400 without a query', async () => {
    await expectRow(test, { path: '/api/users', as: 'ana', status: 400, contains: ['query'] });
  });

  it('shows signed-in callers e-mail and status, anonymous ones neither', async () => {
    const minimal = {
      uri: `users/${await scrum.user('dagny')}`,
      id: await scrum.user('dagny'),
      user_url: '/users/dagny',
      real_name: 'Dagny Horák',
      display_name: 'Dagny Horák (dagny)',
      username: 'dagny',
      ldap_id: '',
      avatar_url: 'https://localhost/users/dagny/avatar.png',
      is_anonymous: false,
      has_avatar: true,
    };
    const lacks = ['@example.org', '"status"', '"email"'];
    const anonymous = await expectRow(test, { path: usersPath({ username: 'dagny' }), status: 200, lacks });
    assert.deepEqual(anonymous.json, [minimal]);
    const known = await expectRow(test, { path: usersPath({ username: 'dagny' }), as: 'stig', status: 200 });
    assert.deepEqual(known.json, [{ ...minimal, email: 'dagny@example.org', status: 'A' }]);
  });

  it('pages in order of name', async () => {
    const names: unknown[] = [];
    for (const offset of [0, 1, 2]) {
      const page = await test.call(`${usersPath({ email: 'stig@example.org' })}&limit=1&offset=${offset}`, {
        as: 'ana',
      });
      names.push(...listAt(page.json).map((one) => at(one, 'username')));
    }
    assert.deepEqual(names, ['stella', 'stig']);
  });

  it('never shows a password', async () => {
    const lacks = ['argon2', 'password'];
    for (const path of [usersPath('ana'), '/api/users/self', '/api/users/self/membership?scope=project&format=full'])
      await expectRow(test, { path, as: 'ana', status: 200, lacks });
  });
});

describe('GET /users/:id', () => {
  it('self is the caller; for anonymous callers and 0 it is the anonymous user', async () => {
    const self = await test.call('/api/users/self', { as: 'bruno' });
    assert.equal(at(self.json, 'username'), 'bruno');
    assert.deepEqual(self.json, (await test.call(`/api/users/${await scrum.user('bruno')}`, { as: 'bruno' })).json);
    for (const path of ['/api/users/self', '/api/users/0']) {
      const answer = await expectRow(test, { path, status: 200 });
      assert.partialDeepStrictEqual(answer.json, { id: null, uri: null, username: null, is_anonymous: true });
      assert.equal(at(answer.json, 'display_name'), 'Anonymous user');
    }
  });

  it('100 is the account that stands for nobody', async () => {
    const answer = await test.call('/api/users/100', { as: 'ana' });
    assert.partialDeepStrictEqual(answer.json, { id: 100, username: 'None', display_name: 'None', status: 'S' });
  });

  const rows: Row[] = [
    { path: '/api/users/999', status: 404 },
    { path: '/api/users/999', as: 'ana', status: 404 },
    { path: '/api/users/abc', as: 'ana', status: 400 },
    { path: '/api/users/-1', as: 'ana', status: 400 },
    { path: '/api/users/1.5', as: 'ana', status: 400 },
    { path: '/api/users/Self', as: 'ana', status: 400 },
    { path: '/api/users/99999999999999999999', as: 'ana', status: 400 },
  ];
  for (const row of rows) it(`${row.status} to ${row.path}`, async () => void (await expectRow(test, row)));

  it('a real name that is empty leaves its space', async () => {
    await test.addUser('bare');
    const answer = await test.call(usersPath({ username: 'bare' }), { as: 'ana' });
    assert.equal(at(answer.json, '0.display_name'), ' (bare)');
  });
});

describe('GET /users/:id/membership', () => {
  const own = async (as: string, query = ''): Promise<unknown> =>
    (await expectRow(test, { path: `/api/users/self/membership${query}`, as, status: 200 })).json;

  it('names the groups, in three forms', async () => {
    const project = ['meadow-scrum_project_members', 'ug_101'];
    assert.deepEqual(await own('bruno'), ['site_active', ...project]);
    assert.deepEqual(await own('bruno', '?scope=project'), project);
    assert.deepEqual(await own('bruno', '?scope=project&format=id'), ['101_3', '101']);
    const full = listAt(await own('bruno', '?scope=project&format=full'));
    assert.deepEqual(
      full.map((one) => [at(one, 'id'), at(one, 'project.shortname')]),
      [
        ['101_3', 'meadow-scrum'],
        ['101', 'meadow-scrum'],
      ],
    );
    assert.ok(listAt(await own('ana')).includes('harbor-kanban_project_admin'));
    assert.deepEqual(await own('stig'), ['site_active']);
    assert.deepEqual(await own('stella'), ['site_restricted']);
    assert.deepEqual(await own('stig', '?scope=project'), []);
  });

  it('is one’s own, or for those who may know', async () => {
    const path = `/api/users/${await scrum.user('bruno')}/membership`;
    await expectRow(test, { path, status: 401 });
    await expectRow(test, { path, as: 'bruno', status: 200 });
    await expectRow(test, { path, as: 'root', status: 200, contains: ['meadow-scrum_project_members'] });
    for (const as of ['ana', 'stig']) await expectRow(test, { path, as, status: 403, lacks: ['meadow'] });
    await test.app.features.people.grantDelegation('user-management', 'stig');
    await expectRow(test, { path, as: 'stig', status: 200 });
    await test.app.features.people.revokeDelegation('user-management', 'stig');
    await expectRow(test, { path, as: 'stig', status: 403 });
    await expectRow(test, { path: '/api/users/999/membership', as: 'root', status: 404 });
  });

  it('is empty for an account that is not active', async () => {
    const path = `/api/users/${await scrum.user('sofia_x')}/membership`;
    assert.deepEqual((await expectRow(test, { path, as: 'root', status: 200 })).json, []);
  });

  for (const query of ['format=id', 'format=full', 'scope=site', 'scope=project&format=other']) {
    it(`400 to ?${query}`, async () => {
      await expectRow(test, { path: `/api/users/self/membership?${query}`, as: 'ana', status: 400 });
    });
  }
});

describe('GET /users/:id/preferences', () => {
  it('is false until it is set, and one’s own alone', async () => {
    const bruno = await scrum.user('bruno');
    const path = `/api/users/${bruno}/preferences?key=theme`;
    const unset = await expectRow(test, { path, as: 'bruno', status: 200 });
    assert.deepEqual(unset.json, { key: 'theme', value: false });
    await test.app.database.transact((tx) =>
      tx.insertInto('preferences').values({ user_id: bruno, name: 'theme', value: 'dark' }).execute(),
    );
    const set = await expectRow(test, { path, as: 'bruno', status: 200 });
    assert.deepEqual(set.json, { key: 'theme', value: 'dark' });
    assert.notEqual(headerOf(set, 'etag'), headerOf(unset, 'etag'));
    for (const as of ['ana', 'root', 'stig']) await expectRow(test, { path, as, status: 403, lacks: ['dark'] });
    await expectRow(test, { path, status: 403 });
    await expectRow(test, { path: '/api/users/self/preferences?key=theme', status: 403 });
    for (const query of ['', '?key='])
      await expectRow(test, { path: `/api/users/self/preferences${query}`, as: 'ana', status: 400, contains: ['key'] });
  });
});

describe('GET /user_groups/:id/users', () => {
  const names = async (path: string, as: string): Promise<unknown[]> =>
    listAt((await expectRow(test, { path: `/api/user_groups/${path}`, as, status: 200 })).json).map((one) =>
      at(one, 'username'),
    );

  it('lists the members in order of name, with e-mail, for project administrators', async () => {
    for (const as of ['ana', 'root']) {
      assert.deepEqual(await names('101_3/users', as), ['ana', 'bruno', 'chika', 'dagny', 'emre']);
      assert.deepEqual(await names('101_4/users', as), ['ana']);
      assert.deepEqual(await names('101/users', as), ['bruno', 'emre']);
      assert.deepEqual(await names('101_11/users', as), []);
      assert.deepEqual(await names('101_3/users?limit=2&offset=1', as), ['bruno', 'chika']);
    }
    await expectRow(test, {
      path: '/api/user_groups/101_3/users',
      as: 'ana',
      status: 200,
      contains: ['bruno@example.org'],
    });
  });

  const rows: Row[] = [
    { path: '/api/user_groups/101_3/users', status: 401 },
    { path: '/api/user_groups/101_3/users', as: 'bruno', status: 403 },
    { path: '/api/user_groups/101_3/users', as: 'stig', status: 403 },
    { path: '/api/user_groups/102_3/users', as: 'freya', status: 403 },
    { path: '/api/user_groups/2/users', as: 'root', status: 404 },
    { path: '/api/user_groups/999/users', as: 'root', status: 404 },
    { path: '/api/user_groups/abc/users', as: 'root', status: 400 },
  ];
  for (const row of rows)
    it(`${row.status} to ${row.as ?? 'anonymous'}: ${row.path}`, async () => {
      await expectRow(test, { ...row, lacks: ['@example.org'] });
    });
});

describe('GET /version', () => {
  it('tells name and number to everybody', async () => {
    const answer = await expectRow(test, { path: '/api/version', status: 200 });
    assert.match(String(at(answer.json, 'version_number')), /^\d+\.\d+\.\d+/);
    assert.equal(at(answer.json, 'flavor_name'), 'Tepal');
  });
});
