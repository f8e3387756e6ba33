// Engine: both
// Accounts that are created, changed and registered over REST: who may, what is refused, and what others see of it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, headerOf, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, titleOf } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';

const clock = createTestClock(Date.parse('2026-03-01T12:00:00Z'));
const strongPassword = 'seven silver otters';
const xml = { accept: 'application/xml', 'content-type': 'application/xml' };

let test: TestApp;
const ids = new Map<string, number>();
const add = async (name: string, facts: Parameters<TestApp['addUser']>[1] = {}): Promise<void> => {
  ids.set(name, await test.addUser(name, facts));
};
const pathOf = (name: string): string => `/api/users/${ids.get(name) ?? assert.fail(`there is no ${name}`)}`;
const read = async (name: string): Promise<unknown> => (await test.call(pathOf(name), { as: 'root' })).json;
const setting = (name: string, value: string): Promise<void> => test.app.features.site.changeSetting(name, value);
/** Waits behind no limit that an earlier test has used up. */
const letAnHourPass = (): void => clock.advance(3_600_001);

before(async () => {
  test = await startApp({ clock });
  const { people } = test.app.features;
  const root = await test.call('/api/users/self', { as: 'root' });
  ids.set('root', Number(at(root.json, 'id')));
  for (const name of ['ana', 'bela', 'manager', 'viewer', 'reader']) await add(name);
  await people.grantDelegation('user-management', 'manager');
  await people.grantDelegation('user-membership', 'viewer');
  await people.grantDelegation('rest-read-only', 'reader');
});
after(() => test.close());

