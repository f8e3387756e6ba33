// Engine: both
// Webhooks: who may have them, what they send and to whom, and that a receiver that was away misses nothing.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { dropFormerSecrets } from '../../src/features/events/index.ts';
import { at, createTestClock } from '../support/harness.ts';
import type { Answered } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';
import { isSigned, openReceiver } from '../support/webhook-receiver.ts';
import type { Receiver } from '../support/webhook-receiver.ts';

const clock = createTestClock(Date.parse('2026-03-01T10:00:00Z'));
const hourMs = 60 * 60 * 1000;
let scrum: Scrum;
let receiver: Receiver;
before(async () => {
  scrum = await openScrum({ clock });
  receiver = await openReceiver();
});
after(async () => {
  receiver.close();
  await scrum.test.close();
});

const call = (path: string, method = 'GET', body?: unknown, as = 'ana'): Promise<Answered> =>
  scrum.test.call(path, { as, method, ...(body === undefined ? {} : { body }) });

const allowPrivate = (isAllowed: '0' | '1') =>
  scrum.test.app.features.site.changeSetting('outgoing_private_addresses', isAllowed);

async function createStory(title: string): Promise<number> {
  const values = [{ field_id: scrum.field('User stories', 'title'), value: title }];
  const made = await call('/api/artifacts', 'POST', { tracker: { id: scrum.tracker('User stories') }, values });
  assert.equal(made.status, 201, made.text);
  return Number(at(made.json, 'id'));
}

/** A webhook of the tracker of stories. */
async function createWebhook(more: object = {}): Promise<{ id: number; secret: string }> {
  const path = `/api/trackers/${scrum.tracker('User stories')}/webhooks`;
  const made = await call(path, 'POST', { url: receiver.url, ...more });
  assert.equal(made.status, 201, made.text);
  return { id: Number(at(made.json, 'id')), secret: String(at(made.json, 'secret')) };
}

/** Sends what is due; gives the artifacts that the receiver was told of, in order. */
async function send(): Promise<number[]> {
  receiver.received.length = 0;
  await scrum.test.app.features.eventsOut.sender.drain();
  return receiver.received.map(({ json }) => Number(at(json, 'data.event.artifact.id')));
}

it('belong to those who administer the tracker or project, and lead to no private address', async () => {
  await scrum.test.addUser('stranger');
  const ofTracker = `/api/trackers/${scrum.tracker('User stories')}/webhooks`;
  const ofProject = '/api/projects/101/webhooks';
  const post = { method: 'POST', body: { url: 'https://example.com/hook' } };
  const rows = [
    ...[ofTracker, ofProject].flatMap((path) => [
      { path, as: 'bruno', status: 403 },
      { path, as: 'stranger', status: 403 },
      { path, status: 401 },
      { path, as: 'bruno', ...post, status: 403 },
      { path, as: 'ana', status: 200, contains: ['[]'] },
    ]),
    { path: '/api/trackers/999/webhooks', as: 'ana', status: 404 },
    { path: '/api/webhooks/999', as: 'ana', status: 404 },
  ];
  for (const row of rows) await expectRow(scrum.test, row);
  const refused = [
    [{ url: 'ftp://example.com/' }, 'http or https'],
    [{ url: 'https://ana:secret@example.com/' }, 'a user name'],
    [{ url: 'http://10.0.0.1/' }, 'private address'],
    [{ url: receiver.url }, 'private address'],
    [{ url: 'https://example.com/', kinds: ['sunrise'] }, 'contains sunrise'],
  ] as const;
  for (const [body, text] of refused)
    await expectRow(scrum.test, { path: ofTracker, as: 'ana', method: 'POST', body, status: 400, contains: [text] });
  const made = await expectRow(scrum.test, { path: ofProject, as: 'ana', ...post, status: 201, contains: ['whsec_'] });
  const path = `/api/webhooks/${String(at(made.json, 'id'))}`;
  await expectRow(scrum.test, { path, as: 'ana', status: 200, contains: ['example.com'], lacks: ['whsec_'] });
  await expectRow(scrum.test, { path, as: 'bruno', status: 404, lacks: ['example.com'] });
  await expectRow(scrum.test, { path, as: 'bruno', method: 'PATCH', body: { status: 'paused' }, status: 404 });
  const xml = await scrum.test.call(path, { as: 'ana', headers: { accept: 'application/xml' } });
  assert.match(xml.text, /<response>.*<url>https:\/\/example.com\/hook<\/url>/);
  await expectRow(scrum.test, { path, as: 'ana', method: 'DELETE', status: 204 });
  await expectRow(scrum.test, { path, as: 'ana', status: 404 });
  const audit = await scrum.test.call('/api/audit_events?limit=2', { as: 'root' });
  assert.match(audit.text, /"webhook-deleted".*"host":"example.com".*"webhook-created"/s);
});

