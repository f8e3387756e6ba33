// Engine: both
// The event log over REST: who learns what, waiting for more, streams that are cut and resumed, and its end in the past.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { postgresOnly } from '../../src/platform/database/test-place.testing.ts';
import { appendEvents } from '../../src/platform/events/index.ts';
import { dropOldEvents } from '../../src/features/events/index.ts';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { readEventLog, at, createTestClock, issueToken } from '../support/harness.ts';
import type { Call } from '../support/harness.ts';
import { openRaw } from '../support/raw-connection.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

const clock = createTestClock(Date.parse('2026-03-01T10:00:00Z'));
const dayMs = 24 * 60 * 60 * 1000;
let scrum: Scrum;
before(async () => {
  scrum = await openScrum({ clock, withKanban: true });
  await scrum.test.addUser('stranger');
});
let isClosed = false;
after(async () => {
  if (!isClosed) await scrum.test.close();
});

const call = (path: string, as = 'ana', rest: Call = {}) => scrum.test.call(path, { as, ...rest });

async function createStory(title: string, as = 'ana'): Promise<number> {
  const body = {
    tracker: { id: scrum.tracker('User stories') },
    values: [{ field_id: scrum.field('User stories', 'title'), value: title }],
  };
  const made = await call('/api/artifacts', as, { method: 'POST', body });
  assert.equal(made.status, 201, made.text);
  return Number(at(made.json, 'id'));
}

const lastPosition = async (): Promise<number> => (await readEventLog(scrum.test.app)).at(-1)?.position ?? 0;

/** Kind and artifact of each event that somebody learns of. */
async function readAs(as: string, since: number, more = ''): Promise<string[]> {
  const answer = await call(`/api/events?since=${since}${more}`, as);
  assert.equal(answer.status, 200, answer.text);
  return listAt(answer.json, 'events').map((one) =>
    `${String(at(one, 'kind')).slice(9)} ${String(at(one, 'artifact.id'))}`.trim(),
  );
}

it('events tell who did what to which artifact, in JSON and XML', async () => {
  const since = await lastPosition();
  const id = await createStory('first');
  const answer = await call(`/api/events?since=${since}`);
  assert.equal(at(answer.json, 'next'), await lastPosition());
  const [event] = listAt(answer.json, 'events');
  assert.equal(at(event, 'kind'), 'artifact-created');
  assert.equal(at(event, 'at'), '2026-03-01T10:00:00+00:00');
  assert.equal(at(event, 'by.username'), 'ana');
  assert.deepEqual(at(event, 'artifact'), { id, uri: `artifacts/${id}` });
  assert.equal(at(event, 'tracker.id'), scrum.tracker('User stories'));
  assert.equal(at(event, 'from_tracker'), null);
  const xml = await call(`/api/v1/events?since=${since}`, 'ana', { headers: { accept: 'application/xml' } });
  assert.match(xml.text, new RegExp(`<events><item><id>\\d+</id><kind>artifact-created</kind>.*<id>${id}</id>`));
});

it('are shown to those alone who see the artifact, whom `next` tells to go on all the same', async () => {
  const { test } = scrum;
  const since = await lastPosition();
  const kept = await createStory('kept');
  const gone = await createStory('deleted');
  const limited = await createStory('limited and deleted');
  await test.app.database.transact(async (tx) => {
    await tx.updateTable('artifacts').set({ is_limited: 1 }).where('id', '=', limited).execute();
    await tx.insertInto('artifact_groups').values({ artifact_id: limited, ugroup_id: 4 }).execute();
  });
  const all = [`created ${kept}`, `created ${gone}`, `created ${limited}`];
  const open = all.slice(0, 2);
  assert.deepEqual(await readAs('ana', since), all);
  assert.deepEqual(await readAs('bruno', since), open);
  await test.app.features.site.changeSetting('sys_artifact_deletions_per_day', '10');
  for (const id of [gone, limited])
    assert.equal((await call(`/api/artifacts/${id}`, 'ana', { method: 'DELETE' })).status, 200);
  const deleted = [`deleted ${gone}`, `deleted ${limited}`];
  assert.deepEqual(await readAs('ana', since), [...all, ...deleted]);
  assert.deepEqual(await readAs('bruno', since), [`created ${kept}`, `deleted ${gone}`]);
  assert.deepEqual(await readAs('root', since), [...all, ...deleted]);
  await test.app.features.projects.change('meadow-scrum', { access: 'private' });
  assert.deepEqual(await readAs('stranger', since), []);
  const answer = await call(`/api/events?since=${since}`, 'stranger');
  assert.equal(at(answer.json, 'next'), await lastPosition());
  await test.app.features.projects.change('meadow-scrum', { access: 'public' });
});

