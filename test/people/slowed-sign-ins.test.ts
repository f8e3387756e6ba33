// Spec ruling 14: failed sign-ins are slowed per account and address, owners elsewhere are not kept out, and nothing
// tells whether a name exists or a password is right.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { at, createTestClock, headerOf, startApp, testPassword } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';

const clock = createTestClock(Date.UTC(2026, 9, 1, 12));
let test: TestApp;
before(async () => {
  test = await startApp({ clock, settings: "$sys_trusted_proxies = '127.0.0.1';" });
  for (const name of ['tara', 'ugo', 'vera']) await test.addUser(name);
});
after(() => test.close());
beforeEach(() => clock.advance(48 * 60 * 60 * 1000));

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address, 'user-agent': 'curl/8' });
const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
/** Instead of tokens, which are older than a day in the next test. */
const as = (username: string): Record<string, string> => ({ authorization: basic(username, testPassword) });

type Method = 'token' | 'session' | 'basic' | 'password-change';
const methods: readonly Method[] = ['token', 'session', 'basic', 'password-change'];

/** One attempt with a password; what it gets when it is right may vary, so only refusals are told apart. */
function attempt(method: Method, username: string, password: string, address: string): Promise<Answered> {
  const headers = from(address);
  if (method === 'basic') {
    return test.call('/api/users/self', { headers: { ...headers, authorization: basic(username, password) } });
  }
  if (method === 'password-change') {
    const body = { username, current_password: password, new_password: password };
    return test.call('/api/users/self/password', { method: 'POST', headers, body });
  }
  const path = method === 'token' ? '/api/tokens' : '/api/sessions';
  return test.call(path, { method: 'POST', headers, body: { username, password } });
}

/** Failures of one account at one address before the next attempt must wait. */
const free = 15;

const token = (username: string, password: string, address: string): Promise<Answered> =>
  attempt('token', username, password, address);

async function failOften(count: number, username: string, address: string): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    const answer = await token(username, 'wrong', address);
    assert.equal(answer.status, 401, `${left} left: ${answer.text}`);
  }
}

/** Fails `count` times and waits as told in between. */
async function failPatiently(count: number, username: string, address: string): Promise<void> {
  for (let done = 0; done < count;) {
    const answer = await token(username, 'wrong', address);
    if (answer.status === 401) done += 1;
    else clock.advance(Number(headerOf(answer, 'retry-after')) * 1000);
  }
}

describe('one attempt more than are free within a second', () => {
  for (const method of methods) {
    for (const username of ['tara', 'nobody-here']) {
      it(`is 429 by ${method} for ${username}, with the right password too`, async () => {
        const address = `192.0.2.${methods.indexOf(method) + 1}`;
        for (let count = 0; count < free; count += 1) {
          assert.equal((await attempt(method, username, 'wrong', address)).status, 401);
        }
        const wrong = await attempt(method, username, 'wrong', address);
        const right = await attempt(method, username, testPassword, address);
        assert.deepEqual([wrong.status, right.status], [429, 429]);
        assert.equal(wrong.text, right.text);
        assert.equal(headerOf(right, 'retry-after'), '1');
        assert.equal(at(right.json, 'error.code'), 429);
        clock.advance(1000);
        const status = (await token(username, testPassword, address)).status;
        assert.equal(status, username === 'tara' ? 200 : 401);
      });
    }
  }

  it('is 429 in XML where XML is asked for, and where invalid credentials are a server error', async () => {
    await test.app.features.site.changeSetting('rest_invalid_credentials_status', '500');
    for (let count = 0; count < free; count += 1) {
      assert.equal((await token('tara', 'wrong', '192.0.2.9')).status, 500);
    }
    await test.app.features.site.changeSetting('rest_invalid_credentials_status', '401');
    const headers = { ...from('192.0.2.9'), authorization: basic('tara', 'x'), accept: 'application/xml' };
    await expectRow(test, { path: '/api/users/self', headers, status: 429, contains: ['<code>429</code>'] });
  });

  it('is counted also when all come at once', async () => {
    const all = Array.from({ length: free + 10 }, () => token('tara', 'wrong', '192.0.2.10'));
    const statuses = (await Promise.all(all)).map((answer) => answer.status);
    assert.equal(statuses.filter((status) => status === 401).length, free);
    assert.equal(statuses.filter((status) => status === 429).length, 10);
  });

  it('counts a name in any case, and an IPv6 network, as one', async () => {
    await failOften(7, 'tara', '2001:db8:1:2::1');
    await failOften(7, 'TARA', '2001:db8:1:2:ffff::2');
    await failOften(free - 14, 'Tara', '2001:db8:1:2::3');
    assert.equal((await token('tara', testPassword, '2001:db8:1:2::4')).status, 429);
    assert.equal((await token('tara', testPassword, '2001:db8:1:3::1')).status, 200);
  });
});