describe('PATCH /users/:id', () => {
  const patch = (name: string, values: unknown): Pick<Row, 'method' | 'path' | 'body'> => ({
    method: 'PATCH',
    path: pathOf(name),
    body: { values },
  });

  it('is for site administrators and those who manage accounts', async () => {
    const before = await read('ana');
    for (const as of [undefined, 'ana', 'bela', 'viewer', 'reader']) {
      const status = as === undefined ? 401 : 403;
      const who = as === undefined ? {} : { as };
      const names = as === 'ana' ? [] : [{ real_name: 'X' }];
      for (const values of [...names, { status: 'S' }, { email: 'x@example.org' }, { username: 'xy' }, {}]) {
        await expectRow(test, { ...patch('ana', values), ...who, status });
      }
    }
    assert.deepEqual(await read('ana'), before);
    const inXml = { headers: { accept: 'application/xml' }, contains: ['<code>403</code>'] };
    await expectRow(test, { ...patch('ana', { real_name: 'X' }), ...inXml, as: 'bela', status: 403 });
    await expectRow(test, {
      ...patch('ana', { real_name: 'Ana One' }),
      as: 'root',
      status: 200,
      contains: ['true'],
      lacks: ['Ana'],
    });
    assert.equal(at(await read('ana'), 'display_name'), 'Ana One (ana)');
    const body = '<request><values><real_name>Ana Two</real_name><email>two@example.org</email></values></request>';
    const answer = await expectRow(test, { ...patch('ana', {}), as: 'manager', body, headers: xml, status: 200 });
    assert.match(answer.text, /<response>true<\/response>/);
    assert.partialDeepStrictEqual(await read('ana'), { real_name: 'Ana Two', email: 'two@example.org', status: 'A' });
  });

  it('is open to all who may read, whatever mode the platform is in', async () => {
    for (const mode of ['regular', 'anonymous']) {
      await setting('access_mode', mode);
      await expectRow(test, { ...patch('ana', { real_name: 'X' }), status: 401 });
    }
  });

  it('changes everything at once or nothing', async () => {
    await add('carl');
    await expectRow(test, { ...patch('carl', { real_name: 'C', email: 'no address' }), as: 'root', status: 400 });
    await expectRow(test, { ...patch('carl', { real_name: 'C', username: 'ANA' }), as: 'root', status: 409 });
    assert.partialDeepStrictEqual(await read('carl'), { real_name: '', username: 'carl' });
    const values = { real_name: 'Carl', username: 'carla', email: 'c@example.org', status: 'S' };
    await expectRow(test, { ...patch('carl', values), as: 'root', status: 200 });
    assert.partialDeepStrictEqual(await read('carl'), values);
  });

  it('a new name finds the account from then on, and signs it in', async () => {
    await add('dora');
    await expectRow(test, { ...patch('dora', { username: 'Dorothea' }), as: 'root', status: 200 });
    const found = await test.call('/api/users?query=othea', { as: 'ana' });
    assert.equal(at(found.json, '0.username'), 'Dorothea');
    assert.deepEqual((await test.call('/api/users?query=dora', { as: 'ana' })).json, []);
    const token = (username: string) =>
      test.call('/api/tokens', { method: 'POST', body: { username, password: testPassword } });
    assert.equal((await token('dorothea')).status, 200);
    assert.equal((await token('dora')).status, 401);
  });

  it('ignores unknown keys and unknown letters of states', async () => {
    for (const values of [
      { delegations: ['user-management'], id: 1 },
      { status: 'V' },
      { status: 'zzz' },
      { status: '' },
      {},
    ])
      await expectRow(test, { ...patch('bela', values), as: 'root', status: 200 });
    assert.partialDeepStrictEqual(await read('bela'), { status: 'A', username: 'bela' });
  });

  it('refuses what no account may have', async () => {
    const refused: [values: unknown, part: string][] = [
      [{ username: 'a' }, 'username'],
      [{ username: 'Root' }, 'username'],
      [{ username: '1abc' }, 'username'],
      [{ username: 'a b' }, 'username'],
      [{ username: '' }, 'username'],
      [{ username: 'ünal' }, 'username'],
      [{ username: 'x'.repeat(256) }, 'username'],
      [{ username: null }, 'username'],
      [{ username: 'None' }, 'reserved'],
      [{ email: '' }, 'email'],
      [{ email: 'a@b@c' }, 'email'],
      [{ email: 'a@b\r\nBcc: c@d' }, 'email'],
      [{ email: `${'x'.repeat(250)}@example.org` }, 'email'],
      [{ real_name: 'a\nb' }, 'real_name'],
      [{ real_name: 'a\u202eb' }, 'real_name'],
      [{ real_name: 7 }, 'real_name'],
      [{ real_name: 'x'.repeat(256) }, 'real_name'],
      [{ status: 1 }, 'status'],
      [{ locale: 'english' }, 'locale'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ timezone: '+02:00' }, 'timezone'],
      [[], 'values'],
      [null, 'values'],
    ];
    const before = await read('bela');
    for (const [values, part] of refused) {
      await expectRow(test, { ...patch('bela', values), as: 'root', status: 400, contains: [part] });
    }
    await expectRow(test, { method: 'PATCH', path: pathOf('bela'), as: 'root', status: 400, body: '' });
    assert.deepEqual(await read('bela'), before);
  });

  it('restricts accounts only where the platform knows restricted ones', async () => {
    for (const mode of ['anonymous', 'regular']) {
      await setting('access_mode', mode);
      await expectRow(test, { ...patch('bela', { status: 'R' }), as: 'root', status: 400, contains: ['restricted'] });
    }
    await setting('access_mode', 'restricted');
    await add('super', { isSiteAdmin: true });
    await expectRow(test, { ...patch('super', { status: 'R' }), as: 'root', status: 400 });
    await expectRow(test, { ...patch('bela', { status: 'R' }), as: 'manager', status: 200 });
    assert.equal(at(await read('bela'), 'status'), 'R');
    await expectRow(test, { ...patch('bela', { status: 'A' }), as: 'manager', status: 200 });
    await setting('access_mode', 'anonymous');
  });

  it('lets who manages accounts not reach above', async () => {
    await add('chief', { isSiteAdmin: true });
    for (const name of ['chief', 'reader', 'viewer']) {
      for (const values of [{ email: 'manager@example.org' }, { username: 'mine' }, { status: 'S' }]) {
        await expectRow(test, { ...patch(name, values), as: 'manager', status: 403 });
      }
    }
    await expectRow(test, { ...patch('viewer', { real_name: 'V' }), as: 'root', status: 200 });
    await expectRow(test, { ...patch('manager', { real_name: 'M' }), as: 'manager', status: 200 });
  });

  it('keeps the last active site administrator', async () => {
    const other = await startApp();
    try {
      const root = `/api/users/${String(at((await other.call('/api/users/self', { as: 'root' })).json, 'id'))}`;
      for (const status of ['S', 'D', 'P']) {
        const row = { method: 'PATCH', path: root, as: 'root', body: { values: { status } } };
        await expectRow(other, { ...row, status: 409, contains: ['last'] });
      }
      await assert.rejects(other.app.features.people.change('root', { isSiteAdmin: false }), /last active/);
      await other.addUser('second', { isSiteAdmin: true });
      const row = { method: 'PATCH', path: root, as: 'second', body: { values: { status: 'S' } } };
      await expectRow(other, { ...row, status: 200 });
      await assert.rejects(other.app.features.people.change('second', { status: 'D' }), /last active/);
    } finally {
      await other.close();
    }
  });

  it('answers what is no account', async () => {
    for (const [id, status] of [
      ['999', 404],
      ['abc', 400],
      ['0', 403],
      ['100', 403],
      ['-1', 400],
    ] as const) {
      const row = { method: 'PATCH', path: `/api/users/${id}`, as: 'root', body: { values: { real_name: 'x' } } };
      await expectRow(test, { ...row, status });
    }
  });

  it('lets everybody set name, language and time zone of their own account, and shows the last two to nobody else', async () => {
    const own = { locale: 'fr_FR', timezone: 'Europe/Paris' };
    await expectRow(test, { ...patch('ana', own), as: 'ana', status: 200 });
    await expectRow(test, { ...patch('ana', own), as: 'bela', status: 403 });
    await expectRow(test, { ...patch('ana', { ...own, username: 'x' }), as: 'ana', status: 403 });
    assert.partialDeepStrictEqual((await test.call('/api/users/self', { as: 'ana' })).json, own);
    const lacks = ['fr_FR', 'Paris', 'locale'];
    for (const as of ['bela', 'root']) await expectRow(test, { path: pathOf('ana'), as, status: 200, lacks });
    await expectRow(test, { path: pathOf('ana'), status: 200, lacks: [...lacks, 'email', 'status'] });
    const body = '<request><values><locale/><timezone>UTC</timezone></values></request>';
    await expectRow(test, { ...patch('ana', {}), as: 'ana', body, headers: xml, status: 200 });
    const shown = (await test.call('/api/users/self', { as: 'ana' })).json;
    assert.deepEqual([at(shown, 'locale'), at(shown, 'timezone')], [null, 'UTC']);
  });

  it('honours If-Match with the tag that GET gave the same caller', async () => {
    const tag = headerOf(await test.call(pathOf('bela'), { as: 'root' }), 'etag');
    const change = (name: string, ifMatch: string): Row => ({
      ...patch('bela', { real_name: name }),
      as: 'root',
      headers: { 'if-match': ifMatch },
      status: 200,
    });
    await expectRow(test, change('Bela One', tag));
    const refused = await expectRow(test, { ...change('Bela Two', tag), status: 412 });
    assert.equal(headerOf(refused, 'etag'), headerOf(await test.call(pathOf('bela'), { as: 'root' }), 'etag'));
    assert.equal(at(await read('bela'), 'real_name'), 'Bela One');
    await expectRow(test, { ...change('Bela Two', '"'), status: 400 });
    await expectRow(test, { ...patch('bela', {}), as: 'ana', headers: { 'if-match': '"x"' }, status: 403 });
  });

  it('lets one of many changes with the same tag through', async () => {
    const headers = { 'if-match': headerOf(await test.call(pathOf('ana'), { as: 'root' }), 'etag') };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        test.call(pathOf('ana'), { ...patch('ana', { real_name: `Ana ${n}` }), as: 'root', headers }),
      ),
    );
    const countOf = (status: number): number => answers.filter((answer) => answer.status === status).length;
    assert.deepEqual([countOf(200), countOf(412)], [1, 11]);
  });

  it('lets many changes at once through, guarded ones too', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `crowd${n}`);
    for (const name of names) await add(name);
    const guarded = await Promise.all(
      names.map(async (name) => {
        const tag = headerOf(await test.call(pathOf(name), { as: 'root' }), 'etag');
        return test.call(pathOf(name), {
          ...patch(name, { real_name: 'One of many' }),
          as: 'root',
          headers: { 'if-match': tag },
        });
      }),
    );
    const free = await Promise.all(
      names.map((name) => test.call(pathOf(name), { ...patch(name, { real_name: name }), as: 'root' })),
    );
    assert.deepEqual([...new Set([...guarded, ...free].map(({ status }) => status))], [200]);
  });

  it('a suspended account stops acting at once, a deleted one keeps its name', async () => {
    await add('erik');
    await expectRow(test, { path: '/api/users/self', as: 'erik', status: 200 });
    await expectRow(test, { ...patch('erik', { status: 'S' }), as: 'manager', status: 200 });
    await expectRow(test, { path: '/api/users/self', as: 'erik', status: 403 });
    await expectRow(test, { ...patch('erik', { status: 'D' }), as: 'root', status: 200 });
    const again = { username: 'Erik', email: 'e@example.org' };
    await expectRow(test, {
      method: 'POST',
      path: '/api/users',
      as: 'root',
      body: again,
      status: 409,
      contains: ['taken'],
    });
    const entry = await test.call(`/api/audit_events?kind=account-changed&user_id=${ids.get('erik')}`, { as: 'root' });
    assert.partialDeepStrictEqual(listAt(entry.json)[1], { actor: { name: 'manager' }, details: { status: 'S' } });
  });
});