it('leave out changes of fields and comments that the reader may not read, in pages and in streams', async () => {
  const { test } = scrum;
  const artifactId = await createStory('with secrets');
  const since = await lastPosition();
  const path = `/api/artifacts/${artifactId}`;
  const change = async (body: object): Promise<void> => {
    const answer = await call(path, 'ana', { method: 'PUT', body });
    assert.equal(answer.status, 200, answer.text);
  };
  const title = scrum.field('User stories', 'title');
  await change({ values: [{ field_id: title, value: 'everybody reads this' }], comment: { body: '', format: 'text' } });
  await change({ values: [], comment: { body: 'seen by all', format: 'text' } });
  const [updated] = await test.app.database.read
    .selectFrom('changesets')
    .select('id')
    .where('artifact_id', '=', artifactId)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  assert.deepEqual(await readAs('bruno', since), [`updated ${artifactId}`, `updated ${artifactId}`]);
  await test.app.database.transact(async (tx) => {
    await tx
      .updateTable('comments')
      .set({ groups_json: '[4]' })
      .where('changeset_id', '=', updated?.id ?? 0)
      .execute();
  });
  assert.deepEqual(await readAs('bruno', since), [`updated ${artifactId}`]);
  assert.deepEqual(await readAs('ana', since), [`updated ${artifactId}`, `updated ${artifactId}`]);
});

it('leave out changes of hidden fields alone, in pages and in streams, as long as the field is hidden', async () => {
  const { database } = scrum.test.app;
  const artifactId = await createStory('with a hidden description');
  const [hidden, title] = [scrum.field('User stories', 'description'), scrum.field('User stories', 'title')];
  const granted = await database.read
    .selectFrom('field_permissions')
    .selectAll()
    .where('field_id', '=', hidden)
    .execute();
  const give = (rows: typeof granted): Promise<void> =>
    database.transact(async (tx) => {
      await tx.deleteFrom('field_permissions').where('field_id', '=', hidden).execute();
      await tx.insertInto('field_permissions').values(rows).execute();
      await bumpSiteVersion(tx);
    });
  const change = async (values: object[]): Promise<void> => {
    const answer = await call(`/api/artifacts/${artifactId}`, 'ana', { method: 'PUT', body: { values } });
    assert.equal(answer.status, 200, answer.text);
  };
  // Administrators alone.
  await give(
    (['read', 'submit', 'update'] as const).map((permission) => ({ field_id: hidden, permission, ugroup_id: 4 })),
  );
  const since = await lastPosition();
  const [ofReader, ofAdmin] = [await openStream({}), await openStream({}, '', 'ana')];
  await change([{ field_id: hidden, value: 'only this' }]);
  await change([{ field_id: title, value: 'seen by everyone' }]);
  await change([
    { field_id: hidden, value: 'this, too' },
    { field_id: title, value: 'seen in part' },
  ]);
  const updated = `updated ${artifactId}`;
  assert.deepEqual(await readAs('bruno', since), [updated, updated]);
  assert.deepEqual(await readAs('ana', since), [updated, updated, updated]);
  // What comes last shows that nothing of before is still under way.
  const last = await createStory('after them');
  for (const [stream, count] of [
    [ofReader, 2],
    [ofAdmin, 3],
  ] as const) {
    const heard = await stream.hear(new RegExp(`"uri":"artifacts/${last}"`));
    assert.equal(heard.split(`"uri":"artifacts/${artifactId}"`).length - 1, count);
    stream.socket.destroy();
  }
  await give(granted);
  assert.deepEqual((await readAs('bruno', since)).slice(0, 3), [updated, updated, updated]);
});

