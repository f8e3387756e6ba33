// Attacks that no other test stands for; SECURITY.md lists the tests of all of them. Rows are requests that somebody with
// bad intentions would try, and what must not come of them.
// Process: its own, because it measures processor time
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listOf, objectOf, readContract } from '../hostile/operations.ts';
import { at, headerOf } from '../support/harness.ts';
import type { Answered, Call, TestApp } from '../support/harness.ts';
import { listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, members } from '../support/worlds.ts';

let scrum: Scrum;
let test: TestApp;
/** A project that ana does not see, with its things. */
let vault: { project: number; tracker: number; artifact: number; group: number };
/** A tracker for administrators alone, of a project that everybody sees. */
let cellar = 0;
let anasKey = '';
before(async () => {
  scrum = await openScrum();
  ({ test } = scrum);
  const keeper = await test.addUser('keeper');
  const title = { name: 'title', type: 'string', read: [members], submit: [members], update: [members] };
  const world = await buildProject(test, {
    name: 'vault',
    access: 'private',
    admins: [keeper],
    groups: { sleepers: [keeper] },
    trackers: () => [{ name: 'safe', permissions: { full: [members] }, fields: [title], title: 'title' }],
  });
  const house = await buildProject(test, {
    name: 'open-house',
    admins: [keeper],
    trackers: () => [{ name: 'cellar', permissions: { full: [admins] }, fields: [title] }],
  });
  cellar = house.tracker('cellar');
  const body = { scopes: ['write:rest'], description: 'ana’s' };
  const key = await test.call('/api/access_keys', { as: 'ana', method: 'POST', body });
  anasKey = /tlp-k1-(\d+)/.exec(key.text)?.[1] ?? '';
  assert.notEqual(anasKey, '', key.text);
  const tracker = world.tracker('safe');
  const [artifact = 0] = await buildArtifacts(test, [{ trackerId: tracker, changes: [{ by: keeper, atMs: 0 }] }]);
  vault = { project: world.id, tracker, artifact, group: world.group('sleepers') };
});
after(() => test.close());

describe('SQL injection', () => {
  const snippets = [
    "' or '1'='1",
    "'; drop table users; --",
    '1 or 1=1',
    "1' union select 1,2,3 --",
    "%' or 1=1 or '",
    '\\',
  ];

  it('is text like any other, in every query and path of every route that reads', async () => {
    assert.equal((await test.call('/api/users/self', { as: 'ana' })).status, 200);
    const earlier = await test.app.database.read.selectFrom('users').selectAll().execute();
    for (const operation of readContract().operations.filter(({ method }) => method === 'GET')) {
      const names = operation.parameters.filter(({ place }) => place === 'query').map(({ name }) => name);
      for (const snippet of snippets.slice(0, 2)) {
        const sent = encodeURIComponent(snippet);
        const asJson = encodeURIComponent(JSON.stringify({ username: snippet, shortname: snippet }));
        const paths = [
          operation.path.replace(/\{\w+\}/g, sent),
          ...names.map((name) => `${operation.path.replace(/\{\w+\}/g, '101')}?${name}=${sent}`),
          ...(names.includes('query') ? [`${operation.path.replace(/\{\w+\}/g, '101')}?query=${asJson}`] : []),
        ];
        for (const path of paths) {
          // What waits for something to happen is asked not to.
          const now = names.includes('wait') ? `${path.includes('?') ? '&' : '?'}wait=0` : '';
          const answer = await test.call(`/api${path}${now}`, { as: 'ana' });
          assert.ok(answer.status < 500, `${path}: ${answer.text}`);
          assert.ok(!answer.text.includes('vault') && !/sqlite|syntax error/i.test(answer.text), path);
        }
      }
    }
    assert.deepEqual(await test.app.database.read.selectFrom('users').selectAll().execute(), earlier);
  });

  it('stays what it is where it is stored, and finds only itself', async () => {
    for (const snippet of snippets) {
      const body = { values: [{ field_id: scrum.field('Tasks', 'title'), value: snippet }] };
      const made = await test.call('/api/artifacts', {
        method: 'POST',
        as: 'ana',
        body: { tracker: { id: scrum.tracker('Tasks') }, ...body },
      });
      const shown = await test.call(`/api/artifacts/${String(at(made.json, 'id'))}`, { as: 'ana' });
      assert.equal(at(shown.json, 'title'), snippet, made.text);
      const query = encodeURIComponent(JSON.stringify({ username: snippet }));
      assert.deepEqual((await test.call(`/api/users?query=${query}`, { as: 'ana' })).json, []);
    }
  });
});

