// Engine: both
// Passwords: changing one's own, hashes of an older system (spec ruling 13), and what is stored.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { at, createTestClock, headerOf, testPassword } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, openScrum } from '../support/scenario.ts';

const dayMs = 24 * 60 * 60 * 1000;
const clock = createTestClock(Date.UTC(2026, 9, 1, 12));
const strong = 'violet-anchor-marmalade-92';
const xml = { accept: 'application/xml', 'content-type': 'application/xml' };
let test: TestApp;
before(async () => {
  test = (await openScrum({ clock })).test;
});
after(() => test.close());
beforeEach(() => clock.advance(dayMs));

const signIn = (username: string, password: string): Promise<Answered> =>
  test.call('/api/tokens', { method: 'POST', body: { username, password } });

async function tokenOf(username: string, password = testPassword): Promise<Record<string, string>> {
  const { json, text } = await signIn(username, password);
  assert.ok(at(json, 'token') !== undefined, text);
  return { 'x-auth-token': String(at(json, 'token')), 'x-auth-userid': String(at(json, 'user_id')) };
}

async function sessionOf(username: string): Promise<Record<string, string>> {
  const body = { username, password: testPassword };
  const answer = await test.call('/api/sessions', { method: 'POST', body });
  return { cookie: headerOf(answer, 'set-cookie').split(';', 1)[0] ?? '', 'sec-fetch-site': 'same-origin' };
}

const selfStatus = async (headers: Record<string, string>): Promise<number> =>
  (await test.call('/api/sessions/self', { headers })).status;

const path = '/api/users/self/password';
const changing = (username: string, to: string, from = testPassword): object => ({
  username,
  current_password: from,
  new_password: to,
});

describe('POST /users/self/password', () => {
  it('sets the new password and ends every token and session but the one in use', async () => {
    await test.addUser('tara');
    const [token, session, used] = [await tokenOf('tara'), await sessionOf('tara'), await sessionOf('tara')];
    const row = { path, method: 'POST', body: changing('tara', strong), headers: used, status: 200 };
    assert.equal((await expectRow(test, row)).text, '');
    // 404: signed in, but not with a session.
    assert.deepEqual([await selfStatus(token), await selfStatus(session), await selfStatus(used)], [401, 401, 200]);
    assert.equal((await signIn('tara', testPassword)).status, 401);
    assert.equal((await signIn('tara', strong)).status, 200);
    const { events } = await test.app.features.audit.listAll({ kinds: ['password-changed'] }, { limit: 1, offset: 0 });
    assert.deepEqual([events[0]?.actor.name, events[0]?.details], ['tara', { ended: 2, keys: 0 }]);
  });

  it('keeps a token in use, in XML too', async () => {
    await test.addUser('uma');
    const [used, other] = [await tokenOf('uma'), await tokenOf('uma')];
    const body = `<request><username>uma</username><current_password>${testPassword}</current_password><new_password>${strong}</new_password></request>`;
    await expectRow(test, { path, method: 'POST', body, headers: { ...xml, ...used }, status: 200 });
    assert.deepEqual([await selfStatus(used), await selfStatus(other)], [404, 401]);
  });

  it('works with an expired password, and makes it good again', async () => {
    await test.addUser('vito');
    await test.app.features.site.changeSetting('sys_password_lifetime', '30');
    clock.advance(31 * dayMs);
    const refused = await signIn('vito', testPassword);
    assert.equal(refused.status, 401);
    assert.match(refused.text, /POST \/users\/self\/password/);
    await expectRow(test, { path, method: 'POST', body: changing('vito', strong), status: 200 });
    assert.equal((await signIn('vito', strong)).status, 200);
    await test.app.features.site.changeSetting('sys_password_lifetime', '0');
  });

  const refused: [title: string, body: object, status: number, contains: string][] = [
    ['a wrong current password', changing('wanda', strong, 'wrong'), 401, 'wrong user name or password'],
    ['an unknown name', changing('nobody', strong), 401, 'wrong user name or password'],
    ['a short password', changing('wanda', 'x7#Qp!9'), 400, 'shorter than 8'],
    ['a common password', changing('wanda', 'password123'), 400, '`new_password` is too weak: it is easy to guess'],
    ['the user name in another dress', changing('wanda', 'wanda1990'), 400, 'easy to guess'],
    ['one letter', changing('wanda', 'a'.repeat(1000)), 400, 'easy to guess'],
    ['the current password', changing('wanda', testPassword), 400, 'current password'],
    ['a password that is too long', changing('wanda', 'a'.repeat(1025)), 400, 'new_password'],
    ['no new password', { username: 'wanda', current_password: testPassword }, 400, 'new_password'],
  ];
  for (const [title, body, status, contains] of refused) {
    it(`refuses ${title}`, async () => {
      if ((await signIn('wanda', testPassword)).status !== 200) await test.addUser('wanda');
      const row = { path, method: 'POST', body, status };
      await expectRow(test, { ...row, contains: [contains] });
      await expectRow(test, { ...row, headers: { accept: xml.accept }, contains: [`<code>${status}</code>`] });
      assert.equal((await signIn('wanda', testPassword)).status, 200);
    });
  }

  it('is 401 for an account that is not active', async () => {
    await test.addUser('xaver', { status: 'S' });
    await expectRow(test, { path, method: 'POST', body: changing('xaver', strong), status: 401 });
  });
});