it('tell from where an artifact was moved to who sees that tracker', async () => {
  const { app } = scrum.test;
  const since = await lastPosition();
  const { id } =
    (await app.database.read.selectFrom('trackers').select('id').where('project_id', '=', 102).execute())[0] ?? {};
  assert.ok(id !== undefined);
  const artifactId = await createStory('moved');
  const moved = { kind: 'artifact-moved', projectId: 101, trackerId: scrum.tracker('User stories'), artifactId };
  const details = { from_tracker_id: id };
  await app.database.transact((tx) =>
    appendEvents(tx, [{ ...moved, changesetId: null, by: 0, atMs: clock.nowMs(), details }]),
  );
  await app.features.projects.change('harbor-kanban', { access: 'private' });
  for (const [as, from] of [
    ['root', id],
    ['stranger', undefined],
  ] as const) {
    const answer = await call(`/api/events?since=${since}&kinds=artifact-moved`, as);
    assert.equal(at(answer.json, 'events.0.from_tracker.id'), from);
    assert.equal(at(answer.json, 'events.0.by.is_anonymous'), true);
  }
});

it('can be asked for by kind, tracker, project and artifact, page by page', async () => {
  const since = await lastPosition();
  const one = await createStory('one');
  const two = await createStory('two');
  const body = { values: [{ field_id: scrum.field('User stories', 'title'), value: 'changed' }] };
  await call(`/api/artifacts/${one}`, 'ana', { method: 'PUT', body });
  assert.deepEqual(await readAs('ana', since, '&kinds=artifact-updated'), [`updated ${one}`]);
  assert.deepEqual(await readAs('ana', since, `&artifact=${two}`), [`created ${two}`]);
  assert.deepEqual(await readAs('ana', since, `&tracker=${scrum.tracker('Tasks')}`), []);
  assert.deepEqual(await readAs('ana', since, '&project=102'), []);
  const first = await call(`/api/events?since=${since}&limit=2&project=101`);
  assert.equal(listAt(first.json, 'events').length, 2);
  assert.deepEqual(await readAs('ana', Number(at(first.json, 'next'))), [`updated ${one}`]);
  const beyond = 88_888_888;
  const refused = [
    { path: '/api/events?kinds=sunrise', contains: ['contains sunrise; use one or more of artifact-created'] },
    { path: `/api/events?since=${beyond}`, contains: ['later than the last event'] },
    {
      path: '/api/events/stream',
      headers: { 'last-event-id': String(beyond) },
      contains: ['later than the last event'],
    },
    { path: '/api/events?wait=31', contains: ['`wait`'] },
    { path: '/api/events/stream', headers: { 'last-event-id': 'x' }, contains: ['Last-Event-ID'] },
  ];
  for (const row of refused) await expectRow(scrum.test, { as: 'ana', status: 400, ...row });
  const early = await call(`/api/events?since=${beyond}`);
  assert.doesNotMatch(String(at(early.json, 'error.message')).replace('400', ''), /\d/, 'no word of where the end is');
  await expectRow(scrum.test, { path: '/api/events', status: 401 });
});

it('wake who waits for them at once', async () => {
  const other = call('/api/events?wait=30&kinds=artifact-deleted');
  // The first to wait has the database listen, which on a busy one takes its time.
  const first = call('/api/events?wait=30');
  await untilWaiting(2);
  await createStory('heard for the first time');
  await first;
  const began = performance.now();
  const waiting = call('/api/events?wait=30');
  await untilWaiting(2);
  const id = await createStory('awaited');
  const answer = await waiting;
  assert.equal(at(listAt(answer.json, 'events')[0], 'artifact.id'), id);
  await scrum.test.app.features.projects.change('meadow-scrum', { access: 'public' });
  await createStory('after a change of rights');
  const early = await other;
  assert.deepEqual(listAt(early.json, 'events'), []);
  assert.ok(performance.now() - began < 4000, 'it did not wait for the next look');
});

/** Resolves once so many wait. */
async function untilWaiting(count: number): Promise<void> {
  const { events } = scrum.test.app.features.eventsOut;
  await until(() => events.waiting() >= count);
}