describe('mass assignment', () => {
  const privileged = {
    id: 1,
    user_id: 1,
    is_site_admin: true,
    is_super_user: true,
    admin: true,
    role: 'admin',
    status: 'A',
    submitted_by: 101,
    last_updated_by: 101,
    submitted_on: '2001-01-01T00:00:00Z',
    version: 99,
    project_id: 1,
    access: 'private',
    is_public: true,
    is_template: true,
    delegations: ['user-management'],
    ldap_id: 'x',
    password_hash: 'x',
    avatar_key: 'x',
    created_at_ms: 0,
    permissions: [{ ugroup_id: 1 }],
    artifact_id: 1,
  };
  const rights = async (): Promise<string> => {
    const { read } = test.app.database;
    return JSON.stringify([
      await read.selectFrom('users').select(['id', 'username', 'is_site_admin', 'status', 'ldap_id']).execute(),
      await read.selectFrom('delegations').selectAll().execute(),
      await read.selectFrom('project_members').selectAll().orderBy('project_id').orderBy('user_id').execute(),
      await read.selectFrom('projects').select(['id', 'access', 'status', 'is_template', 'unix_name']).execute(),
      await read.selectFrom('tracker_permissions').selectAll().execute(),
    ]);
  };

  it('changes no right, whatever body of whatever route the keys are in', async () => {
    await test.call('/api/users/self', { as: 'bruno' });
    const earlier = await rights();
    const group = `101_${members}`;
    const bodies: Record<string, unknown> = {
      '/artifacts/{id}': { values: [{ field_id: scrum.field('Tasks', 'title'), value: 'x', ...privileged }] },
      '/users/{id}': { values: { locale: 'en_US' } },
      '/users/{id}/preferences': { key: 'a', value: 'b' },
      '/user_dashboards': { name: 'board' },
      '/access_keys': { scopes: ['write:rest'], description: 'x' },
      '/users/{id}/history': [],
    };
    const writes = readContract().operations.filter(({ body, method }) => body !== undefined && method !== 'GET');
    assert.ok(writes.length > 15);
    for (const { method, path } of writes) {
      const id = path.startsWith('/users') ? 'self' : path.startsWith('/user_groups') ? group : '101';
      const known = bodies[path];
      const body = Array.isArray(known) ? [privileged] : { ...privileged, ...objectOf(known) };
      // Bruno is an ordinary member; a project that he asks for would have him as its administrator.
      if (path === '/projects') continue;
      const answer = await test.call(`/api${path.replace('{id}', id)}`, { method, as: 'bruno', body });
      assert.ok(answer.status < 500, `${method} ${path}: ${answer.text}`);
    }
    assert.equal(await rights(), earlier);
  });

  it('makes nobody else the author of an artifact, and sets no time and no id', async () => {
    const values = [{ field_id: scrum.field('Tasks', 'title'), value: 'mine' }];
    const tracker = { id: scrum.tracker('Tasks'), project: { id: vault.project } };
    const post = (keys: object) =>
      test.call('/api/artifacts', { method: 'POST', as: 'ana', body: { ...keys, tracker, values } });
    assert.equal((await post(privileged)).status, 400);
    // What GET shows may be sent back.
    const { id, submitted_by, submitted_on, status } = privileged;
    const made = await post({ id, submitted_by, submitted_on, status, project: { id: vault.project } });
    assert.equal(made.status, 201, made.text);
    const shown = await test.call(`/api/artifacts/${String(at(made.json, 'id'))}`, { as: 'ana' });
    assert.equal(at(shown.json, 'submitted_by_user.username'), 'ana');
    assert.equal(at(shown.json, 'project.id'), 101);
    assert.doesNotMatch(String(at(shown.json, 'submitted_on')), /^2001/);
  });

  it('gives who manages accounts no site administrator, by creation or change', async () => {
    await test.addUser('mona');
    await test.app.features.people.grantDelegation('user-management', 'mona');
    const created = { ...privileged, username: 'puppet', email: 'p@example.org' };
    assert.equal((await test.call('/api/users', { method: 'POST', as: 'mona', body: created })).status, 403);
    const { is_site_admin: _asked, ...rest } = created;
    const made = await test.call('/api/users', { method: 'POST', as: 'mona', body: rest });
    assert.equal(made.status, 201, made.text);
    const id = String(at(made.json, 'id'));
    const change = { values: { ...privileged, username: 'puppet' } };
    await test.call(`/api/users/${id}`, { method: 'PATCH', as: 'mona', body: change });
    const row = await test.app.database.read.selectFrom('users').selectAll().where('username', '=', 'puppet').execute();
    assert.deepEqual([row[0]?.is_site_admin, String(row[0]?.id)], [0, id]);
  });
});