describe('delegations over REST', () => {
  it('are seen, given and taken by site administrators alone', async () => {
    await add('holder');
    const path = `${pathOf('holder')}/delegations/system-events`;
    const events = { path: '/api/system_event', as: 'holder' };
    for (const [as, status] of [
      [undefined, 401],
      ['manager', 403],
      ['reader', 403],
    ] as const) {
      const who = as === undefined ? {} : { as };
      for (const method of ['PUT', 'DELETE']) await expectRow(test, { ...who, path, method, status });
    }
    await expectRow(test, { path: '/api/delegations', as: 'manager', status: 403 });
    await expectRow(test, { ...events, status: 403 });
    for (let times = 0; times < 2; times++) await expectRow(test, { path, method: 'PUT', as: 'root', status: 204 });
    await expectRow(test, { ...events, status: 200 });
    const list = { path: '/api/delegations', as: 'root', status: 200, answers: { 'x-pagination-size': '4' } };
    const { json } = await expectRow(test, list);
    const held = listAt(json).map((entry) => `${String(at(entry, 'name'))} ${String(at(entry, 'user.username'))}`);
    assert.deepEqual(held, [
      'rest-read-only reader',
      'system-events holder',
      'user-management manager',
      'user-membership viewer',
    ]);
    const contains = ['<name>system-events</name>', '<username>holder</username>'];
    await expectRow(test, {
      ...list,
      path: `${list.path}?limit=1&offset=1`,
      headers: { accept: 'application/xml' },
      contains,
    });
    await expectRow(test, { path, method: 'DELETE', as: 'root', status: 204 });
    await expectRow(test, { ...events, status: 403 });
    const wrong = { method: 'PUT', as: 'root' };
    await expectRow(test, { ...wrong, path: `${pathOf('holder')}/delegations/everything`, status: 400 });
    await expectRow(test, { ...wrong, path: '/api/users/99999/delegations/system-events', status: 404 });
  });
});

