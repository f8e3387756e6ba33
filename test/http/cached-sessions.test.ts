// Engine: both
// What is cached for browser sessions never outlives the session, nor what its person may read, and shows nothing to
// pages of other sites.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openApp } from '../../src/app.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at, createTestClock, headerOf, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';

const scrum = new URL('../../samples/scrum', import.meta.url).pathname;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const clock = createTestClock(Date.UTC(2026, 9, 1, 12, 0, 0));
const ownPage = { 'sec-fetch-site': 'same-origin' };
type Headers = Record<string, string>;
let test: TestApp;
let path = '';

before(async () => {
  test = await startApp({ archives: [scrum], clock });
  const all = await test.call('/api/projects/101/trackers?representation=minimal&limit=50', { as: 'ana' });
  assert.ok(Array.isArray(all.json));
  const tasks: unknown = all.json.find((tracker: unknown) => at(tracker, 'label') === 'Tasks');
  const list = await test.call(`/api/trackers/${String(at(tasks, 'id'))}/artifacts?limit=1`, { as: 'ana' });
  path = `/api/artifacts/${String(at(list.json, '0.id'))}`;
});
after(() => test.close());

let count = 0;
const nextName = (): string => `visitor${(count += 1)}`;

async function begin(username: string): Promise<Headers> {
  const body = { username, password: testPassword };
  const answer = await test.call('/api/sessions', { method: 'POST', body });
  assert.equal(answer.status, 201, answer.text);
  return { cookie: headerOf(answer, 'set-cookie').split(';', 1)[0] ?? '', ...ownPage };
}

/** A new account, of which a session has begun. */
async function visit(): Promise<{ name: string; headers: Headers }> {
  const name = nextName();
  await test.addUser(name);
  return { name, headers: await begin(name) };
}

describe('what is cached for a session', () => {
  // A session is a day old at most, and what was written before lies behind.
  beforeEach(() => clock.advance(hourMs));

  const read = async (headers: Headers): Promise<number> => (await test.call(path, { headers })).status;

  /** Reads until who asks and what is shown are cached. */
  async function readOften(headers: Headers): Promise<void> {
    for (let times = 0; times < 4; times += 1) assert.equal(await read(headers), 200);
  }

  it('ends with the session, whoever ends it', async () => {
    const { name, headers } = await visit();
    await readOften(headers);
    assert.equal((await test.call('/api/sessions/self', { method: 'DELETE', headers })).status, 200);
    assert.equal(await read(headers), 401);
    const [first, second] = [await begin(name), await begin(name)];
    await readOften(first);
    await readOften(second);
    assert.equal((await test.call('/api/sessions', { method: 'DELETE', headers: second })).status, 200);
    assert.deepEqual([await read(first), await read(second)], [401, 200]);
    await test.app.features.people.change(name, { password: testPassword });
    assert.equal(await read(second), 401);
  });

  it('ends with its lifetime, and where it is idle, while nothing happens', async () => {
    const { headers } = await visit();
    await readOften(headers);
    clock.advance(72 * hourMs);
    assert.equal(await read(headers), 401);
    await test.app.features.site.changeSetting('session_lifetime', '1');
    const { headers: short } = await visit();
    clock.advance(24 * hourMs - 1);
    await readOften(short);
    clock.advance(1);
    assert.equal(await read(short), 401);
    await test.app.features.site.changeSetting('session_lifetime', '14');
  });

  it('does not keep from noting that the session is used', async () => {
    const { headers } = await visit();
    for (let hour = 0; hour < 80; hour += 20) {
      await readOften(headers);
      clock.advance(20 * hourMs);
      assert.equal(await read(headers), 200);
      const used = test.app.database.read.selectFrom('sessions').where('last_used_at_ms', '=', clock.nowMs());
      await until(async () => (await used.select('user_id').execute()).length > 0);
    }
  });

  it('ends with the account and with the right to read, whichever process changes them', async () => {
    const other = await openApp({ dataDir: test.app.dataDir, logLevel: 'silent', clock });
    for (const { people, projects } of [test.app.features, other.features]) {
      const { name, headers } = await visit();
      await readOften(headers);
      await projects.change('meadow-scrum', { access: 'private' });
      assert.equal(await read(headers), 403);
      await projects.change('meadow-scrum', { access: 'public' });
      await readOften(headers);
      await people.change(name, { status: 'S' });
      assert.equal(await read(headers), 401);
    }
    await other.close();
  });

  it('is for the pages of this server alone, however they say that they are', async () => {
    const { headers } = await visit();
    const { cookie = '' } = headers;
    const own = { cookie, origin: test.base };
    await readOften(headers);
    await readOften(own);
    const others: Headers[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: test.base },
      { origin: 'https://evil.example' },
      { referer: 'https://evil.example/' },
      { origin: 'https://evil.example', referer: test.base },
    ];
    for (const sent of others) assert.equal(await read({ cookie, ...sent }), 403, JSON.stringify(sent));
    assert.equal(await read({ cookie: `__Host-${cookie}`, ...ownPage }), 200, 'as for nobody');
    assert.equal(await read({ ...headers, 'x-auth-accesskey': 'tlp-k1-1.0' }), 401);
  });

  it('is not taken for a site that closes itself to people who are not signed in', async () => {
    await readOften({});
    const { headers } = await visit();
    await readOften(headers);
    await test.app.features.site.changeSetting('access_mode', 'regular');
    assert.deepEqual([await read({}), await read(headers)], [401, 200]);
    await test.app.features.site.changeSetting('access_mode', 'anonymous');
    assert.equal(await read({}), 200);
  });
});
