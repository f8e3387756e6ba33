// Signing in with passwords that a directory keeps: a real slapd, over TLS.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { onOneEngine } from '../../src/platform/database/test-place.testing.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { createDirectoryServers } from '../../src/features/directory/index.ts';
import { findPerson } from '../../src/features/directory/entries.ts';
import { subjectsOf } from '../../src/features/people/credentials/sign-in-guard.service.ts';
import { at, createTestClock, startApp, testPassword } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { certificateFile, ldapSettings, people, person, secret, skipSlapd, startSlapd } from '../support/slapd.ts';
import type { Slapd } from '../support/slapd.ts';

const hourMs = 60 * 60 * 1000;
const clock = createTestClock(Date.UTC(2026, 10, 1, 12));

const signIn = (test: TestApp, username: string, password: string): Promise<Answered> =>
  test.call('/api/tokens', { method: 'POST', body: { username, password } });

const basic = (username: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});

const addPerson = (slapd: Slapd, uid: string, more?: Record<string, string>): Promise<void> =>
  slapd.add(`uid=${uid},${people}`, person(uid, more));

/** Takes connections and never says a word. */
async function startSilentServer(): Promise<{ url: string; server: Server; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `ldap://127.0.0.1:${address.port}`, server, close };
}

describe('sign-in by a directory', { skip: skipSlapd }, () => {
  let slapd: Slapd;
  let test: TestApp;
  const account = async (username: string) =>
    (await test.app.features.people.list()).find((user) => user.username === username);

  before(async () => {
    slapd = await startSlapd();
    for (const uid of ['ada', 'bert', 'carol', 'dora', 'emil', 'fred', 'gerda']) await addPerson(slapd, uid);
    test = await startApp({ clock, settings: ldapSettings(`${slapd.secureUrl}`) });
  });
  after(async () => {
    await test.close();
    await slapd.stop();
  });
  beforeEach(() => clock.advance(hourMs));

  it('makes an account at the first sign-in, and knows it by the next', async () => {
    const first = await signIn(test, 'ada', secret);
    assert.equal(first.status, 200, first.text);
    const { ldap_id: ldapId, ...made } = (await account('ada')) ?? { ldap_id: '' };
    assert.partialDeepStrictEqual(made, {
      real_name: 'ada of the directory',
      email: 'ada@people.example.org',
      status: 'A',
      password_hash: null,
      is_site_admin: 0,
    });
    assert.match(ldapId, /^[\da-f-]{36}$/);
    assert.equal(at((await signIn(test, 'ADA', secret)).json, 'user_id'), at(first.json, 'user_id'));
    const headers = {
      'x-auth-token': String(at(first.json, 'token')),
      'x-auth-userid': String(at(first.json, 'user_id')),
    };
    const self = await test.call('/api/users/self', { headers });
    assert.equal(at(self.json, 'ldap_id'), ldapId);
    assert.equal(
      (
        await test.call('/api/users/self/password', {
          method: 'POST',
          body: { username: 'ada', current_password: secret, new_password: 'violet-anchor-marmalade-92' },
        })
      ).status,
      403,
    );
  });

  it('takes Basic credentials, in XML too, and asks the directory about them once in a while', async () => {
    const headers = { ...basic('bert', secret), accept: 'application/xml' };
    const binds = (): number => slapd.log().match(/BIND dn="uid=bert,[^"]*" method/g)?.length ?? 0;
    for (let time = 0; time < 3; time++) {
      const answer = await test.call('/api/users/self', { headers });
      assert.equal(answer.status, 200, answer.text);
      assert.match(answer.text, /<username>bert<\/username>/);
    }
    assert.equal(binds(), 1);
    clock.advance(hourMs);
    assert.equal((await test.call('/api/users/self', { headers })).status, 200);
    assert.equal(binds(), 2);
    assert.equal((await test.call('/api/users/self', { headers: basic('bert', 'wrong') })).status, 401);
  });

  it('asks once in a while for names that no account may have, too, and counts failures for the account', async () => {
    await addPerson(slapd, 'hugo@corp.example');
    const binds = (): number => slapd.log().match(/BIND dn="uid=hugo@corp\.example,[^"]*" method/g)?.length ?? 0;
    const ask = (password: string): Promise<Answered> =>
      test.call('/api/users/self', { headers: basic('hugo@corp.example', password) });
    for (let time = 0; time < 3; time++) {
      const answer = await ask(secret);
      assert.deepEqual([answer.status, at(answer.json, 'username')], [200, 'hugo_corp.example'], answer.text);
    }
    assert.equal(binds(), 1);
    assert.equal((await ask('wrong')).status, 401);
    const counted = await test.app.database.read.selectFrom('sign_in_counters').select(['subject', 'level']).execute();
    for (const name of ['hugo@corp.example', 'hugo_corp.example']) {
      const { pair, account: subject } = subjectsOf(name, '127.0.0.1');
      for (const one of [pair, subject]) assert.equal(counted.find((row) => row.subject === one)?.level, 1, name);
    }
    await test.app.features.people.change('hugo_corp.example', { status: 'S' });
    assert.equal((await ask(secret)).status, 401);
  });

  it('refuses wrong passwords and unknown names alike, and asks nobody about empty and endless ones', async () => {
    const message = 'Unauthorized: wrong user name or password';
    const i18n = { key: 'sign-in.wrong', params: [] };
    const refused = JSON.stringify({ error: { code: 401, message, reason: 'wrong-credentials', i18n } });
    for (const name of ['ada', 'nobody-there']) assert.equal((await signIn(test, name, 'wrong')).text, refused);
    for (const password of ['', ' '.repeat(2000)]) {
      const answer = await test.call('/api/users/self', { headers: basic('fred', password) });
      assert.equal(answer.text, refused);
    }
    // Its log comes late; what it says of another name comes after what it would have said of this one.
    await signIn(test, 'gerda', secret);
    await until(() => /BIND dn="uid=gerda/.test(slapd.log()));
    assert.doesNotMatch(slapd.log(), /(?:BIND|SRCH) [^\n]*fred/);
  });

  it('finds nobody by a name that is a filter', async () => {
    const names = [
      '*',
      'ad*',
      'ada)(uid=*',
      'ada)(|(uid=*',
      '*)(objectClass=*',
      'ada\0',
      '\\61da',
      ' ada',
      'ada ',
      'a\u00adda',
    ];
    for (const name of names) {
      const answer = await signIn(test, name, secret);
      assert.ok(answer.status === 401 || answer.status === 400, `${name}: ${answer.text}`);
    }
    // What the server's own rules keep out of the search is harmless in it, too.
    const { settings } = await test.app.features.site.current();
    const servers = createDirectoryServers(createLogger('silent'));
    await servers.run(settings, async (connection) => {
      for (const name of names) assert.equal(await findPerson(connection, settings, name), undefined, name);
      assert.equal((await findPerson(connection, settings, 'ada'))?.username, 'ada');
    });
    assert.match(slapd.log(), /filter="\(uid=ada\\29\\28uid=\\2A\)"/i);
  });

  it('links an account of the same name, and takes away what proved it before', async () => {
    const id = await test.addUser('carol');
    const before = await signIn(test, 'carol', testPassword);
    const headers = { 'x-auth-token': String(at(before.json, 'token')), 'x-auth-userid': String(id) };
    const key = await test.call('/api/access_keys', {
      method: 'POST',
      headers,
      body: { description: 'script', scopes: ['write:rest'] },
    });
    assert.equal(key.status, 201, key.text);
    const linked = await signIn(test, 'carol', secret);
    assert.equal(at(linked.json, 'user_id'), String(id), linked.text);
    assert.equal((await test.call('/api/users/self', { headers })).status, 401);
    const byKey = { 'x-auth-accesskey': String(at(key.json, 'identifier')) };
    assert.equal((await test.call('/api/users/self', { headers: byKey })).status, 401);
    assert.equal((await signIn(test, 'carol', testPassword)).status, 401);
  });

  it('never links an account with site-wide rights by its name', async () => {
    await test.app.features.people.create({ username: 'dora', email: 'd@example.org', isSiteAdmin: true });
    const refused = await signIn(test, 'dora', secret);
    assert.equal(refused.status, 401);
    assert.match(refused.text, /site-wide permissions.*tepal user set dora --ldap-id/);
    assert.equal((await account('dora'))?.ldap_id, '');
    const found = await test.app.features.directory.search('dora@people');
    await test.app.features.people.change('dora', { ldapId: found[0]?.ldapId ?? '' });
    assert.equal((await signIn(test, 'dora', secret)).status, 200);
  });

  it('keeps suspended accounts out, and knows people by their identity when they get another name', async () => {
    const first = await signIn(test, 'emil', secret);
    await slapd.rename(`uid=emil,${people}`, `uid=emilia,${people}`);
    assert.equal((await signIn(test, 'emil', secret)).status, 401);
    const renamed = await signIn(test, 'emilia', secret);
    assert.equal(at(renamed.json, 'user_id'), at(first.json, 'user_id'), renamed.text);
    await test.app.features.people.change('emil', { status: 'S' });
    const refused = await signIn(test, 'emilia', secret);
    assert.equal(refused.status, 401);
    assert.match(refused.text, /not active/);
  });

  it('leaves accounts of Tepal alone to Tepal', async () => {
    await test.addUser('local');
    assert.equal((await signIn(test, 'local', testPassword)).status, 200);
    assert.equal((await signIn(test, 'local', 'wrong')).status, 401);
  });

  it('makes one account where somebody signs in for the first time twice at once', async () => {
    await addPerson(slapd, 'twin');
    const answers = await Promise.all(
      ['127.0.0.1', '127.0.0.2', '127.0.0.3'].map((address) => provenAt(test, address, 'twin')),
    );
    assert.equal(new Set(answers).size, 1);
  });
});

/** The id of whom name and password prove at an address. */
async function provenAt({ app }: TestApp, address: string, username: string): Promise<number> {
  const site = await app.features.site.current();
  const request = { method: 'POST', url: '/', headers: {}, address, isEncrypted: false, format: 'json' } as const;
  return (await app.features.signIn.createToken(site, username, secret, request)).userId;
}

describe('a directory that does not answer', { skip: skipSlapd || onOneEngine.skip }, () => {
  let slapd: Slapd;
  before(async () => {
    slapd = await startSlapd();
    await addPerson(slapd, 'ada');
  });
  after(() => slapd.stop());
  beforeEach(() => clock.advance(hourMs));

  async function withApp(settings: string, work: (test: TestApp) => Promise<void>): Promise<void> {
    const test = await startApp({ clock, settings });
    try {
      await work(test);
    } finally {
      await test.close();
    }
  }

  it('is told as such, while passwords of Tepal work and guesses at them count', async () => {
    const other = await startSlapd();
    await addPerson(other, 'ada');
    const running = ldapSettings(other.plainUrl, '$sys_ldap_timeout = 1;');
    await withApp(running, async (test) => {
      await test.addUser('local');
      assert.equal((await signIn(test, 'ada', secret)).status, 200);
      await other.stop();
      clock.advance(hourMs);
      for (const [name, password] of [
        ['ada', secret],
        ['unknown', secret],
        ['local', 'wrong'],
      ] as const) {
        const answer = await signIn(test, name, password);
        assert.equal(answer.status, 503, `${name}: ${answer.text}`);
        assert.match(answer.text, /the directory does not respond/);
        assert.equal(answer.headers.get('retry-after'), '1');
      }
      assert.equal((await signIn(test, 'local', testPassword)).status, 200);
      await test.app.features.people.change('ada', { password: 'for the days of an outage' });
      assert.equal((await signIn(test, 'ada', 'for the days of an outage')).status, 200);
      const { events } = await test.app.features.audit.listAll({ kinds: ['sign-in-failed'] }, { limit: 9, offset: 0 });
      assert.equal(events.length, 1);
    });
  });

  it('makes way for the next server, whether it refuses or is silent', async () => {
    const silent = await startSilentServer();
    const servers = ['ldap://127.0.0.1:1', silent.url, silent.url.replace('ldap:', 'ldaps:'), slapd.plainUrl].join(',');
    try {
      await withApp(ldapSettings(servers, '$sys_ldap_timeout = 1;'), async (test) => {
        assert.equal((await signIn(test, 'ada', secret)).status, 200);
        silent.close();
        assert.equal((await signIn(test, 'ada', secret)).status, 200);
      });
    } finally {
      silent.close();
    }
  });

  const rows: [title: string, settings: (slapd: Slapd) => string, status: number][] = [
    ['StartTLS', ({ plainUrl }) => ldapSettings(plainUrl), 200],
    ['plain text where it is asked for', ({ plainUrl }) => ldapSettings(plainUrl, "$sys_ldap_tls = 'none';"), 200],
    ['ldaps with a certificate of another name', ({ otherUrl }) => ldapSettings(otherUrl), 503],
    [
      'ldaps with a certificate of nobody known',
      ({ secureUrl }) => ldapSettings(secureUrl).replace(certificateFile, ''),
      503,
    ],
    [
      'StartTLS with a certificate of nobody known',
      ({ plainUrl }) => ldapSettings(plainUrl).replace(certificateFile, ''),
      503,
    ],
    [
      'a file of authorities that is not there',
      ({ secureUrl }) => ldapSettings(secureUrl).replace(certificateFile, '/nowhere/ca.pem'),
      503,
    ],
    [
      'a wrong password of the searching account',
      ({ secureUrl }) => ldapSettings(secureUrl, "$sys_ldap_bind_passwd = 'x';"),
      503,
    ],
  ];
  for (const [title, settings, status] of rows)
    it(`${title}: ${status}`, () =>
      withApp(settings(slapd), async (test) => {
        const answer = await signIn(test, 'ada', secret);
        assert.equal(answer.status, status, answer.text);
      }));
});
