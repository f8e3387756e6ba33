// Engine: both
// Browser sessions: the cookie, what it proves, whose requests count, and when it ends.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at, createTestClock, headerOf, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';

const hourMs = 60 * 60 * 1000;
const clock = createTestClock(Date.UTC(2026, 9, 1, 12));
const ownPage = { 'sec-fetch-site': 'same-origin' };
let test: TestApp;

before(async () => {
  test = (await openScrum({ clock })).test;
  await test.addUser('sara');
});
after(() => test.close());
beforeEach(() => clock.advance(24 * hourMs));

async function begin(headers: Record<string, string> = {}, password = testPassword): Promise<string> {
  const body = { username: 'sara', password };
  const answer = await expectRow(test, { path: '/api/sessions', method: 'POST', body, headers, status: 201 });
  return headerOf(answer, 'set-cookie').split(';', 1)[0] ?? '';
}

const selfStatus = async (headers: Record<string, string>): Promise<number> =>
  (await test.call('/api/users/self', { headers })).status;

/** Whether the database says that a session was used just now. */
async function isUseNoted(): Promise<boolean> {
  const used = test.app.database.read.selectFrom('sessions').where('last_used_at_ms', '=', clock.nowMs());
  return (await used.select('user_id').execute()).length > 0;
}

describe('GET /sessions/self/storage_key', () => {
  it('gives one key to all sessions of a person, another one to each account, and none to other credentials', async () => {
    const keyOf = async (cookie: string): Promise<string> => {
      const answer = await test.call('/api/sessions/self/storage_key', { headers: { cookie, ...ownPage } });
      assert.deepEqual([answer.status, headerOf(answer, 'cache-control')], [200, 'no-store']);
      return String(at(answer.json, 'key'));
    };
    const [one, other] = [await keyOf(await begin()), await keyOf(await begin())];
    assert.equal(Buffer.from(one, 'base64').length, 32);
    assert.equal(one, other);
    // Gives the account the password of tests.
    await test.call('/api/users/self', { as: 'ana' });
    const answer = await expectRow(test, {
      path: '/api/sessions',
      method: 'POST',
      body: { username: 'ana', password: testPassword },
      status: 201,
    });
    assert.notEqual(await keyOf(headerOf(answer, 'set-cookie').split(';', 1)[0] ?? ''), one);
    const headers = { authorization: `Basic ${btoa(`sara:${testPassword}`)}` };
    await expectRow(test, { path: '/api/sessions/self/storage_key', headers, status: 404 });
    await expectRow(test, { path: '/api/sessions/self/storage_key', status: 401 });
  });
});