/** Until the server has noticed that those who listened are gone. */
async function untilNobodyWaits(): Promise<void> {
  const { events } = scrum.test.app.features.eventsOut;
  await until(() => events.waiting() === 0);
}

/** A stream in the hands of a test. */
const requestOf = (path: string, headers: Record<string, string>): string =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join('\r\n');

async function openStream(headers: Record<string, string>, query = '', as = 'bruno') {
  const credentials = await issueToken(scrum.test.app, as);
  const connection = await openRaw(scrum.test.base);
  connection.send(requestOf(`/api/events/stream${query}`, { connection: 'close', ...credentials, ...headers }));
  assert.match(await connection.hear(/retry: 2000/), /200 OK[^]*content-type: text\/event-stream/);
  return { ...connection, credentials };
}

it('that come just before a wait begins are heard of in it', postgresOnly, async () => {
  const { database } = scrum.test.app;
  await readEventLog(scrum.test.app);
  await createStory('without its place in the log yet');
  const { transactInTurn } = database;
  let late: Promise<number> | undefined;
  // The first look for what has no place yet is the one before the wait.
  database.transactInTurn = async (work) => {
    const placed = await transactInTurn(work);
    database.transactInTurn = transactInTurn;
    await (late = createStory('just before'));
    return placed;
  };
  const startedMs = performance.now();
  const answer = await call('/api/events?wait=30');
  assert.ok(late !== undefined, 'nothing was without a place');
  assert.ok(performance.now() - startedMs < 4500, 'it waited for the next look');
  assert.equal(at(answer.json, 'events.0.artifact.id'), await late);
});