describe('POST /users', () => {
  const post = (body: unknown): Pick<Row, 'method' | 'path' | 'body'> => ({ method: 'POST', path: '/api/users', body });

  it('creates an account for those who manage accounts', async () => {
    const facts = { username: 'fay', email: 'fay@example.org', real_name: 'Fay', password: strongPassword };
    for (const as of ['ana', 'viewer', 'reader']) await expectRow(test, { ...post(facts), as, status: 403 });
    await expectRow(test, { ...post(facts), status: 401 });
    const more = { locale: 'de_DE', timezone: 'Europe/Berlin', ldap_id: 'fay-1', status: 'S' };
    const lacks = [strongPassword, 'argon2'];
    const made = await expectRow(test, { ...post({ ...facts, ...more }), as: 'manager', status: 201, lacks });
    assert.partialDeepStrictEqual(made.json, { username: 'fay', real_name: 'Fay', ldap_id: 'fay-1', status: 'S' });
    assert.equal(headerOf(made, 'location'), `https://localhost/api/v1/users/${String(at(made.json, 'id'))}`);
    const body = '<request><username>gus</username><email>g@example.org</email></request>';
    const other = await expectRow(test, { ...post(''), as: 'root', body, headers: xml, status: 201 });
    assert.match(other.text, /<username>gus<\/username>/);
    assert.match(other.text, /<status>A<\/status>/);
  });

  it('makes site administrators for site administrators alone', async () => {
    const facts = { username: 'hal', email: 'hal@example.org', is_site_admin: true };
    await expectRow(test, { ...post(facts), as: 'manager', status: 403 });
    await expectRow(test, { ...post(facts), as: 'root', status: 201 });
    await expectRow(test, {
      path: '/api/audit_events?limit=1',
      as: 'root',
      status: 200,
      contains: ['account-created'],
    });
  });

  it('refuses what is wrong, and leaves nothing behind', async () => {
    const facts = { username: 'ivy', email: 'ivy@example.org', password: strongPassword };
    const rows: [change: object, status: number, part: string][] = [
      [{ username: 'ana' }, 409, 'taken'],
      [{ username: 'ANA' }, 409, 'taken'],
      [{ username: 'None' }, 400, 'reserved'],
      [{ username: '9' }, 400, 'username'],
      [{ username: undefined }, 400, 'username'],
      [{ email: 'ivy' }, 400, 'email'],
      [{ email: undefined }, 400, 'email'],
      [{ password: 'short' }, 400, 'password'],
      [{ password: 'ivy-password' }, 400, 'password'],
      [{ password: '' }, 400, 'password'],
      [{ status: 'R' }, 400, 'status'],
      [{ status: 'D' }, 400, 'status'],
      [{ status: 'x' }, 400, 'status'],
      [{ is_site_admin: 'perhaps' }, 400, 'is_site_admin'],
      [{ timezone: 'nowhere' }, 400, 'timezone'],
      [{ real_name: 'a\u0000b' }, 400, 'real_name'],
      [{ real_name: '\u2066x' }, 400, 'real_name'],
    ];
    for (const [change, status, part] of rows) {
      await expectRow(test, {
        ...post({ ...facts, ...change }),
        as: 'root',
        status,
        contains: [part],
        lacks: [strongPassword],
      });
    }
    assert.deepEqual((await test.call('/api/users?query=ivy', { as: 'root' })).json, []);
  });
});