/** What a stranger can compare: status, headers without the moment, body with the number that was asked for taken out. */
const fingerprint = (answer: Answered, asked: string): string => {
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name));
  return JSON.stringify([answer.status, headers, answer.text.replaceAll(new RegExp(`\\b${asked}\\b`, 'g'), '#')]);
};

describe('enumeration', () => {
  const pairs = (): [what: string, hidden: string, absent: string, method?: string][] => [
    ['a tracker', `/trackers/${cellar}`, '/trackers/987654'],
    ['its artifacts', `/trackers/${cellar}/artifacts`, '/trackers/987654/artifacts'],
    ['its reports', `/trackers/${cellar}/tracker_reports`, '/trackers/987654/tracker_reports'],
    ['a group', `/user_groups/${vault.project}_${vault.group}`, `/user_groups/${vault.project}_987654`],
    ['its users', `/user_groups/${vault.project}_${vault.group}/users`, `/user_groups/${vault.project}_987654/users`],
    ['somebody’s key', `/access_keys/${anasKey}`, '/access_keys/987654'],
    ['somebody’s key, to revoke', `/access_keys/${anasKey}`, '/access_keys/987654', 'DELETE'],
  ];

  it('answers what is hidden as what is not there, where the wire format lets it', async () => {
    for (const [what, hidden, absent, method = 'GET'] of pairs()) {
      const idOf = (path: string): string => path.match(/\d+(?:_\d+)?/)?.[0] ?? '';
      const [one, two] = await Promise.all(
        [hidden, absent].map(async (path) =>
          fingerprint(await test.call(`/api${path}`, { as: 'bruno', method }), idOf(path)),
        ),
      );
      assert.equal(one, two, what);
    }
  });

  it('puts hidden things into no refusal of who refers to them', async () => {
    const refer = async (id: number): Promise<string> => {
      const values = [{ field_id: scrum.field('Tasks', 'links'), links: [{ id }] }];
      const body = { values };
      return fingerprint(await test.call('/api/artifacts/20', { method: 'PUT', as: 'ana', body }), String(id));
    };
    assert.equal(await refer(vault.artifact), await refer(987_654));
    const template = async (id: number): Promise<string> => {
      const body = { shortname: 'fresh', label: 'Fresh one', is_public: true, template_id: id };
      return fingerprint(await test.call('/api/projects', { method: 'POST', as: 'bruno', body }), String(id));
    };
    assert.equal(await template(vault.project), await template(987_654));
  });

  it('answers an unknown name as a wrong password, in status, headers, body and work', async () => {
    const ask = (username: string, call: Call): Promise<Answered> =>
      test.call('/api/tokens', { ...call, method: 'POST', body: { username, password: 'wrong password' } });
    // CPU of the whole process, hashing threads included: without the hash it is a hundredth.
    const measure = async (username: string): Promise<{ seen: string; cpuUs: number }> => {
      const before = process.cpuUsage();
      const seen = fingerprint(await ask(username, {}), username);
      const { user, system } = process.cpuUsage(before);
      return { seen, cpuUs: user + system };
    };
    const known = [await measure('keeper'), await measure('keeper')];
    const unknown = [await measure('nobody-here'), await measure('nobody-here')];
    assert.equal(new Set([...known, ...unknown].map(({ seen }) => seen)).size, 1);
    const least = (times: readonly { cpuUs: number }[]): number => Math.min(...times.map(({ cpuUs }) => cpuUs));
    assert.ok(least(unknown) > least(known) / 4, `${least(unknown)} µs and ${least(known)} µs`);
  });

  it('draws a picture for every name, whether there is such an account or not', async () => {
    const known = await test.call('/users/keeper/avatar.png');
    const unknown = await test.call('/users/nobody-here/avatar.png');
    assert.deepEqual([known.status, headerOf(known, 'content-type')], [200, 'image/png']);
    assert.deepEqual([unknown.status, headerOf(unknown, 'content-type')], [200, 'image/png']);
  });
});

