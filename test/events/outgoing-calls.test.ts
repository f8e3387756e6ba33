// Receivers that hang: they keep neither the server's own work nor those of other projects waiting, and tell nobody what a
// private network has.
import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { after, before, it } from 'node:test';
import { Type } from 'typebox';
import { appendEvents } from '../../src/platform/events/index.ts';
import { enqueueJob } from '../../src/platform/jobs/index.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at } from '../support/harness.ts';
import type { Answered } from '../support/harness.ts';
import { openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import type { Receiver } from '../support/webhook-receiver.ts';

let scrum: Scrum;
let receiver: Receiver;
/** Takes connections and says nothing. */
let tarpit: Server;
let tarpitUrl = '';
const caught = new Set<Socket>();
before(async () => {
  scrum = await openScrum({ withKanban: true });
  receiver = await openReceiver();
  tarpit = createServer((socket) => {
    caught.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => caught.delete(socket));
  });
  tarpit.listen(0, '127.0.0.1');
  await once(tarpit, 'listening');
  const address = tarpit.address();
  tarpitUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
});
const release = (): void => {
  for (const socket of caught) socket.destroy();
};
after(async () => {
  tarpit.close();
  release();
  receiver.close();
  await scrum.test.close();
});

const call = (path: string, method = 'GET', body?: unknown, as = 'root'): Promise<Answered> =>
  scrum.test.call(path, { as, method, ...(body === undefined ? {} : { body }) });

const allowPrivate = (isAllowed: '0' | '1') =>
  scrum.test.app.features.site.changeSetting('outgoing_private_addresses', isAllowed);

/** As changes of artifacts ask for them. */
const transitionJob = { name: 'transition-job', payload: Type.Unknown() };
const rootDaily = { name: 'root-daily', payload: Type.Object({}) };

async function enqueueCalls(project: number, url: string, count: number): Promise<void> {
  const parameters = { userId: 101, projectId: project, trackerId: project, artifactId: 1, triggerFieldValue: 'Done' };
  const share = { owner: `project ${project}`, source: `tracker ${project}`, target: new URL(url).hostname };
  await scrum.test.app.database.transact(async (tx) => {
    for (let index = 0; index < count; index += 1)
      await enqueueJob(tx, transitionJob, { url, parameters }, { nowMs: Date.now(), share });
  });
}

const countDone = async (kind: string): Promise<number> => {
  const jobs = scrum.test.app.database.read.selectFrom('jobs').select('id').where('status', '=', 'done');
  return (await jobs.where('kind', '=', kind).execute()).length;
};

it('calls of one project that hang leave room for all other work, and for calls of others', async () => {
  const { app } = scrum.test;
  await allowPrivate('1');
  await enqueueCalls(101, tarpitUrl, 50);
  app.jobs.start();
  await until(() => caught.size === 4);
  const doneBefore = await countDone('root-daily');
  await app.database.transact((tx) => enqueueJob(tx, rootDaily, {}, { nowMs: Date.now() }));
  await enqueueCalls(102, receiver.url, 3);
  await until(() => receiver.received.length === 3);
  await until(async () => (await countDone('root-daily')) > doneBefore);
  assert.equal(caught.size, 4, 'four of them hang all the while');
  await until(async () => (await countDone('transition-job')) === 3);
  // What gave no answer five times in a row is not called again for a while.
  await until(async () => {
    release();
    return (
      (await app.database.read
        .selectFrom('jobs')
        .select('id')
        .where('last_error', 'like', 'not called, because it gave no answer % times in a row')
        .executeTakeFirst()) !== undefined
    );
  });
  await app.database.transact((tx) => tx.deleteFrom('jobs').where('kind', '=', 'transition-job').execute());
  release();
});

/** A webhook of a project as a whole. */
async function createWebhook(project: number, url: string): Promise<number> {
  const made = await call(`/api/projects/${project}/webhooks`, 'POST', { url });
  assert.equal(made.status, 201, made.text);
  return Number(at(made.json, 'id'));
}

it('webhooks of one project that hang leave room for those of others', async () => {
  receiver.received.length = 0;
  const hanging: number[] = [];
  for (let index = 0; index < 6; index += 1) hanging.push(await createWebhook(101, tarpitUrl));
  const kanban = await call('/api/projects/102/trackers?representation=minimal');
  const quick = await createWebhook(102, receiver.url);
  const { database } = scrum.test.app;
  const tell = async (projectId: number, trackerId: number): Promise<void> => {
    const artifacts = database.read.selectFrom('artifacts').select('id').where('tracker_id', '=', trackerId);
    const { id: artifactId } = await artifacts.limit(1).executeTakeFirstOrThrow();
    const event = { kind: 'artifact-updated', projectId, trackerId, artifactId };
    await database.transact((tx) =>
      appendEvents(tx, [{ ...event, changesetId: null, by: 101, atMs: Date.now(), details: {} }]),
    );
  };
  await tell(101, scrum.tracker('User stories'));
  await tell(102, Number(at(kanban.json, '0.id')));
  let isOver = false;
  const sent = scrum.test.app.features.eventsOut.sender.drain().then(() => (isOver = true));
  await until(() => caught.size === 4);
  await until(() => receiver.received.length === 1);
  assert.equal(caught.size, 4, 'four of six');
  await until(() => {
    release();
    return isOver;
  });
  await sent;
  for (const id of [...hanging, quick]) await call(`/api/webhooks/${id}`, 'DELETE');
});

it('a trial says the same of a name that is nowhere and of one in a private network, and takes as long', async (t) => {
  await allowPrivate('0');
  t.mock.method(dns.promises.Resolver.prototype, 'resolve4', (name: string) =>
    name.startsWith('inside') ? Promise.resolve(['10.0.0.7']) : Promise.reject(new Error(`queryA ENOTFOUND ${name}`)),
  );
  t.mock.method(dns.promises.Resolver.prototype, 'resolve6', (name: string) =>
    Promise.reject(new Error(`queryAaaa ENOTFOUND ${name}`)),
  );
  const ids = [
    await createWebhook(101, 'http://inside.example.com/'),
    await createWebhook(101, 'http://nowhere.example.com/'),
  ];
  const trials = ids.map((id) => call(`/api/webhooks/${id}/deliveries`, 'POST', {}));
  const third = await call(`/api/webhooks/${ids[0]}/deliveries`, 'POST', {});
  const answers = [...(await Promise.all(trials)), third];
  // Which of the three came too late is chance.
  const [refused] = answers.filter(({ status }) => status === 429);
  assert.ok(refused !== undefined, 'two at a time of one project');
  assert.ok(refused.headers.has('retry-after'));
  const told = answers.filter(({ status }) => status === 201).map(({ json }) => json);
  assert.equal(told.length, 2);
  for (const one of told)
    assert.deepEqual(
      [at(one, 'error'), at(one, 'http_status'), at(one, 'duration_ms')],
      ['the receiver could not be reached; administrators of the site find why in the log', null, 3000],
    );
  for (const id of ids) {
    const [first] = [(await call(`/api/webhooks/${id}/deliveries`)).text];
    assert.doesNotMatch(first ?? '', /ENOTFOUND|private|inside|nowhere/);
  }
});