describe('POST /user_registrations', () => {
  const register = (username: string, change: object = {}): Pick<Row, 'method' | 'path' | 'body'> => ({
    method: 'POST',
    path: '/api/user_registrations',
    body: { username, email: `${username}@example.org`, real_name: 'New One', password: strongPassword, ...change },
  });

  it('is off until the site offers it', async () => {
    await expectRow(test, { ...register('newton'), status: 403, lacks: ['newton@'] });
    await expectRow(test, { ...register('newton'), as: 'root', status: 403 });
  });

  it('makes an account that waits, and may act once it is activated', async () => {
    await setting('sys_use_user_registration', '1');
    const made = await expectRow(test, {
      ...register('olga'),
      status: 201,
      lacks: ['olga@', 'argon2', strongPassword],
    });
    assert.partialDeepStrictEqual(made.json, { username: 'olga', real_name: 'New One' });
    const signIn: Row = {
      method: 'POST',
      path: '/api/tokens',
      body: { username: 'olga', password: strongPassword },
      status: 401,
    };
    await expectRow(test, signIn);
    assert.deepEqual((await test.call('/api/users?query=olga', { as: 'ana' })).json, []);
    const path = `/api/users/${String(at(made.json, 'id'))}`;
    await expectRow(test, { method: 'PATCH', path, as: 'manager', body: { values: { status: 'A' } }, status: 200 });
    await expectRow(test, { ...signIn, status: 200 });
  });

  it('needs no approval where the site wants none, nor an open platform', async () => {
    await setting('sys_user_approval', '0');
    await setting('access_mode', 'regular');
    const body =
      '<request><username>paul</username><email>p@example.org</email><real_name>Paul</real_name>' +
      `<password>${strongPassword}</password><status>A</status><is_site_admin>true</is_site_admin></request>`;
    const made = await expectRow(test, { ...register('paul'), body, headers: xml, status: 201 });
    assert.match(made.text, /^<\?xml.*<username>paul<\/username>/s);
    const found = await test.call('/api/users?query=paul', { as: 'root' });
    assert.equal(at(found.json, '0.status'), 'A');
    const rights = await test.call('/api/audit_events', {
      headers: { authorization: `Basic ${Buffer.from(`paul:${strongPassword}`).toString('base64')}` },
    });
    assert.equal(rights.status, 403);
    await setting('access_mode', 'anonymous');
    await setting('sys_user_approval', '1');
  });

  it('refuses reserved, taken and bad facts', async () => {
    const rows: [row: ReturnType<typeof register>, status: number, part: string][] = [
      [register('Admin'), 400, 'reserved'],
      [register('self'), 400, 'reserved'],
      [register('Daemon'), 400, 'reserved'],
      [register('anoncvs_web'), 400, 'reserved'],
      [register('ana'), 409, 'taken'],
      [register('qwen', { real_name: '' }), 400, 'real_name'],
      [register('qwen', { real_name: 'Site\u202eAdmin' }), 400, 'real_name'],
      [register('qwen', { password: 'short' }), 400, 'password'],
      [register('qwen', { password: undefined }), 400, 'password'],
      [register('qwen', { email: 'nobody' }), 400, 'email'],
    ];
    for (const [row, status, part] of rows) {
      await expectRow(test, { ...row, status, contains: [part] });
    }
  });

  it('answers 429 after five of an hour from one address, however fast they come', async () => {
    letAnHourPass();
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) => test.call('/api/user_registrations', register(`racer${n}`))),
    );
    const countOf = (status: number): number => answers.filter((answer) => answer.status === status).length;
    assert.deepEqual([countOf(201), countOf(429)], [5, 4]);
    const refused = await expectRow(test, { ...register('tardy'), status: 429, contains: ['later'] });
    assert.match(headerOf(refused, 'retry-after'), /^\d+$/);
    await expectRow(test, {
      ...register('tardy'),
      headers: { accept: 'application/xml' },
      status: 429,
      contains: ['<code>429'],
    });
    await expectRow(test, { ...register('tardy', { password: 'password' }), status: 429, lacks: ['weak'] });
    letAnHourPass();
    await expectRow(test, { ...register('tardy'), status: 201 });
  });

  it('answers 429 after twenty refusals of an hour from one address, so that names can not be tried out', async () => {
    letAnHourPass();
    for (let n = 0; n < 20; n += 1) {
      await expectRow(test, { ...register('root', { email: 'nobody' }), status: 400 });
    }
    await expectRow(test, { ...register('timely'), status: 429, contains: ['later'] });
    letAnHourPass();
    await expectRow(test, { ...register('timely'), status: 201 });
  });
});