describe('header injection', () => {
  const breaks = ['\r\nX-Injected: 1', '\nSet-Cookie: a=b', '\u0085X-Injected: 1', '\r\n\r\n<html>', '"; filename="x'];

  it('breaks no header with what addresses and bodies hold', async () => {
    for (const text of breaks) {
      const sent = encodeURIComponent(text);
      const calls: [string, Call][] = [
        [`/api/nothing/${sent}`, {}],
        [`/api/users/${sent}`, { as: 'ana' }],
        [`/api/trackers/${scrum.tracker('Bugs')}/artifacts?limit=${sent}`, { as: 'ana' }],
        [`/users/${sent}/avatar.png`, {}],
        [`/api/explorer?x=${sent}`, {}],
        [`/api/explorer/assets/${sent}`, {}],
        [`/api/users/self/preferences?key=${sent}`, { as: 'ana' }],
        ['/api/sessions', { method: 'POST', body: { username: text, password: text } }],
        ['/api/user_dashboards', { as: 'ana', method: 'POST', body: { name: text } }],
      ];
      for (const [path, call] of calls) {
        const answer = await test.call(path, call);
        assert.ok(answer.status < 500, `${path}: ${answer.text}`);
        assert.equal(answer.headers.get('x-injected'), null, path);
        assert.equal(answer.headers.get('set-cookie'), null, path);
        for (const [, value] of answer.headers) assert.match(value, /^[\x20-\x7e]*$/, path);
      }
    }
  });

  it('makes the id of a request itself, and redirects nowhere else', async () => {
    const answer = await test.call('/api/version', { headers: { 'x-request-id': 'mine' } });
    assert.match(headerOf(answer, 'x-request-id'), /^[0-9a-f]{8}-[0-9a-z]+$/);
    for (const path of [
      '//evil.example/api/explorer',
      '/api/explorer?//evil.example',
      '/\\evil.example/api/explorer',
    ]) {
      const location = (await test.call(path)).headers.get('location');
      assert.ok(location === null || /^\/api\/explorer\/(?:\?|$)/.test(location), `${path} leads to ${location}`);
    }
  });
});