it('send each event with the artifact, signed', async () => {
  await createStory('from before');
  await allowPrivate('1');
  const { id, secret } = await createWebhook();
  const story = await createStory('told');
  assert.deepEqual(await send(), [story]);
  const [message] = receiver.received;
  assert.ok(message !== undefined && isSigned(message, secret) && !isSigned({ ...message, body: '{}' }, secret));
  assert.equal(at(message.json, 'type'), 'artifact-created');
  assert.equal(at(message.json, 'data.artifact.title'), 'told');
  assert.equal(message.headers['webhook-id'], `${id}-${String(at(message.json, 'data.event.id'))}`);
  assert.deepEqual(await send(), []);
  const deliveries = await call(`/api/webhooks/${id}/deliveries`);
  assert.deepEqual(
    listAt(deliveries.json).map((one) => [at(one, 'kind'), at(one, 'http_status'), at(one, 'error')]),
    [['artifact-created', 204, null]],
  );
  const event = Number(at(message.json, 'data.event.id'));
  receiver.received.length = 0;
  const again = await call(`/api/webhooks/${id}/deliveries`, 'POST', { event });
  assert.equal(again.status, 201, again.text);
  assert.equal(receiver.received[0]?.headers['webhook-id'], message.headers['webhook-id']);
  assert.equal(receiver.received[0]?.body, message.body);
  const trial = await call(`/api/webhooks/${id}/deliveries`, 'POST', {});
  assert.deepEqual([at(trial.json, 'event'), at(trial.json, 'kind'), at(trial.json, 'error')], [null, 'trial', null]);
  assert.equal((await call(`/api/webhooks/${id}/deliveries`, 'POST', { event: 1 })).status, 404);
  await call(`/api/webhooks/${id}`, 'DELETE');
});

it('are sent in time where a clock that was ahead put them off, and wait for those who hold them else', async () => {
  const { id } = await createWebhook();
  const change = (values: object): Promise<unknown> =>
    scrum.test.app.database.transact((tx) => tx.updateTable('webhooks').set(values).where('id', '=', id).execute());
  const dayMs = 24 * 60 * 60 * 1000;
  const story = await createStory('put off');
  const soonMs = clock.nowMs() + 30_000;
  await change({ failures: 1, due_at_ms: soonMs });
  assert.deepEqual(await send(), []);
  await change({ failures: 0, due_at_ms: 0, leased_by: 'somebody', lease_ends_at_ms: soonMs });
  assert.deepEqual(await send(), []);
  const aheadMs = clock.nowMs() + dayMs;
  await change({ failures: 1, due_at_ms: aheadMs, leased_by: 'somebody', lease_ends_at_ms: aheadMs });
  assert.deepEqual(await send(), [story]);
  await call(`/api/webhooks/${id}`, 'DELETE');
});

it('wait where the receiver wants no more, and where their reader is no administrator any more', async () => {
  const { id } = await createWebhook();
  const { app } = scrum.test;
  receiver.answer(410);
  const story = await createStory('too much');
  assert.deepEqual(await send(), [story]);
  receiver.answer(204);
  assert.deepEqual(await send(), []);
  await expectRow(scrum.test, {
    path: `/api/webhooks/${id}`,
    as: 'ana',
    status: 200,
    contains: ['"paused"', '410', '"webhook.gone"'],
  });
  const again = await call(`/api/webhooks/${id}`, 'PATCH', { status: 'active' });
  assert.equal(again.status, 200);
  assert.deepEqual([at(again.json, 'reason'), at(again.json, 'i18n')], [null, undefined]);
  assert.deepEqual(await send(), [story]);
  const position = Number(at((await call(`/api/webhooks/${id}`)).json, 'position'));
  const beyond = await call(`/api/webhooks/${id}`, 'PATCH', { position: 88_888_888 });
  assert.equal(beyond.status, 400);
  assert.doesNotMatch(String(at(beyond.json, 'error.message')).replace('400', ''), /\d/, 'no word of where the end is');
  await call(`/api/webhooks/${id}`, 'PATCH', { position: position - 1 });
  assert.deepEqual(await send(), [story], 'moved back it sends again');
  const kept = await createStory('for whoever comes next');
  await app.database.transact((tx) =>
    tx.updateTable('webhooks').set({ reader_id: 999 }).where('id', '=', id).execute(),
  );
  assert.deepEqual(await send(), []);
  await expectRow(scrum.test, {
    path: `/api/webhooks/${id}`,
    as: 'ana',
    status: 200,
    contains: ['"paused"', 'is not active'],
  });
  await call(`/api/webhooks/${id}`, 'PATCH', { status: 'active' });
  assert.deepEqual(await send(), [kept]);
  await allowPrivate('0');
  await createStory('not to a private address');
  assert.deepEqual(await send(), []);
  const deliveries = await call(`/api/webhooks/${id}/deliveries?limit=1`);
  assert.match(String(at(deliveries.json, '0.error')), /could not be reached/);
  await allowPrivate('1');
  await app.database.transact((tx) =>
    tx
      .updateTable('events_kept')
      .set({ after_position: position + 2 })
      .execute(),
  );
  await call(`/api/webhooks/${id}`, 'PATCH', { status: 'active' });
  await app.database.transact((tx) => tx.updateTable('webhooks').set({ position: 1 }).where('id', '=', id).execute());
  await send();
  assert.deepEqual(at(receiver.received[0]?.json, 'data'), { after: 1, kept_after: position + 2 });
  await call(`/api/webhooks/${id}`, 'DELETE');
});