it('stream, and go on after a cut where the last one was', async () => {
  const stream = await openStream({});
  const first = await createStory('streamed');
  const heard = await stream.hear(new RegExp(`"uri":"artifacts/${first}"[^\\n]*\\n\\n`));
  const id = /id: (\d+)\nevent: artifact-created\ndata: \{/.exec(heard)?.[1] ?? '';
  stream.socket.destroy();
  const missed = await createStory('while nobody listened');
  const next = await openStream({ 'last-event-id': id });
  const later = await createStory('once more');
  const all = await next.hear(new RegExp(`"uri":"artifacts/${later}"`));
  assert.ok(all.includes(`"uri":"artifacts/${missed}"`));
  assert.ok(!all.includes(`"uri":"artifacts/${first}"`));
  const token = next.credentials['x-auth-token'] ?? '';
  const revoked = await scrum.test.call(`/api/tokens/${token}`, { method: 'DELETE', headers: next.credentials });
  assert.equal(revoked.status, 200, revoked.text);
  await createStory('not for a revoked token');
  const end = await next.heardAtEnd();
  assert.ok(!end.includes('not for a revoked token') && end.endsWith('\r\n0\r\n\r\n'));
});

it('say in the stream that the site changed, once for each change that is found', async () => {
  const stream = await openStream({});
  await createStory('heard before the change');
  await stream.hear(/event: artifact-created/);
  await scrum.test.app.features.site.changeSetting('sys_artifact_deletions_per_day', '12');
  await createStory('heard after the change');
  // In the same chunk as the event after it or in one before.
  const heard = await stream.hear(
    /event: site-changed\ndata: \{"site": \d+\}\n\n(?:\r\n[\da-f]+\r\n)?id: \d+\nevent: artifact-created/,
  );
  assert.equal(heard.split('site-changed').length, 2);
  stream.socket.destroy();
  const later = await openStream({}, '?site=1');
  await later.hear(/event: site-changed/);
  later.socket.destroy();
});

it('are not shown by rights that ended while they were read', async () => {
  const { site, projects } = scrum.test.app.features;
  const { isCurrent } = site;
  const stream = await openStream({}, '', 'stranger');
  site.isCurrent = async (version) => {
    site.isCurrent = isCurrent;
    await projects.change('meadow-scrum', { access: 'private' });
    return isCurrent(version);
  };
  const hidden = await createStory('read just before the project was closed');
  await stream.hear(/event: site-changed/);
  await projects.change('meadow-scrum', { access: 'public' });
  const shown = await createStory('for everybody again');
  const heard = await stream.hear(new RegExp(`"uri":"artifacts/${shown}"`));
  assert.ok(!heard.includes(`"uri":"artifacts/${hidden}"`));
  stream.socket.destroy();
});

it('are not in a page that was read by rights that ended meanwhile', async () => {
  const { site, projects } = scrum.test.app.features;
  const { isCurrent } = site;
  // A stream would ask whether its rights are current, too.
  await untilNobodyWaits();
  const since = await lastPosition();
  const hidden = await createStory('read just before the project was closed again');
  site.isCurrent = async (version) => {
    site.isCurrent = isCurrent;
    await projects.change('meadow-scrum', { access: 'private' });
    return isCurrent(version);
  };
  const answer = await call(`/api/events?since=${since}`, 'stranger');
  assert.deepEqual([listAt(answer.json, 'events'), at(answer.json, 'next')], [[], since]);
  await projects.change('meadow-scrum', { access: 'public' });
  assert.deepEqual(await readAs('stranger', since), [`created ${hidden}`]);
});

it('stream at most twenty times to one person, and end in time where that is asked', async () => {
  const answer = await call('/api/events/stream?since=0&wait=0', 'bruno');
  assert.ok(answer.text.split('\n\n').length > 30, answer.text.slice(0, 300));
  const waiting = Array.from({ length: 20 }, () => call('/api/events?wait=30', 'stranger'));
  await untilWaiting(20);
  await expectRow(scrum.test, {
    path: '/api/events?wait=30',
    as: 'stranger',
    status: 429,
    answers: { 'retry-after': '5' },
  });
  await expectRow(scrum.test, { path: '/api/events/stream', as: 'stranger', status: 429 });
  await scrum.test.app.features.site.changeSetting('sys_artifact_deletions_per_day', '11');
  await createStory('wakes all of them');
  await Promise.all(waiting);
});

it('give the place of a client that left to others', async () => {
  const stream = await openStream({});
  await untilWaiting(1);
  const poll = await openRaw(scrum.test.base);
  poll.send(requestOf('/api/events?wait=30', stream.credentials));
  await untilWaiting(2);
  for (const { socket } of [stream, poll]) socket.destroy();
  await untilNobodyWaits();
});

it('are gone some time after they happened, but for those that a follower still needs', async () => {
  const { database } = scrum.test.app;
  const clean = async (): Promise<void> => {
    const { settings } = await scrum.test.app.features.site.current();
    await database.transact((tx) => dropOldEvents(tx, settings, clock.nowMs()));
  };
  const old = await lastPosition();
  await database.transact((tx) =>
    tx
      .updateTable('events')
      .set({ at_ms: clock.nowMs() - 91 * dayMs })
      .execute(),
  );
  await createStory('young');
  await database.transact(async (tx) => {
    await tx.deleteFrom('followers').execute();
    await tx
      .insertInto('followers')
      .values({ name: 'slow', position: 3, leased_by: null, lease_ends_at_ms: 0 })
      .execute();
  });
  const first = (await readEventLog(scrum.test.app))[0]?.position;
  assert.equal(first, 1);
  await clean();
  assert.equal((await readEventLog(scrum.test.app))[0]?.position, 4);
  await database.transact((tx) => tx.deleteFrom('followers').execute());
  await clean();
  assert.equal((await readEventLog(scrum.test.app)).length, 1);
  await expectRow(scrum.test, {
    path: '/api/events?since=1',
    as: 'ana',
    status: 410,
    contains: [`continue with since=${old}`],
  });
  assert.equal((await readAs('ana', old)).length, 1);
  assert.equal((await readAs('ana', 0)).length, 1);
});

it('end when the server stops', async () => {
  const stream = await openStream({});
  const polled = call('/api/events?wait=30');
  await untilWaiting(2);
  const began = performance.now();
  const closed = scrum.test.close();
  isClosed = true;
  assert.deepEqual(listAt((await polled).json, 'events'), []);
  assert.ok((await stream.heardAtEnd()).endsWith('\r\n0\r\n\r\n'));
  await closed;
  assert.ok(performance.now() - began < 8000, 'it waited for the end of the poll');
});
