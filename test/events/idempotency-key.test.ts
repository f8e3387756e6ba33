// Engine: both
// Requests with an Idempotency-Key: however often one is sent, and whenever the server dies, it changes things once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dropOldKeys } from '../../src/platform/idempotency/index.ts';
import { at, createTestClock, headerOf } from '../support/harness.ts';
import type { Answered, Call } from '../support/harness.ts';
import { openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

const clock = createTestClock(Date.parse('2026-03-01T10:00:00Z'));
const dayMs = 24 * 60 * 60 * 1000;
let scrum: Scrum;
before(async () => {
  scrum = await openScrum({ clock });
});
after(() => scrum.test.close());

const story = (title: string): unknown => ({
  tracker: { id: scrum.tracker('User stories') },
  values: [{ field_id: scrum.field('User stories', 'title'), value: title }],
});

const post = (key: string, body: unknown, call: Call & { path?: string } = {}): Promise<Answered> =>
  scrum.test.call(call.path ?? '/api/artifacts', {
    method: 'POST',
    as: 'ana',
    body,
    ...call,
    headers: { 'idempotency-key': key, ...call.headers },
  });

const listKeys = () => scrum.test.app.database.read.selectFrom('idempotency_keys').selectAll().execute();

const countArtifacts = async (): Promise<number> =>
  (await scrum.test.app.database.read.selectFrom('artifacts').select('id').execute()).length;

/** What the answer says, but for what belongs to each request alone. */
const wordsOf = ({ status, text, headers }: Answered): unknown[] => [
  status,
  text,
  ...['location', 'etag', 'last-modified', 'content-type'].map((name) => headers.get(name)),
];

describe('a request with an Idempotency-Key', () => {
  it('is answered again as it was the first time, and changes nothing more', async () => {
    const first = await post('"one"', story('once'));
    assert.equal(first.status, 201, first.text);
    const count = await countArtifacts();
    clock.advance(5000);
    const second = await post('one', story('once'));
    assert.deepEqual(wordsOf(second), wordsOf(first));
    assert.deepEqual(
      [first, second].map(({ headers }) => headers.get('idempotency-replayed')),
      [null, 'true'],
    );
    assert.notEqual(headerOf(second, 'x-request-id'), headerOf(first, 'x-request-id'));
    assert.equal(await countArtifacts(), count);
  });

  it('is refused where the key came with another body, address or format, and is somebody else’s with another person', async () => {
    const count = await countArtifacts();
    for (const [body, call] of [
      [story('another'), {}],
      [story('once'), { path: '/api/artifacts/' }],
      [story('once'), { headers: { accept: 'application/xml' } }],
    ] as const) {
      const refused = await post('"one"', body, call);
      assert.equal(refused.status, 422, refused.text);
      assert.match(refused.text, /Unprocessable Content: this Idempotency-Key was sent before/);
    }
    assert.equal(await countArtifacts(), count);
    assert.equal((await post('"one"', story('another'), { as: 'bruno' })).status, 201);
    assert.equal(await countArtifacts(), count + 1);
  });

  it('may be in XML, and answered in XML', async () => {
    const xml =
      `<request><tracker><id>${scrum.tracker('User stories')}</id></tracker><values><item>` +
      `<field_id>${scrum.field('User stories', 'title')}</field_id><value>in XML</value></item></values></request>`;
    const headers = { 'content-type': 'application/xml', accept: 'application/xml' };
    const first = await post('xml', xml, { headers });
    assert.equal(first.status, 201, first.text);
    assert.match(first.text, /^<\?xml/);
    assert.deepEqual(wordsOf(await post('xml', xml, { headers })), wordsOf(first));
  });

  it('that is refused leaves the key free', async () => {
    assert.equal((await post('"refused"', { tracker: { id: 999 }, values: [] })).status, 404);
    assert.equal((await post('"refused"', story('after a refusal'))).status, 201);
  });

  it('that changes nothing is remembered too', async () => {
    const path = '/api/projects/101/extract_references';
    assert.equal((await post('reads', { text: 'art #1' }, { path })).status, 200);
    assert.equal((await post('reads', { text: 'art #1' }, { path })).headers.get('idempotency-replayed'), 'true');
    assert.equal((await post('reads', { text: 'art #2' }, { path })).status, 422);
  });

  it('is refused where the key is none', async () => {
    for (const key of ['', '"', '""', 'two words', 'a"b', '"a"b"', 'x'.repeat(256), `"${'x'.repeat(256)}"`, 'ä']) {
      const refused = await post(key, story('no key'));
      assert.equal(refused.status, 400, `${key}: ${refused.text}`);
      assert.match(refused.text, /The header Idempotency-Key is/);
    }
    assert.equal((await post(`"${'x'.repeat(253)}\\"\\\\"`, story('longest key'))).status, 201);
  });

  it('is carried out once where many are sent at the same time', async () => {
    const count = await countArtifacts();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('"race"', story('race'))));
    const statuses = answers.map(({ status }) => status);
    assert.ok(
      statuses.includes(201) && statuses.every((status) => status === 201 || status === 409),
      statuses.join(' '),
    );
    for (const answer of answers) if (answer.status === 409) assert.equal(headerOf(answer, 'retry-after'), '1');
    assert.equal(await countArtifacts(), count + 1);
    assert.equal((await post('"race"', story('race'))).status, 201);
  });

  it('says what the first one made where its answer was lost', async () => {
    const first = await post('"lost"', story('lost'));
    const { database } = scrum.test.app;
    await database.transact((tx) =>
      tx.updateTable('idempotency_keys').set({ answer_json: null }).where('key', '=', 'lost').execute(),
    );
    assert.equal((await post('"lost"', story('lost'))).headers.get('retry-after'), '1');
    clock.advance(11_000);
    const second = await post('"lost"', story('lost'));
    assert.equal(second.status, 409, second.text);
    assert.equal(headerOf(second, 'location'), `/api/v1/artifacts/${String(at(first.json, 'id'))}`);
    assert.match(second.text, /was carried out at 2026-.*and made artifacts\/\d+, but its answer is lost/);
  });

  it('keeps no secrets', async () => {
    for (let round = 0; round < 2; round += 1) {
      const made = await post('"secret"', { description: 'x' }, { path: '/api/access_keys' });
      assert.equal(made.status, 201, made.text);
      assert.equal(made.headers.get('idempotency-replayed'), null);
    }
    assert.ok((await listKeys()).every(({ key }) => key !== 'secret'));
  });

  it('is forgotten by the daily cleaning after a day', async () => {
    const { database } = scrum.test.app;
    const clean = (): Promise<void> => database.transact((tx) => dropOldKeys(tx, clock.nowMs()));
    clock.advance(dayMs - 60_000);
    await clean();
    assert.equal((await post('"one"', story('once'))).headers.get('idempotency-replayed'), 'true');
    clock.advance(60_000);
    await clean();
    assert.deepEqual(await listKeys(), []);
  });
});