describe('an administrator’s change', () => {
  it('ends all tokens and sessions; other changes end none', async () => {
    await test.addUser('yara');
    const [token, session] = [await tokenOf('yara'), await sessionOf('yara')];
    await test.app.features.people.change('yara', { realName: 'Yara Y' });
    assert.deepEqual([await selfStatus(token), await selfStatus(session)], [404, 200]);
    await test.app.features.people.change('yara', { password: testPassword });
    assert.deepEqual([await selfStatus(token), await selfStatus(session)], [401, 401]);
  });
});

describe('a password hash of an older system', () => {
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
  const { setting, names } = { setting: 'sys_keep_md5_hashed_password', names: ['lara', 'liam', 'lila', 'lou'] };
  const holders = async (): Promise<object[]> =>
    (await test.app.features.passwords.listLegacy()).map(({ username, hasArgon2id }) => ({ username, hasArgon2id }));
  before(async () => {
    for (const name of names) await test.addUser(name);
  });

  it('takes the place of the password, proves its owner and ends tokens', async () => {
    const token = await tokenOf('lara');
    await test.app.features.passwords.setLegacy('lara', md5('Schlüssel 1').toUpperCase());
    assert.equal(await selfStatus(token), 401);
    assert.deepEqual(await holders(), [{ username: 'lara', hasArgon2id: false }]);
    assert.equal((await signIn('lara', testPassword)).status, 401);
    assert.equal((await signIn('lara', md5('Schlüssel 1'))).status, 401);
    assert.equal((await signIn('lara', 'Schlüssel 1')).status, 200);
  });

  it('stays beside argon2id while the setting is absent or 1', async () => {
    assert.deepEqual(await holders(), [{ username: 'lara', hasArgon2id: true }]);
    await test.app.features.site.changeSetting(setting, '1');
    assert.equal((await signIn('lara', 'Schlüssel 1')).status, 200);
    assert.deepEqual(await holders(), [{ username: 'lara', hasArgon2id: true }]);
  });

  it('is erased by the first sign-in where the setting is 0, whether it is kept beside or alone', async () => {
    await test.app.features.site.changeSetting(setting, '0');
    await test.app.features.passwords.setLegacy('liam', md5('a b c'));
    assert.equal((await signIn('liam', 'wrong')).status, 401);
    assert.equal((await holders()).length, 2);
    for (const [name, password] of [
      ['lara', 'Schlüssel 1'],
      ['liam', 'a b c'],
    ] as const) {
      assert.equal((await signIn(name, password)).status, 200);
      assert.equal((await signIn(name, password)).status, 200);
    }
    assert.deepEqual(await holders(), []);
  });

  it('goes with a new password', async () => {
    await test.app.features.passwords.setLegacy('lila', md5('old'));
    await expectRow(test, { path, method: 'POST', body: changing('lila', strong, 'old'), status: 200 });
    await test.app.features.passwords.setLegacy('lou', md5('old'));
    await test.app.features.people.change('lou', { password: testPassword });
    assert.equal((await signIn('lou', 'old')).status, 401);
    assert.deepEqual(await holders(), []);
  });

  it('is erased on demand, and must be one', async () => {
    await test.app.features.passwords.setLegacy('lou', md5('old'));
    assert.equal(await test.app.features.passwords.eraseLegacy(), 1);
    assert.equal((await signIn('lou', 'old')).status, 401);
    for (const text of ['', 'x', md5('old').slice(1), `${md5('old')}0`]) {
      await assert.rejects(test.app.features.passwords.setLegacy('lou', text), /32 hexadecimal digits/);
    }
    await assert.rejects(test.app.features.passwords.setLegacy('nobody', md5('x')), /no user "nobody"/);
  });
});