describe('finding accounts', () => {
  const namesFound = async (query: string, as?: string): Promise<unknown[]> => {
    const path = `/api/users?query=${encodeURIComponent(query)}&limit=50`;
    const answer = await expectRow(test, { path, ...(as === undefined ? {} : { as }), status: 200 });
    return listAt(answer.json).map((one) => at(one, 'username'));
  };

  before(async () => {
    const { people } = test.app.features;
    const facts: [name: string, realName: string][] = [
      ['yvonne', 'ÉLODIE Ångström'],
      ['yannis', 'Γιάννης Παπαδόπουλος'],
      ['yuri', 'Юрий Гагарин'],
      ['yusuf', 'Straße IŞIK'],
      ['ying', '王小明'],
      ['yoko', 'ｙｏｋｏ 100%_sure'],
    ];
    for (const [name, realName] of facts) {
      await add(name);
      await people.change(name, { realName });
    }
  });

  const found: [query: string, names: string[]][] = [
    ['élodie', ['yvonne']],
    ['ELODIE', ['yvonne']],
    ['e\u0301lodie', ['yvonne']],
    ['ångström', ['yvonne']],
    ['ANGSTROM', ['yvonne']],
    ['γιαννησ', ['yannis']],
    ['ΓΙΆΝΝΗΣ', ['yannis']],
    ['юрий', ['yuri']],
    ['ГАГАРИН', ['yuri']],
    ['strasse', ['yusuf']],
    ['STRASSE', ['yusuf']],
    ['王小明', ['ying']],
    ['yoko 1', ['yoko']],
    ['0%_s', ['yoko']],
    ['m (yv', ['yvonne']],
    ['ÉLODIE Ångström (yvonne)', ['yvonne']],
    ['(yuri)', ['yuri']],
    ['%%%', []],
    ['\\\\\\', []],
    ['\u0301\u0301\u0301', []],
    ['\ufdfa'.repeat(400), []],
  ];
  for (const [query, names] of found) {
    it(`${query.slice(0, 40)} finds ${names.join(', ') || 'nobody'}`, async () => {
      assert.deepEqual(await namesFound(query, 'ana'), names);
      assert.deepEqual(await namesFound(query), names);
    });
  }

  it('by e-mail address for who is signed in alone, in whole alone', async () => {
    assert.deepEqual(await namesFound('YURI@example.org', 'ana'), ['yuri']);
    assert.deepEqual(await namesFound('yuri@example.org'), []);
    assert.deepEqual(await namesFound('{"email":"yuri@example.org"}', 'ana'), ['yuri']);
    assert.deepEqual(await namesFound('{"email":"yuri@example.org"}'), []);
    assert.deepEqual(await namesFound('{"email":"yuri@example.org","username":"yuri"}'), []);
    assert.deepEqual(await namesFound('@example.org', 'ana'), []);
  });

  it('refuses more than 500 characters', async () => {
    await expectRow(test, { path: `/api/users?query=${'x'.repeat(501)}`, as: 'ana', status: 400, contains: ['query'] });
  });

  it('keeps up with changes of the real name', async () => {
    await test.app.features.people.change('yuri', { realName: 'Valentina' });
    assert.deepEqual(await namesFound('Гагарин', 'ana'), []);
    assert.deepEqual(await namesFound('valentina (Y', 'ana'), ['yuri']);
  });
});

