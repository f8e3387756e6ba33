// A new site: who may make its first administrator, and that nobody can afterwards.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createHttpServer, openApp } from '../../app.ts';
import type { App } from '../../app.ts';
import { at, createTestClock, prepareFolder } from '../../../test/support/harness.ts';
import { isAdmitted } from '../../platform/http/routes/transport.ts';
import { isCode, writeCode } from './code.ts';

const clock = createTestClock(Date.UTC(2026, 5, 1));
let app: App;
let base = '';
let end = async (): Promise<void> => {};
before(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tepal-first-'));
  const remove = await prepareFolder(dataDir, '');
  app = await openApp({ dataDir, logLevel: 'silent', clock });
  const server = createHttpServer(app);
  base = await server.listen({ port: 0, host: '127.0.0.1' });
  end = async () => {
    await server.close();
    await app.close();
    await remove();
    await rm(dataDir, { recursive: true, force: true });
  };
});
after(() => end());

const call = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(base + path, {
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  return { status: answer.status, headers: answer.headers, text, json };
};

const wish = {
  username: 'admin',
  real_name: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse battery',
  allow_plain_http: true,
};
const begin = (change: object) => call('/api/first_start', { ...wish, ...change });

describe('the first start', () => {
  it('is open, and takes browsers there', async () => {
    assert.deepEqual((await call('/api/first_start')).json, { is_open: true, is_encrypted: false });
    const page = await call('/projects', undefined, { accept: 'text/html' });
    // Without built pages every address is the API's.
    if (page.status !== 404) assert.equal(page.headers.get('location'), '/first-start');
  });

  it('asks for the code, and makes another one of it after ten tries', async () => {
    const first = await app.features.firstStart.findCode();
    for (let count = 0; count < 10; count += 1) {
      const refused = await begin({ code: 'AAAA-BBBB-CCCC-DDDD' });
      assert.equal(refused.status, 403, refused.text);
    }
    assert.notEqual(await app.features.firstStart.findCode(), first);
    assert.equal((await begin({ code: first })).status, 403);
    assert.deepEqual(await app.features.people.list(), []);
  });

  it('refuses many tries within an hour, and takes the code even then', async () => {
    for (let count = 11; count < 60; count += 1) await begin({ code: 'wrong' });
    assert.equal((await begin({ code: 'wrong' })).status, 429);
    clock.advance(60_000);
    assert.equal((await begin({ code: 'wrong' })).status, 403);
    assert.equal((await begin({ code: 'wrong' })).status, 429);
  });

  it('wants a password that is none of the usual, and a word about plain HTTP', async () => {
    const code = await app.features.firstStart.findCode();
    const weak = await begin({ code, password: 'password' });
    assert.equal(weak.status, 400);
    assert.match(weak.text, /`password`/);
    const plain = await begin({ code, allow_plain_http: false });
    assert.equal(plain.status, 400);
    assert.match(plain.text, /`allow_plain_http`/);
    assert.equal((await begin({ code, username: '1' })).status, 400);
    assert.deepEqual(await app.features.people.list(), []);
  });

  it('makes one administrator of two who ask at once, signs them in, and is over', async () => {
    const code = (await app.features.firstStart.findCode())?.toLowerCase().replaceAll('-', ' ');
    const answers = await Promise.all([begin({ code }), begin({ code, username: 'second' })]);
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 1, answers.map(({ text }) => text).join('\n'));
    assert.equal((await app.features.people.list()).length, 1);
    const cookie = made[0]?.headers.get('set-cookie')?.split(';')[0] ?? '';
    const self = await call('/api/users/self', undefined, { cookie, 'sec-fetch-site': 'same-origin' });
    assert.equal(at(self.json, 'is_site_admin'), true, self.text);
    const { settings } = await app.features.site.current();
    assert.deepEqual([settings.sys_rest_api_over_http, settings.sys_keep_md5_hashed_password], [true, false]);

    assert.equal(at((await call('/api/first_start')).json, 'is_open'), false);
    assert.equal((await begin({ code })).status, 404);
    assert.equal(await app.features.firstStart.findCode(), undefined);
    const { events } = await app.features.audit.listAll({ kinds: ['account-created'] }, { limit: 5, offset: 0 });
    assert.deepEqual(
      events.map(({ actor }) => actor.name),
      ['first start'],
    );
  });
});

describe('the code', () => {
  it('is the same for the same site and number alone', () => {
    assert.equal(writeCode('secret', 0), writeCode('secret', 0));
    assert.equal(new Set([writeCode('secret', 0), writeCode('secret', 1), writeCode('other', 0)]).size, 3);
    assert.match(writeCode('secret', 0), /^(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
  });

  it('is taken as people type it', () => {
    const code = writeCode('secret', 3);
    assert.equal(isCode(` ${code.toLowerCase().replaceAll('-', '')}`, code), true);
    assert.equal(isCode(code.slice(1), code), false);
    assert.equal(isCode('', code), false);
  });
});

describe('a site without accounts', () => {
  for (const [address, isNear] of [
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.17.0.1', true],
    ['192.168.1.20', true],
    ['::1', true],
    ['fd00::1', true],
    ['203.0.113.9', false],
    ['172.32.0.1', false],
    ['2001:db8::1', false],
    ['', false],
  ] as const)
    it(`${isNear ? 'answers' : 'refuses'} plain HTTP from ${address || 'nowhere'}`, () => {
      assert.equal(isAdmitted({ address, isEncrypted: false }, 'nearby'), isNear);
      assert.equal(isAdmitted({ address, isEncrypted: true }, 'nearby'), true);
    });
});
