// Engine: both
// What is cached for reads never outlives what it shows, nor whom it may be shown to.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openApp } from '../../src/app.ts';
import { at, createTestClock, headerOf, issueToken, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';

const scrum = new URL('../../samples/scrum', import.meta.url).pathname;
const hourMs = 60 * 60 * 1000;
const clock = createTestClock(Date.UTC(2026, 9, 1, 12, 0, 0));
let test: TestApp;
let id = 0;
let list = '';
let titleField = 0;

before(async () => {
  test = await startApp({ archives: [scrum], clock });
  const trackers = await test.call('/api/projects/101/trackers?representation=minimal&limit=50', { as: 'ana' });
  assert.ok(Array.isArray(trackers.json));
  const trackerId = Number(
    at(
      trackers.json.find((tracker: unknown) => at(tracker, 'label') === 'Tasks'),
      'id',
    ),
  );
  list = `/api/trackers/${trackerId}/artifacts?values=all&limit=5`;
  titleField = Number(
    at((await test.call(`/api/trackers/${trackerId}`, { as: 'ana' })).json, 'semantics.title.field_id'),
  );
  id = Number(at((await test.call(list, { as: 'ana' })).json, '0.id'));
  clock.advance(hourMs);
});
after(() => test.close());

const read = (headers: Record<string, string>, path = `/api/artifacts/${id}`): Promise<Answered> =>
  test.call(path, { headers });

/** Reads until who asks and what is shown are cached. */
async function readOften(headers: Record<string, string>, path?: string): Promise<Answered> {
  await read(headers, path);
  await read(headers, path);
  return read(headers, path);
}

async function rename(text: string): Promise<void> {
  const body = { values: [{ field_id: titleField, value: text }] };
  const headers = await issueToken(test.app, 'ana');
  const answer = await test.call(`/api/artifacts/${id}`, { method: 'PUT', headers, body });
  assert.equal(answer.status, 200, answer.text);
}

describe('what is cached for a read', () => {
  it('is followed by the new one as soon as the artifact has changed, in JSON, XML and lists', async () => {
    const headers = await issueToken(test.app, 'ana');
    const ways: [Record<string, string>, string | undefined][] = [
      [headers, undefined],
      [{ ...headers, accept: 'application/xml' }, undefined],
      [headers, list],
      [{ ...headers, accept: 'application/xml' }, list],
      [headers, `${list}&query=${encodeURIComponent(JSON.stringify({ [titleField]: 'renamed just' }))}`],
    ];
    for (const [sent, path] of ways) await readOften(sent, path);
    await rename('renamed just now');
    for (const [sent, path] of ways) assert.match((await read(sent, path)).text, /renamed just now/);
  });

  it('is the same as the first one, but for the id of the request', async () => {
    const headers = await issueToken(test.app, 'ana');
    const first = await read(headers);
    const again = await readOften(headers);
    assert.equal(again.text, first.text);
    const others = (answer: Answered): [string, string][] =>
      [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
    assert.deepEqual(others(again), others(first));
    assert.notEqual(headerOf(again, 'x-request-id'), headerOf(first, 'x-request-id'));
  });

  it('says 304 to If-None-Match only as long as nothing changed', async () => {
    const headers = await issueToken(test.app, 'ana');
    const etag = headerOf(await read(headers), 'etag');
    const conditional = { ...headers, 'if-none-match': etag };
    assert.equal((await readOften(conditional)).status, 304);
    await rename('renamed again');
    assert.equal((await read(conditional)).status, 200);
  });

  it('ends with the token, whether revoked or too old', async () => {
    const revoked = await issueToken(test.app, 'ana');
    assert.equal((await readOften(revoked)).status, 200);
    const token = revoked['x-auth-token'] ?? '';
    assert.equal((await test.call(`/api/tokens/${token}`, { method: 'DELETE', headers: revoked })).status, 200);
    assert.equal((await read(revoked)).status, 401);
    const old = await issueToken(test.app, 'ana');
    assert.equal((await readOften(old)).status, 200);
    clock.advance(24 * hourMs);
    assert.equal((await read(old)).status, 401);
  });

  it('ends with the right to see the artifact', async () => {
    await test.addUser('stranger');
    const headers = await issueToken(test.app, 'stranger');
    const ways = [undefined, list];
    for (const path of ways) assert.equal((await readOften(headers, path)).status, 200);
    await test.app.features.projects.change('meadow-scrum', { access: 'private' });
    for (const path of ways) assert.equal((await read(headers, path)).status, 403);
    await test.app.features.projects.change('meadow-scrum', { access: 'public' });
  });

  it('ends with the account', async () => {
    await test.addUser('leaver', { isSiteAdmin: true });
    const headers = await issueToken(test.app, 'leaver');
    assert.equal((await readOften(headers)).status, 200);
    await test.app.features.people.change('leaver', { status: 'S' });
    assert.equal((await read(headers)).status, 403);
  });

  it('ends with a password that gets too old while nothing happens', async () => {
    await test.app.features.site.changeSetting('sys_password_lifetime', '1');
    await test.addUser('sleeper', { isSiteAdmin: true });
    clock.advance(23 * hourMs);
    const headers = await issueToken(test.app, 'sleeper');
    assert.equal((await readOften(headers)).status, 200);
    clock.advance(2 * hourMs);
    assert.equal((await read(headers)).status, 401);
    await test.app.features.site.changeSetting('sys_password_lifetime', '0');
  });

  it('ends when another process changes what it shows', async () => {
    const headers = await issueToken(test.app, 'root');
    assert.equal((await readOften(headers)).status, 200);
    const other = await openApp({ dataDir: test.app.dataDir, logLevel: 'silent', clock });
    await other.features.people.change('root', { status: 'S' });
    assert.equal((await read(headers)).status, 403);
    await other.features.people.change('root', { status: 'A' });
    await other.close();
    assert.equal((await read(headers)).status, 200);
  });
});