describe('scripts in what people write', () => {
  const script =
    '<script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)><a href="javascript:x">y</a>';

  it('come out of no rendered text', async () => {
    const fields = listAt((await test.call(`/api/trackers/${scrum.tracker('Bugs')}`, { as: 'ana' })).json, 'fields');
    const text = fields.find((field) => at(field, 'type') === 'text');
    const artifacts = await test.call(`/api/trackers/${scrum.tracker('Bugs')}/artifacts?limit=1`, { as: 'ana' });
    const id = Number(at(artifacts.json, '0.id'));
    for (const format of ['html', 'commonmark', 'text']) {
      const body = {
        values: [{ field_id: at(text, 'field_id'), value: { content: script, format } }],
        comment: { body: script, format },
      };
      const changed = await test.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'ana', body });
      assert.equal(changed.status, 200, changed.text);
      const shown = await test.call(`/api/artifacts/${id}`, { as: 'ana' });
      const changesets = await test.call(`/api/artifacts/${id}/changesets?order=desc&limit=1`, { as: 'ana' });
      const rendered = [...findAll(shown.json), ...findAll(changesets.json)];
      assert.ok(rendered.length >= 2, format);
      for (const html of rendered) assert.doesNotMatch(html, /<(?:script|svg)|<[^>]*\son\w+=|href="javascript/i);
    }
  });

  /** Every text that goes into a page as it is. */
  function findAll(value: unknown): string[] {
    if (Array.isArray(value)) return listOf(value).flatMap(findAll);
    return Object.entries(objectOf(value)).flatMap(([name, member]) =>
      name.startsWith('post_processed') && typeof member === 'string' ? [member] : findAll(member),
    );
  }

  it('in refusals are data that no browser takes for a page', async () => {
    const answers = [
      await test.call(`/api/${encodeURIComponent(script)}`, { headers: { accept: 'text/html,*/*;q=0.8' } }),
      await test.call(`/api/users/${encodeURIComponent(script)}`, {
        as: 'ana',
        headers: { accept: 'application/xml' },
      }),
      await test.call('/api/user_groups', { as: 'ana', method: 'POST', body: { project_id: 101, short_name: script } }),
    ];
    for (const answer of answers) {
      assert.ok(answer.status >= 400);
      assert.match(headerOf(answer, 'content-type'), /^application\/(?:json|xml); charset=utf-8$/);
      assert.equal(headerOf(answer, 'x-content-type-options'), 'nosniff');
      if (headerOf(answer, 'content-type').startsWith('application/xml')) assert.ok(!answer.text.includes('<script'));
    }
  });

  it('can not be a picture', async () => {
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`).toString('base64');
    const put = (contentType: string, content: string): Promise<Answered> =>
      test.call('/api/users/self/avatar', { method: 'PUT', as: 'ana', body: { content_type: contentType, content } });
    for (const type of ['image/svg+xml', 'text/html', 'image/png', 'image/webp']) {
      assert.equal((await put(type, svg)).status, 400, type);
    }
    const page = Buffer.concat([Buffer.from('GIF89a'), Buffer.from(script)]).toString('base64');
    assert.equal((await put('image/gif', page)).status, 200);
    const url = String(at((await test.call('/api/users/self', { as: 'ana' })).json, 'avatar_url'));
    const shown = await test.call(new URL(url).pathname);
    assert.equal(headerOf(shown, 'content-type'), 'image/gif');
    assert.equal(headerOf(shown, 'content-security-policy'), "default-src 'none'; sandbox");
    assert.equal(headerOf(shown, 'x-content-type-options'), 'nosniff');
  });
});

describe('prototypes', () => {
  it('are not reached by keys of bodies, queries, forms and headers', async () => {
    const keys = ['__proto__', 'constructor', 'prototype'];
    for (const key of keys) {
      const json = `{"${key}":{"polluted":true},"values":[],"comment":{"${key}":{"polluted":true},"body":"x"}}`;
      const xml = `<request><item key="${key}"><polluted>1</polluted></item><values/></request>`;
      const form = `${key}[polluted]=1&${key}.polluted=1`;
      for (const [type, body] of [
        ['application/json', json],
        ['application/xml', xml],
        ['application/x-www-form-urlencoded', form],
      ] as const) {
        const headers = { 'content-type': type, ...(key === '__proto__' ? {} : { [key]: 'polluted' }) };
        const answer = await test.call(`/api/artifacts/20?${key}[polluted]=1`, {
          method: 'PUT',
          as: 'ana',
          body,
          headers,
        });
        assert.ok(answer.status < 500, answer.text);
        const query = encodeURIComponent(`{"${key}":{"polluted":true}}`);
        assert.equal((await test.call(`/api/projects?query=${query}`, { as: 'ana' })).status, 400);
      }
    }
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    assert.deepEqual(Object.keys(Object.prototype), []);
  });
});
