// Engine: both
// Specification, section 5, and spec rulings 7 to 11: tokens, Basic, and what happens when they are wrong, old, or of
// an account that is not active.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { at, createTestClock, headerOf, testPassword } from '../support/harness.ts';
import { sqliteOnly } from '../../src/platform/database/test-place.testing.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, openScrum } from '../support/scenario.ts';

interface Pair {
  userId: string;
  token: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const clock = createTestClock(Date.UTC(2026, 9, 1, 12, 0, 0));
let test: TestApp;
let taraId = 0;

before(async () => {
  test = (await openScrum({ clock })).test;
  taraId = await test.addUser('tara');
  await test.addUser('ugo');
});
after(() => test.close());
// Failed sign-ins of one test don't slow the next.
beforeEach(() => clock.advance(dayMs));

const post = (username: string, password = testPassword): Promise<Answered> =>
  test.call('/api/tokens', { method: 'POST', body: { username, password } });

async function issue(username: string): Promise<Pair> {
  const answer = await post(username);
  assert.equal(answer.status, 200, answer.text);
  return { userId: String(at(answer.json, 'user_id')), token: String(at(answer.json, 'token')) };
}

const send = ({ userId, token }: Pair): Record<string, string> => ({ 'X-Auth-UserId': userId, 'X-Auth-Token': token });

it('first sign-ins at the same time are recorded together', sqliteOnly, async (context) => {
  const names = Array.from({ length: 6 }, (_, index) => `together${index}`);
  const account = (username: string) => ({ username, email: `${username}@example.org`, password: testPassword });
  // These hashes cost what they cost on a server, so that each ends in a moment of its own.
  await Promise.all(names.map((username) => test.app.features.people.create(account(username))));
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const before = test.app.database.stats();
  const pairs = await Promise.all(names.map(issue));
  const after = test.app.database.stats();
  assert.equal(new Set(pairs.map(({ token }) => token)).size, names.length);
  assert.equal(after.committedWorks - before.committedWorks, names.length);
  assert.ok(after.commits - before.commits <= 2, `${after.commits - before.commits} commits`);
});
const basic = (username: string, password = testPassword): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});
const selfStatus = async (headers: Record<string, string>): Promise<number> =>
  (await test.call('/api/users/self', { headers })).status;

async function withSetting(name: string, value: string, usual: string, work: () => Promise<void>): Promise<void> {
  await test.app.features.site.changeSetting(name, value);
  try {
    await work();
  } finally {
    await test.app.features.site.changeSetting(name, usual);
  }
}