describe('a link that a browser opens without a session', () => {
  const navigation = {
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };
  const over = `tepal_session=${'0'.repeat(64)}`;
  const paths = [
    '/api/projects/101',
    '/api/tracker_reports/1/artifacts.csv?query=%7B%7D&x=1',
    '/plugins/tracker/attachments/1-plan.pdf',
  ];

  before(() => test.app.features.projects.change('meadow-scrum', { access: 'private' }));
  after(() => test.app.features.projects.change('meadow-scrum', { access: 'public' }));

  it('leads to the sign-in page, and back', async () => {
    for (const path of paths)
      for (const more of [{}, { cookie: over }]) {
        const answer = await test.call(path, { headers: { ...navigation, ...more } });
        const location = `/sign-in?next=${encodeURIComponent(path)}`;
        assert.deepEqual([answer.status, answer.headers.get('location')], [302, location], path);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
      }
    // Over plain HTTP browsers say what they accept, and where the link was; they send the cookie.
    const plain = await test.call(paths[0] ?? '', {
      headers: { accept: navigation.accept, cookie: over, referer: `${test.base}/artifacts/1` },
    });
    assert.equal(plain.status, 302);
    // A bookmark tells nothing but what the window takes.
    assert.equal((await test.call(paths[0] ?? '', { headers: { accept: navigation.accept } })).status, 302);
  });

  it('is told as data to programs, to pages, and to who is signed in', async () => {
    const cookie = await begin();
    for (const headers of [
      { accept: 'text/html, */*; q=.2' },
      { accept: '*/*', cookie: over },
      { ...navigation, 'x-auth-token': 'wrong', 'x-auth-userid': '1' },
      { ...navigation, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      { ...navigation, 'sec-fetch-dest': 'iframe', cookie: over },
    ])
      assert.match(
        String((await test.call('/api/sessions/self', { headers })).status),
        /^40[13]$/,
        JSON.stringify(headers),
      );
    const closed = await test.call('/api/projects/101', { headers: { ...navigation, cookie } });
    assert.ok([403, 404].includes(closed.status));
    assert.equal((await test.call('/api/nothing', { headers: navigation })).status, 404);
  });
});

describe('POST /sessions', () => {
  it('answers with the account and a cookie for this site alone', async () => {
    const answer = await expectRow(test, {
      path: '/api/sessions',
      method: 'POST',
      body: { username: 'sara', password: testPassword },
      status: 201,
      contains: ['"username":"sara"', '"expires_on":"2026-10-'],
      answers: {
        'set-cookie': /^tepal_session=[0-9a-f]{64}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
        'cache-control': 'no-store',
      },
    });
    const id = /=([0-9a-f]{64});/.exec(headerOf(answer, 'set-cookie'))?.[1] ?? '';
    assert.ok(!answer.text.includes(id));
  });

  it('speaks XML', async () => {
    await expectRow(test, {
      path: '/api/sessions',
      method: 'POST',
      body: `<request><username>sara</username><password>${testPassword}</password></request>`,
      headers: { accept: 'application/xml', 'content-type': 'application/xml' },
      status: 201,
      contains: ['<username>sara</username>'],
    });
  });

  it('refuses wrong passwords, missing parts, and other sites', async () => {
    const row = { path: '/api/sessions', method: 'POST', answers: { 'set-cookie': null } };
    const right = { username: 'sara', password: testPassword };
    await expectRow(test, { ...row, body: { ...right, password: 'wrong' }, status: 401 });
    await expectRow(test, { ...row, body: { username: 'sara' }, status: 400, contains: ['password'] });
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      await expectRow(test, { ...row, body: right, headers, status: 403 });
    }
    await expectRow(test, { ...row, answers: {}, body: right, headers: { origin: test.base }, status: 201 });
  });

  it('gives a new id each time and ends the session that it came with', async () => {
    const first = await begin();
    const second = await begin({ cookie: first });
    assert.notEqual(first, second);
    assert.equal(await selfStatus({ cookie: first, ...ownPage }), 401);
    assert.equal(await selfStatus({ cookie: second, ...ownPage }), 200);
  });

  it('never takes over an id that somebody planted', async () => {
    const planted = `tepal_session=${'a'.repeat(64)}`;
    assert.notEqual(await begin({ cookie: planted }), planted);
    assert.equal(await selfStatus({ cookie: planted, ...ownPage }), 401);
  });
});