it('get another secret, beside which the one before signs for a while', async () => {
  const { id, secret: first } = await createWebhook();
  const path = `/api/webhooks/${id}`;
  const renew = async (wish: object): Promise<string> => {
    const answer = await call(path, 'PATCH', { new_secret: wish });
    assert.equal(answer.status, 200, answer.text);
    return String(at(answer.json, 'secret'));
  };
  const verify = async (): Promise<boolean[]> => {
    assert.equal((await call(`${path}/deliveries`, 'POST', {})).status, 201);
    const message = receiver.received.at(-1);
    return secrets.map((one) => message !== undefined && isSigned(message, one));
  };
  const secrets = [first, await renew({})];
  assert.deepEqual(await verify(), [true, true]);
  const until = new Date(clock.nowMs() + 24 * hourMs).toISOString().replace('.000Z', '+00:00');
  await expectRow(scrum.test, {
    path,
    as: 'ana',
    status: 200,
    contains: [`"former_secret_until":"${until}"`],
    lacks: ['whsec_'],
  });
  secrets.push(await renew({ overlap: 3600 }));
  assert.deepEqual(await verify(), [false, true, true], 'one of those before');
  clock.advance(hourMs);
  assert.deepEqual(await verify(), [false, false, true]);
  const { database } = scrum.test.app;
  await database.transact((tx) => dropFormerSecrets(tx, {}, clock.nowMs()));
  assert.equal(at((await call(path)).json, 'former_secret_until'), null);
  secrets.push(await renew({ overlap: 0 }));
  assert.deepEqual(await verify(), [false, false, false, true]);
  const other = await call(path, 'PATCH', { kinds: null });
  assert.equal(at(other.json, 'secret'), undefined);
  assert.deepEqual(await verify(), [false, false, false, true], 'no other change makes a secret');
  const wishes: [unknown, string][] = [
    [{ overlap: 604_801 }, '604800'],
    [true, 'new_secret'],
  ];
  for (const [wish, text] of wishes)
    await expectRow(scrum.test, {
      path,
      as: 'ana',
      method: 'PATCH',
      body: { new_secret: wish },
      status: 400,
      contains: [text],
    });
  for (const kinds of [['artifact-moved', 'artifact-deleted'], null]) await call(path, 'PATCH', { kinds });
  const audit = await scrum.test.call('/api/audit_events?kind=webhook-changed&limit=4', { as: 'root' });
  assert.match(audit.text, /"kinds":"artifact-moved, artifact-deleted"/);
  assert.match(audit.text, /"kinds":"all"/);
  assert.match(audit.text, /"new_secret":true/);
  assert.ok(!secrets.some((one) => audit.text.includes(one.slice('whsec_'.length))));
  await call(path, 'DELETE');
});

it('keep what a receiver missed, for a week and in order', async () => {
  const { id } = await createWebhook({ kinds: ['artifact-created'] });
  const show = async (): Promise<unknown> => (await call(`/api/webhooks/${id}`)).json;
  receiver.answer(503);
  const missed = [await createStory('one'), await createStory('two')];
  assert.deepEqual(await send(), missed.slice(0, 1));
  assert.deepEqual(await send(), [], 'it waits before it tries again');
  assert.deepEqual(
    [at(await show(), 'failures'), at(await show(), 'next_attempt_at')],
    [1, '2026-03-01T11:00:10+00:00'],
  );
  receiver.answer(302);
  let attempts = 0;
  for (let waited = 0; waited < 7 * 24; waited += 1) {
    clock.advance(hourMs);
    const [told, ...others] = await send();
    if (told === undefined) continue;
    assert.deepEqual([told, others], [missed[0], []], 'nothing overtakes');
    attempts += 1;
  }
  assert.ok(attempts > 20 && attempts < 60, `${attempts} attempts in a week`);
  receiver.answer(204);
  clock.advance(6 * hourMs);
  assert.deepEqual(await send(), missed);
});