describe('waiting', () => {
  it('grows with each failure up to a quarter of an hour, and is forgotten in time', async () => {
    const seconds: number[] = [];
    await failOften(free, 'tara', '192.0.2.20');
    for (let count = 0; count < 12; count += 1) {
      const wait = Number(headerOf(await token('tara', 'wrong', '192.0.2.20'), 'retry-after'));
      seconds.push(wait);
      clock.advance(wait * 1000);
      await failOften(1, 'tara', '192.0.2.20');
    }
    assert.deepEqual(seconds.slice(0, 4), [1, 2, 4, 8]);
    assert.equal(seconds.at(-1), 900);
    clock.advance(48 * 60 * 60 * 1000);
    await failOften(free, 'tara', '192.0.2.20');
  });

  it('is not counted on by attempts while it lasts, and ends with a success', async () => {
    await failOften(free, 'tara', '192.0.2.21');
    for (let count = 0; count < free; count += 1) await token('tara', 'wrong', '192.0.2.21');
    clock.advance(1000);
    assert.equal((await token('tara', testPassword, '192.0.2.21')).status, 200);
    await failOften(free, 'tara', '192.0.2.21');
  });
});

describe('others', () => {
  it('at another address sign in to the same account', async () => {
    await failPatiently(free + 7, 'tara', '192.0.2.30');
    for (const method of ['token', 'session', 'basic'] as const) {
      assert.ok((await attempt(method, 'tara', testPassword, '192.0.2.31')).status < 300);
    }
  });

  it('at the same address sign in to other accounts', async () => {
    await failOften(free, 'tara', '192.0.2.32');
    assert.equal((await token('ugo', testPassword, '192.0.2.32')).status, 200);
  });

  it('wait where an address tries many names, unless they signed in there before', async () => {
    assert.equal((await token('vera', testPassword, '192.0.2.33')).status, 200);
    for (let name = 0; name < 30; name += 1) await failOften(1, `name-${name}`, '192.0.2.33');
    assert.equal((await token('ugo', testPassword, '192.0.2.33')).status, 429);
    assert.equal((await token('vera', testPassword, '192.0.2.33')).status, 200);
  });

  it('keep their accounts under attack from many addresses, which lose patience', async () => {
    assert.equal((await token('ugo', testPassword, '198.51.100.1')).status, 200);
    for (let host = 1; host <= 50; host += 1) await failOften(1, 'ugo', `203.0.113.${host}`);
    assert.equal((await token('ugo', testPassword, '203.0.113.50')).status, 429);
    assert.equal((await token('ugo', testPassword, '203.0.113.200')).status, 200);
    await failOften(2, 'ugo', '198.51.100.1');
    assert.equal((await token('ugo', testPassword, '198.51.100.1')).status, 200);
  });
});