describe('a request with a session cookie', () => {
  const evil = 'https://evil.example';
  const rows: [title: string, headers: (own: string) => Record<string, string>, status: number][] = [
    ['Sec-Fetch-Site: same-origin', () => ownPage, 200],
    ['the own Origin', (own) => ({ origin: own }), 200],
    ['the own Referer', (own) => ({ referer: `${own}/projects/x` }), 200],
    ['the public address as Origin', () => ({ origin: 'https://localhost' }), 200],
    ['nothing that says where it comes from', () => ({}), 403],
    ['Sec-Fetch-Site: same-site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['Sec-Fetch-Site: cross-site', (own) => ({ 'sec-fetch-site': 'cross-site', origin: own }), 403],
    ['Sec-Fetch-Site: none', () => ({ 'sec-fetch-site': 'none' }), 403],
    ['another Origin', (own) => ({ origin: evil, referer: own }), 403],
    ['another Referer', () => ({ referer: `${evil}/` }), 403],
    ['the Origin null', () => ({ origin: 'null' }), 403],
    ['an Origin that is no address', () => ({ origin: 'not an address' }), 403],
    ['another port', (own) => ({ origin: own.replace(/\d+$/, '1') }), 403],
  ];
  for (const [title, headers, status] of rows) {
    it(`${status} with ${title}, reading and writing, in JSON and XML`, async () => {
      const cookie = await begin();
      const sent = { cookie, ...headers(test.base) };
      const refusal = status === 403 ? { lacks: ['Meadow', 'sara'] } : {};
      for (const path of ['/api/users/self', '/api/projects/101']) {
        const answer = await expectRow(test, { path, headers: sent, status, ...refusal });
        if (status === 403) assert.equal(at(answer.json, 'error.code'), 403);
        await expectRow(test, { path, headers: { ...sent, accept: 'application/xml' }, status, ...refusal });
      }
      const body = { name: 'mine' };
      await expectRow(test, { path: '/api/user_dashboards', method: 'POST', body, headers: sent, status });
    });
  }

  it('comes second to credentials in headers, and is not looked at then', async () => {
    const cookie = await begin();
    const basic = (password: string): Record<string, string> => ({
      cookie,
      authorization: `Basic ${Buffer.from(`root:${password}`).toString('base64')}`,
    });
    await expectRow(test, { path: '/api/users/self', headers: basic(testPassword), status: 200, contains: ['"root"'] });
    assert.equal(await selfStatus({ ...basic('wrong'), ...ownPage }), 401);
  });

  it('alone counts for what the program of a page asks, whatever the browser adds', async () => {
    const headers = { ...ownPage, 'x-requested-with': 'Tepal', authorization: `Basic ${btoa(`root:${testPassword}`)}` };
    const cookie = await begin();
    const row = { path: '/api/users/self', status: 200 };
    await expectRow(test, { ...row, headers: { ...headers, cookie }, contains: ['"sara"'] });
    await expectRow(test, { ...row, headers, contains: ['"is_anonymous":true'], lacks: ['root'] });
  });

  it('does not take the cookie of an encrypted connection over plain HTTP', async () => {
    const cookie = `__Host-${await begin()}`;
    assert.equal(await selfStatus({ cookie, ...ownPage }), 200);
    await expectRow(test, { path: '/api/sessions/self', headers: { cookie, ...ownPage }, status: 401 });
  });
});

describe('a session', () => {
  it('can be read, and ended', async () => {
    const headers = { cookie: await begin(), ...ownPage };
    const shown = await expectRow(test, { path: '/api/sessions/self', headers, status: 200 });
    assert.equal(at(shown.json, 'user.username'), 'sara');
    const ended = { path: '/api/sessions/self', method: 'DELETE', headers, status: 200 };
    const cookie = /^tepal_session=; Max-Age=0; Path=\/; HttpOnly/;
    await expectRow(test, { ...ended, answers: { 'set-cookie': cookie, 'clear-site-data': '"cache"' } });
    const over = { path: '/api/projects/101', headers, status: 401, lacks: ['Meadow'] };
    const late = await expectRow(test, { ...over, answers: { 'www-authenticate': /^Token/ } });
    assert.equal(late.headers.get('set-cookie'), null, 'somebody may have signed in again meanwhile');
    await expectRow(test, { ...over, path: '/api/users/self', answers: { 'set-cookie': /Max-Age=0/ } });
    await expectRow(test, { path: '/api/sessions/self', as: 'sara', status: 404 });
    await expectRow(test, { path: '/api/sessions/self', method: 'DELETE', as: 'sara', status: 404 });
    await expectRow(test, { path: '/api/sessions/self', status: 401 });
  });

  it('is ended also where a browser sends Basic beside it, but for no page of another site', async () => {
    const headers = { cookie: await begin(), authorization: `Basic ${btoa(`root:${testPassword}`)}` };
    const row = { path: '/api/sessions/self', method: 'DELETE' };
    await expectRow(test, { ...row, headers: { ...headers, 'sec-fetch-site': 'cross-site' }, status: 403 });
    const answers = { 'set-cookie': /^tepal_session=; Max-Age=0/ };
    await expectRow(test, { ...row, headers: { ...headers, ...ownPage }, status: 200, answers });
    assert.equal(await selfStatus({ cookie: headers.cookie, ...ownPage }), 401);
    await expectRow(test, { ...row, headers: { ...headers, ...ownPage }, status: 404 });
  });

  it('ends when it is idle, not while it is used', async () => {
    const headers = { cookie: await begin(), ...ownPage };
    for (let day = 0; day < 4; day += 1) {
      clock.advance(71 * hourMs);
      assert.equal(await selfStatus(headers), 200);
      await until(isUseNoted);
    }
    clock.advance(72 * hourMs);
    assert.equal(await selfStatus(headers), 401);
  });

  it('ends after its whole lifetime, used or not', async () => {
    await test.app.features.site.changeSetting('session_lifetime', '2');
    const headers = { cookie: await begin(), ...ownPage };
    clock.advance(48 * hourMs - 1000);
    assert.equal(await selfStatus(headers), 200);
    clock.advance(1000);
    assert.equal(await selfStatus(headers), 401);
    await test.app.features.site.changeSetting('session_lifetime', '14');
  });

  it('ends with the password, and with the account’s suspension', async () => {
    const suspended = { cookie: await begin(), ...ownPage };
    await test.app.features.people.change('sara', { status: 'S' });
    assert.equal(await selfStatus(suspended), 401);
    await test.app.features.people.change('sara', { status: 'A' });
    assert.equal(await selfStatus(suspended), 401);
    const first = { cookie: await begin(), ...ownPage };
    await test.app.features.people.change('sara', { password: testPassword });
    assert.equal(await selfStatus(first), 401);
  });
});

it('over an encrypted connection the cookie is Secure and bound to this host', async (t) => {
  const secure = await startApp({ settings: "$sys_trusted_proxies = '127.0.0.1';" });
  t.after(() => secure.close());
  const proxied = { 'x-forwarded-proto': 'https', ...ownPage };
  const body = { username: 'root', password: testPassword };
  const answer = await expectRow(secure, {
    path: '/api/sessions',
    method: 'POST',
    body,
    headers: proxied,
    status: 201,
    answers: {
      'set-cookie': /^__Host-tepal_session=[0-9a-f]{64}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    },
  });
  const cookie = headerOf(answer, 'set-cookie').split(';', 1)[0] ?? '';
  await expectRow(secure, { path: '/api/sessions/self', headers: { ...proxied, cookie }, status: 200 });
  await expectRow(secure, { path: '/api/sessions/self', headers: { ...ownPage, cookie }, status: 401 });
  const planted = { ...proxied, cookie: cookie.replace('__Host-', '') };
  await expectRow(secure, { path: '/api/sessions/self', headers: planted, status: 401 });
});

describe('the list of one’s sessions', () => {
  const listed = async (headers: Record<string, string>): Promise<readonly unknown[]> => {
    const { json } = await expectRow(test, { path: '/api/sessions', headers, status: 200 });
    return listAt(json);
  };

  it('names where each began and which is in use, and lets others be ended', async () => {
    const phone = { cookie: await begin({ 'user-agent': 'Phone/1' }), ...ownPage };
    const desk = { cookie: await begin({ 'user-agent': 'Desk/2' }), ...ownPage };
    const shown = await listed(desk);
    const own = shown.find((session) => at(session, 'is_current') === true);
    const other = shown.find((session) => at(session, 'agent') === 'Phone/1');
    assert.deepEqual([at(own, 'agent'), at(own, 'address')], ['Desk/2', '127.0.0.1']);
    const path = `/api/sessions/${String(at(other, 'id'))}`;
    await expectRow(test, { path, method: 'DELETE', headers: desk, status: 200 });
    assert.equal(await selfStatus(phone), 401);
    await expectRow(test, { path, method: 'DELETE', headers: desk, status: 404 });
    const third = { cookie: await begin({ 'user-agent': 'Third/3' }), ...ownPage };
    await expectRow(test, {
      path: '/api/sessions',
      method: 'DELETE',
      headers: desk,
      status: 200,
      contains: ['"ended":'],
    });
    assert.deepEqual([await selfStatus(third), await selfStatus(desk)], [401, 200]);
    assert.equal((await listed(desk)).length, 1);
  });

  it('holds nothing that a session could be used by, and nobody else’s', async () => {
    const cookie = await begin();
    const { text } = await expectRow(test, { path: '/api/sessions', headers: { cookie, ...ownPage }, status: 200 });
    assert.ok(!text.includes(cookie.split('=')[1] ?? ''));
    await test.addUser('tom');
    const mine = (await listed({ cookie, ...ownPage }))[0];
    await expectRow(test, {
      path: `/api/sessions/${String(at(mine, 'id'))}`,
      method: 'DELETE',
      as: 'tom',
      status: 404,
    });
    await expectRow(test, { path: '/api/sessions', status: 401 });
  });
});