describe('POST /tokens', () => {
  it('answers 200 with texts: user id, a token of 256 bits and its path', async () => {
    const answer = await post('tara');
    assert.equal(answer.status, 200);
    assert.equal(headerOf(answer, 'content-type'), 'application/json; charset=utf-8');
    const token = at(answer.json, 'token');
    assert.match(String(token), /^[0-9a-f]{64}$/);
    assert.deepEqual(answer.json, { user_id: String(taraId), token, uri: `/api/tokens/${String(token)}` });
    assert.notEqual((await issue('tara')).token, token);
  });

  it('stores no token as it is', sqliteOnly, async () => {
    const { token } = await issue('tara');
    const files = readdirSync(test.app.dataDir).filter((name) => name.startsWith('tepal.sqlite'));
    assert.ok(files.length > 0);
    for (const name of files) {
      const bytes = readFileSync(join(test.app.dataDir, name));
      assert.ok(!bytes.includes(token) && !bytes.includes(Buffer.from(token, 'hex')), name);
    }
  });

  it('reads XML, answers XML, and takes a password of digits as a text', async () => {
    await test.app.features.people.change('tara', { password: '12345678' });
    const body = '<request><username>tara</username><password>12345678</password></request>';
    const headers = { 'content-type': 'application/xml', accept: 'application/xml' };
    const answer = await expectRow(test, { path: '/api/tokens', method: 'POST', body, headers, status: 200 });
    assert.match(
      answer.text,
      new RegExp(
        `<response><user_id>${taraId}</user_id><token>([0-9a-f]{64})</token><uri>/api/tokens/\\1</uri></response>$`,
      ),
    );
    await test.app.features.people.change('tara', { password: testPassword });
  });

  it('reads a form', async () => {
    const body = new URLSearchParams({ username: 'tara', password: testPassword }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await expectRow(test, { path: '/api/tokens', method: 'POST', body, headers, status: 200, contains: ['"token"'] });
  });

  it('does not look at credentials that come along', async () => {
    const headers = { ...send({ userId: '1', token: 'x' }), ...basic('nobody') };
    const body = { username: 'tara', password: testPassword };
    await expectRow(test, { path: '/api/tokens', method: 'POST', body, headers, status: 200 });
  });

  const refused: { name: string; body: unknown; status: number; contains: string }[] = [
    { name: 'a wrong password', body: { username: 'tara', password: 'wrong' }, status: 401, contains: 'password' },
    { name: 'an unknown name', body: { username: 'nobody', password: 'wrong' }, status: 401, contains: 'password' },
    { name: 'no username', body: { password: 'x' }, status: 400, contains: 'username' },
    { name: 'no password', body: { username: 'tara' }, status: 400, contains: 'password' },
    { name: 'an empty password', body: { username: 'tara', password: '' }, status: 400, contains: 'password' },
    { name: 'a number as password', body: { username: 'tara', password: 1 }, status: 400, contains: 'password' },
    { name: 'null', body: 'null', status: 400, contains: 'an object is expected' },
    { name: 'a list', body: [], status: 400, contains: 'an object is expected' },
  ];
  for (const { name, body, status, contains } of refused) {
    it(`answers ${status} to ${name}`, async () =>
      void (await expectRow(test, {
        path: '/api/tokens',
        method: 'POST',
        body,
        status,
        contains: [contains],
        lacks: ['"token":'],
      })));
  }

  it('gives the same answer for a wrong password and for an unknown name', async () => {
    assert.equal((await post('tara', 'wrong')).text, (await post('nobody', 'wrong')).text);
  });
});

describe('a token', () => {
  it('proves its user, whose id may have white space around it', async () => {
    const pair = await issue('tara');
    const answer = await test.call('/api/users/self', { headers: send(pair) });
    assert.equal(at(answer.json, 'username'), 'tara');
    assert.equal(await selfStatus(send({ ...pair, userId: ` ${pair.userId} ` })), 200);
  });

  it('is 401 from 24 hours after its issue, to the second, whatever was cleaned up', async () => {
    const pair = await issue('tara');
    clock.advance(dayMs - 1000);
    assert.equal(await selfStatus(send(pair)), 200);
    clock.advance(1000);
    assert.equal(await selfStatus(send(pair)), 401);
    const onPublic = await test.call('/api/projects/101', { headers: send(pair) });
    assert.equal(onPublic.status, 401);
    await issue('tara');
    assert.equal(await selfStatus(send(pair)), 401);
  });
});

describe('invalid credentials', () => {
  const wrong: { name: string; make(tara: Pair, ugo: Pair): Record<string, string> }[] = [
    { name: 'an unknown token', make: (tara) => send({ ...tara, token: '0'.repeat(64) }) },
    { name: 'a token and the id of somebody else', make: (tara, ugo) => send({ ...tara, userId: ugo.userId }) },
    { name: 'a token and an id that does not exist', make: (tara) => send({ ...tara, userId: '99999' }) },
    { name: 'a token and a name for the id', make: (tara) => send({ ...tara, userId: 'tara' }) },
    { name: 'a token cut short', make: (tara) => send({ ...tara, token: tara.token.slice(0, -1) }) },
    { name: 'a token in capitals', make: (tara) => send({ ...tara, token: `${tara.token}`.toUpperCase() }) },
    { name: 'an empty token', make: (tara) => send({ ...tara, token: '' }) },
    { name: 'an empty user id', make: (tara) => send({ ...tara, userId: '' }) },
    { name: 'a token without user id', make: ({ token }) => ({ 'x-auth-token': token }) },
    { name: 'a user id without token', make: ({ userId }) => ({ 'x-auth-userid': userId }) },
    {
      name: 'a wrong token beside right Basic',
      make: () => ({ ...send({ userId: '1', token: 'x' }), ...basic('tara') }),
    },
    { name: 'a wrong password', make: () => basic('tara', 'wrong') },
    { name: 'an unknown name', make: () => basic('nobody') },
    { name: 'an empty Basic', make: () => ({ authorization: 'Basic' }) },
    { name: 'Basic that is no base64', make: () => ({ authorization: 'Basic §§' }) },
    { name: 'Basic without colon', make: () => ({ authorization: `Basic ${Buffer.from('tara').toString('base64')}` }) },
    { name: 'an unknown scheme', make: () => ({ authorization: 'Digest username="tara"' }) },
    { name: 'a bearer token', make: ({ token }) => ({ authorization: `Bearer ${token}` }) },
    { name: 'an access key', make: () => ({ 'x-auth-accesskey': `tlp-k1-1.${'a'.repeat(64)}` }) },
  ];
  const publicPaths = [
    '/api/projects',
    '/api/projects/101',
    '/api/artifacts/1',
    '/api/users?query=ana',
    '/api/users/self',
  ];

  for (const { name, make } of wrong) {
    it(`never become anonymous: ${name}`, async () => {
      const headers = make(await issue('tara'), await issue('ugo'));
      for (const path of publicPaths) {
        const answer = await expectRow(test, { path, headers, status: 401, lacks: ['Meadow', 'is_anonymous'] });
        assert.equal(at(answer.json, 'error.code'), 401);
        assert.match(headerOf(answer, 'www-authenticate'), /^Basic realm="[^"]+"/);
      }
    });
  }

  it('are a server error where the administrator says so, and nothing else is', async () => {
    const pair = await issue('tara');
    const old = await issue('tara');
    await withSetting('rest_invalid_credentials_status', '500', '401', async () => {
      const headers = send({ ...pair, token: '0'.repeat(64) });
      const answer = await expectRow(test, { path: '/api/projects/101', headers, status: 500, lacks: ['Meadow'] });
      assert.equal(at(answer.json, 'error.code'), 500);
      assert.equal(answer.headers.get('www-authenticate'), null);
      await expectRow(test, { path: '/api/projects/101', headers: basic('tara', 'wrong'), status: 500 });
      assert.equal(await selfStatus(send(pair)), 200);
      await expectRow(test, { path: '/api/projects/101', status: 200 });
    });
    assert.equal(await selfStatus(send({ ...old, token: 'x' })), 401);
  });

  it('are told apart from missing and from expired ones, which stay 401 (specification, section 7)', async () => {
    const pair = await issue('tara');
    clock.advance(dayMs);
    await withSetting('rest_invalid_credentials_status', '500', '401', async () => {
      await expectRow(test, { path: '/api/users/self/membership', status: 401 });
      assert.equal(await selfStatus(send(pair)), 401);
    });
  });
});

describe('DELETE /tokens', () => {
  const remove = (path: string, headers: Record<string, string>): Promise<Answered> =>
    test.call(path, { method: 'DELETE', headers });

  it('revokes one of your own and leaves the others', async () => {
    const [first, second] = [await issue('tara'), await issue('tara')];
    const answer = await remove(`/api/tokens/${first.token}`, send(second));
    assert.deepEqual([answer.status, answer.text], [200, '']);
    assert.equal(await selfStatus(send(first)), 401);
    assert.equal(await selfStatus(send(second)), 200);
    assert.equal((await remove(`/api/tokens/${second.token}`, send(second))).status, 200);
    assert.equal(await selfStatus(send(second)), 401);
  });

  it('does not touch a token of somebody else, and does not tell it from an unknown one', async () => {
    const [tara, ugo] = [await issue('tara'), await issue('ugo')];
    const foreign = await remove(`/api/tokens/${ugo.token}`, send(tara));
    const unknown = await remove(`/api/tokens/${'0'.repeat(64)}`, send(tara));
    assert.equal(foreign.status, 400);
    assert.deepEqual([foreign.status, foreign.text], [unknown.status, unknown.text]);
    assert.equal(await selfStatus(send(ugo)), 200);
  });

  it('revokes all of yours and none of the others', async () => {
    const tokens = [await issue('tara'), await issue('tara'), await issue('tara')];
    const ugo = await issue('ugo');
    const answer = await remove('/api/tokens', basic('tara'));
    assert.deepEqual([answer.status, answer.text], [200, '']);
    for (const pair of tokens) assert.equal(await selfStatus(send(pair)), 401);
    assert.equal(await selfStatus(send(ugo)), 200);
  });

  it('needs somebody', async () => {
    const { token } = await issue('tara');
    assert.equal((await remove('/api/tokens', {})).status, 401);
    assert.equal((await remove(`/api/tokens/${token}`, {})).status, 401);
  });
});

describe('Basic', () => {
  it('proves a user at every request', async () => {
    const answer = await test.call('/api/users/self', { headers: basic('tara') });
    assert.equal(at(answer.json, 'username'), 'tara');
    assert.equal(await selfStatus({ authorization: headerOfScheme('bAsIc', 'tara') }), 200);
  });

  it('knows passwords with colons and letters beyond ASCII, in UTF-8', async () => {
    await test.addUser('vera');
    await test.app.features.people.change('vera', { password: 'ä:ö:ü 密' });
    assert.equal(await selfStatus(basic('vera', 'ä:ö:ü 密')), 200);
    assert.equal(await selfStatus(basic('vera', 'ä')), 401);
  });

  it('stops at once for an old password', async () => {
    await test.addUser('wim');
    assert.equal(await selfStatus(basic('wim')), 200);
    await test.app.features.people.change('wim', { password: 'another password' });
    assert.equal(await selfStatus(basic('wim')), 401);
    assert.equal(await selfStatus(basic('wim', 'another password')), 200);
  });

  const headerOfScheme = (scheme: string, username: string): string =>
    basic(username)['authorization']?.replace('Basic', scheme) ?? '';
});

describe('password lifetime', () => {
  it('is 401 everywhere once the password is too old, for tokens issued before too', async () => {
    await test.addUser('xena');
    await withSetting('sys_password_lifetime', '30', '0', async () => {
      clock.advance(29.5 * dayMs);
      const pair = await issue('xena');
      assert.equal(await selfStatus(send(pair)), 200);
      clock.advance(0.5 * dayMs + 1000);
      assert.equal(await selfStatus(send(pair)), 401);
      assert.equal(await selfStatus(basic('xena')), 401);
      assert.equal((await post('xena')).status, 401);
      await test.app.features.people.change('xena', { password: testPassword });
      assert.equal(await selfStatus(basic('xena')), 200);
      assert.equal((await post('xena')).status, 200);
    });
  });

  it('never ends when it is 0', async () => {
    await test.addUser('yuri');
    clock.advance(4000 * dayMs);
    assert.equal((await post('yuri')).status, 200);
  });
});

describe('an account that is not active', () => {
  for (const [status, word] of [
    ['S', 'suspended'],
    ['D', 'deleted'],
    ['P', 'pending'],
  ] as const) {
    it(`${word}: 401 on POST /tokens and Basic, 403 on a token`, async () => {
      await test.addUser(`zoe-${word}`);
      const pair = await issue(`zoe-${word}`);
      await test.app.features.people.change(`zoe-${word}`, { status });
      assert.equal((await post(`zoe-${word}`)).status, 401);
      for (const path of ['/api/users/self', '/api/projects/101']) {
        await expectRow(test, { path, headers: basic(`zoe-${word}`), status: 401 });
        await expectRow(test, { path, headers: send(pair), status: 403, lacks: ['Meadow'] });
      }
      await expectRow(test, { path: '/api/tokens', method: 'DELETE', headers: send(pair), status: 403 });
      await test.app.features.people.change(`zoe-${word}`, { status: 'A' });
      assert.equal(await selfStatus(send(pair)), 200);
    });
  }

  it('restricted: signs in like everybody', async () => {
    await test.addUser('rita', { status: 'R' });
    for (const mode of ['anonymous', 'restricted', 'regular']) {
      await withSetting('access_mode', mode, 'anonymous', async () => {
        assert.equal(await selfStatus(send(await issue('rita'))), 200);
        assert.equal(await selfStatus(basic('rita')), 200);
      });
    }
  });
});
