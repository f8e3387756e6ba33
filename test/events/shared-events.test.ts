// Engine: both
// What those who wait for events share: one reading of the log for all, one page for all who may know the same, and nothing of
// what others may know.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createSharedReadings } from '../../src/features/events/log/shared-readings.ts';
import type { SharingDeps } from '../../src/features/events/log/shared-readings.ts';
import { createEventViewer } from '../../src/features/events/log/event-viewer.ts';
import { artifactEvents } from '../../src/features/artifacts/index.ts';
import { projectViewers } from '../../src/features/projects/index.ts';
import type { Viewer } from '../../src/features/projects/index.ts';
import { countYields } from '../../src/platform/concurrency/time-slices.ts';
import { readEventLog, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { buildArtifacts, buildProject, everybody, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
/** Of the same class each: people who may read, and members. */
const names = ['reader_0', 'reader_1', 'reader_2', 'member_0', 'member_1'];
let viewers: Viewer[] = [];

before(async () => {
  test = await startApp();
  const ids: number[] = [];
  for (const name of names) ids.push(await test.addUser(name));
  const open = { read: [everybody], submit: [registered], update: [registered] };
  world = await buildProject(test, {
    name: 'shared',
    members: ids.slice(3),
    trackers: () => [
      { name: 'open', permissions: { full: [everybody] }, fields: [{ name: 'title', type: 'string', ...open }] },
      {
        name: 'own',
        permissions: { submitter_only: [registered] },
        fields: [{ name: 'title', type: 'string', ...open }],
      },
    ],
  });
  const site = await test.app.features.site.current();
  const users = await test.app.features.people.findMany(ids, site.version);
  viewers = [...(await projectViewers.loadReaders(test.app.database.read, site, [...users.values()])).values()];
  assert.equal(viewers.length, names.length);
});
after(() => test.close());

/** Readings that count how often events are shown, and how often their places in the log are looked for. */
function countReadings() {
  const { database, features } = test.app;
  const counts = { shown: 0, round: 1 };
  const viewEvents = createEventViewer(features.people);
  const deps: SharingDeps = {
    database,
    trackers: features.trackers,
    round: () => counts.round,
    viewEvents: (viewer, seen) => {
      counts.shown += 1;
      return viewEvents(viewer, seen);
    },
  };
  return { counts, readings: createSharedReadings(deps) };
}

const add = async (tracker: 'open' | 'own', by: number): Promise<number> => {
  const changes = [{ by, atMs: 0, values: { [world.field(tracker, 'title')]: 'new' } }];
  const [id] = await buildArtifacts(test, [{ trackerId: world.tracker(tracker), changes }]);
  return id ?? 0;
};

const addMany = async (count: number): Promise<void> => {
  const changes = [{ by: 0, atMs: 0, values: { [world.field('open', 'title')]: 'one of many' } }];
  const plan = { trackerId: world.tracker('open'), changes };
  await buildArtifacts(
    test,
    Array.from({ length: count }, () => plan),
  );
};

const lastPosition = async (): Promise<number> => (await readEventLog(test.app)).at(-1)?.position ?? 0;

it('a change is shown once to all of one class, however many were woken, and anew after the next', async () => {
  const since = await lastPosition();
  const id = await add('open', 0);
  const { counts, readings } = countReadings();
  await readings.settle();
  const read = (viewer: Viewer) => readings.readWoken(viewer, { kinds: artifactEvents.kinds }, { since, limit: 100 });
  const pages = await Promise.all(Array.from({ length: 50 }, () => viewers.map(read)).flat());
  assert.equal(counts.shown, new Set(viewers.map(({ rightsClass }) => rightsClass)).size);
  assert.ok(pages.every(({ events }) => events.length === 1 && events[0]?.artifact.id === id));
  assert.match(pages[0]?.text ?? '', /^id: \d+\nevent: artifact-\w+\ndata: \{.*\}\n\n$/);
  counts.round += 1;
  const other = await add('open', 0);
  await readings.settle();
  const [viewer] = viewers;
  assert.ok(viewer);
  assert.deepEqual(
    (await read(viewer)).events.map(({ artifact }) => artifact.id),
    [id, other],
  );
});

it('what somebody may see for who they are is shown to nobody else of their class', async () => {
  const since = await lastPosition();
  const [first, second] = viewers;
  assert.ok(first?.user && second?.user);
  assert.equal(first.rightsClass, second.rightsClass);
  const id = await add('own', first.user.id);
  const { readings } = countReadings();
  await readings.settle();
  const read = async (viewer: Viewer) =>
    (await readings.readWoken(viewer, { kinds: artifactEvents.kinds }, { since, limit: 100 })).events.map(
      ({ artifact }) => artifact.id,
    );
  assert.deepEqual(await read(first), [id]);
  assert.deepEqual(await read(second), []);
  const other = countReadings().readings;
  const readOther = async (viewer: Viewer) =>
    (await other.readWoken(viewer, { kinds: artifactEvents.kinds }, { since, limit: 100 })).events.length;
  assert.deepEqual([await readOther(second), await readOther(first)], [0, 1], 'nor the other way round');
});

it('a stream from the beginning of a long log gives others their turns between its pages', async () => {
  for (let n = 0; n < 6; n += 1) await addMany(100);
  const viewer = viewers[0];
  assert.ok(viewer);
  const caller = {
    callerNow: () => Promise.resolve(viewer),
    callerGone: () => new AbortController().signal,
    waitIdle: <R>(wait: Promise<R>) => wait,
  };
  const chunks = await test.app.features.eventsOut.events.stream(viewer, { since: 0, wait: 0 }, undefined, caller);
  const before = countYields();
  let pages = 0;
  for await (const chunk of chunks) if (chunk.startsWith('id: ')) pages += 1;
  const rests = countYields() - before;
  assert.ok(pages >= 6 && rests >= pages - 1, `${rests} rests for ${pages} pages`);
});