describe('what each kind of reader sees of an account', () => {
  const readers: [as: string | undefined, modes: readonly string[], sees: 'nothing' | 'little' | 'all' | 'own'][] = [
    [undefined, ['regular', 'restricted'], 'nothing'],
    [undefined, ['anonymous'], 'little'],
    ['bela', ['anonymous', 'regular', 'restricted'], 'all'],
    ['manager', ['anonymous', 'regular'], 'all'],
    ['viewer', ['regular'], 'all'],
    ['reader', ['regular'], 'all'],
    ['root', ['anonymous', 'regular', 'restricted'], 'all'],
    ['ana', ['anonymous', 'regular', 'restricted'], 'own'],
  ];
  const minimal = ['avatar_url', 'display_name', 'has_avatar', 'id', 'is_anonymous', 'ldap_id', 'real_name', 'uri'];
  const keys = {
    little: [...minimal, 'user_url', 'username'],
    all: [...minimal, 'email', 'status', 'user_url', 'username'],
    own: [...minimal, 'email', 'is_in_directory', 'locale', 'status', 'timezone', 'user_url', 'username'].sort(),
  };
  const keysOf = (shown: unknown): string[] =>
    typeof shown === 'object' && shown !== null ? Object.keys(shown).sort() : [];
  for (const [as, modes, sees] of readers) {
    it(`${as ?? 'nobody'} sees ${sees}`, async () => {
      const who = as === undefined ? {} : { as };
      const list = `/api/users?query=${encodeURIComponent('{"username":"ana"}')}`;
      for (const mode of modes) {
        await setting('access_mode', mode);
        if (sees === 'nothing') {
          for (const path of [pathOf('ana'), '/api/users/self', list]) {
            await expectRow(test, { path, status: 401, lacks: ['ana@', 'Ana'] });
            await expectRow(test, {
              path,
              headers: { accept: 'application/xml' },
              status: 401,
              contains: ['<code>401'],
            });
          }
          continue;
        }
        const one = await expectRow(test, { path: pathOf('ana'), ...who, status: 200 });
        assert.deepEqual(keysOf(one.json), [...keys[sees]].sort());
        const found = await expectRow(test, { path: list, ...who, status: 200 });
        const inList = keys[sees === 'own' ? 'all' : sees];
        assert.deepEqual(keysOf(at(found.json, '0')), [...inList].sort());
        const spelled = await test.call(pathOf('ana'), { ...who, headers: { accept: 'application/xml' } });
        assert.equal(spelled.text.includes('<email>'), sees !== 'little');
      }
      await setting('access_mode', 'anonymous');
    });
  }
});

const anyone: Row[] = [
  { method: 'POST', path: '/api/users', body: { username: 'zed', email: 'z@example.org' }, status: 401 },
  { method: 'PUT', path: '/api/users/self/avatar', body: {}, status: 401 },
  { method: 'DELETE', path: '/api/users/self/avatar', status: 401 },
];
for (const row of anyone) it(titleOf(row), async () => void (await expectRow(test, row)));