describe('what is never slowed', () => {
  it('right passwords, tokens and keys, however many', async () => {
    const pair = await token('tara', testPassword, '192.0.2.40');
    const own = { 'x-auth-token': String(at(pair.json, 'token')), 'x-auth-userid': String(at(pair.json, 'user_id')) };
    const many = Array.from({ length: 40 }, () => attempt('basic', 'tara', testPassword, '192.0.2.40'));
    assert.ok((await Promise.all(many)).every((answer) => answer.status === 200));
    for (let count = 0; count < 40; count += 1) {
      const headers = { ...own, ...from('192.0.2.40'), 'x-auth-token': '0'.repeat(64) };
      assert.equal((await test.call('/api/users/self', { headers })).status, 401);
    }
    await failOften(free, 'tara', '192.0.2.40');
    const answer = await test.call('/api/users/self', { headers: { ...own, ...from('192.0.2.40') } });
    assert.equal(answer.status, 200);
  });
});

describe('GET /users/:id/sign_ins', () => {
  it('shows attempts with address, method and program, newest first, and no password', async () => {
    await failOften(free, 'vera', '192.0.2.50');
    await attempt('session', 'vera', testPassword, '192.0.2.51');
    await attempt('basic', 'vera', testPassword, '192.0.2.51');
    await attempt('basic', 'vera', testPassword, '192.0.2.51');
    const long = { ...from('192.0.2.51'), 'user-agent': 'x'.repeat(500) };
    const answer = await test.call('/api/tokens', {
      method: 'POST',
      headers: long,
      body: { username: 'vera', password: testPassword },
    });
    const own = {
      'x-auth-token': String(at(answer.json, 'token')),
      'x-auth-userid': String(at(answer.json, 'user_id')),
    };
    const shown = await expectRow(test, {
      path: '/api/users/self/sign_ins?limit=4',
      headers: own,
      status: 200,
      lacks: [testPassword, 'wrong', 'x'.repeat(201)],
      answers: { 'x-pagination-limit-max': '100' },
    });
    const summary = listAt(shown.json).map((event) => [at(event, 'result'), at(event, 'method'), at(event, 'address')]);
    assert.deepEqual(summary, [
      ['success', 'token', '192.0.2.51'],
      ['success', 'session', '192.0.2.51'],
      ['slowed', 'token', '192.0.2.50'],
      ['failure', 'token', '192.0.2.50'],
    ]);
    assert.equal(at(shown.json, '0.user_agent'), 'x'.repeat(200));
    const headers = { ...own, accept: 'application/xml' };
    const contains = ['<response><item><date>', '<result>success</result>', '<user_agent>curl/8</user_agent>'];
    await expectRow(test, { path: '/api/users/self/sign_ins', headers, status: 200, contains });
    const id = String(at(answer.json, 'user_id'));
    await expectRow(test, {
      path: `/api/users/${id}/sign_ins`,
      headers: as('root'),
      status: 200,
      contains: ['192.0.2.50'],
    });
    await expectRow(test, { path: `/api/users/${id}/sign_ins`, headers: as('ugo'), status: 403, lacks: ['192.0.2'] });
    await expectRow(test, { path: `/api/users/${id}/sign_ins`, status: 401 });
    await expectRow(test, { path: '/api/users/99999/sign_ins', headers: as('root'), status: 404 });
    await expectRow(test, { path: '/api/users/self/sign_ins?limit=101', headers: as('ugo'), status: 400 });
  });

  it('leaves attempts with unknown names to the audit log, by a digest', async () => {
    await token(`n${'o'.repeat(200)}`, 'a secret word', '192.0.2.52');
    const answer = await expectRow(test, {
      path: '/api/audit_events?kind=sign-in-failed&limit=1',
      headers: as('root'),
      status: 200,
      contains: ['"username_digest":"', '"user_id":null', '"address":"192.0.2.52"'],
      lacks: ['a secret word', 'nooo'],
    });
    assert.equal(listAt(answer.json).length, 1);
  });
});
