// Lists of a tracker's artifacts: the counts by block are what counting gives, whatever is done through two processes at once,
// and a page found by them is the page that the plain query gives. PAGES_SEED repeats a failure, TEST_DEPTH=10 makes ten times as many.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { rowFilterOf } from '../../src/features/artifacts/permissions/artifacts.access.ts';
import { countArtifacts, openAudience, spans } from '../../src/features/artifacts/artifact/counts.store.ts';
import { artifactErasure, artifactWrites } from '../../src/features/artifacts/index.ts';
import { findArtifact } from '../../src/features/artifacts/artifact/artifacts.store.ts';
import { listTrackerArtifacts } from '../../src/features/artifacts/artifact/tracker-page.store.ts';
import type { Reader } from '../../src/platform/database/index.ts';
import type { Viewer } from '../../src/features/projects/index.ts';
import type { Definition } from '../../src/features/trackers/index.ts';
import { fillArtifactCounts } from '../../src/migrations/0008-artifact-counts.ts';
import { triesOf } from '../support/depth.ts';
import { at, headerOf, issueToken, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { item } from '../support/random-worlds.ts';
import { listAt } from '../support/scenario.ts';
import * as worlds from '../support/worlds.ts';

const runs = triesOf(4);
const seed = Number(process.env['PAGES_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const people = ['ada', 'blue', 'green', 'both', 'member', 'outsider'] as const;
const firstArtifacts = 2800;

let test: TestApp;
let other: App;
const homes: worlds.World[] = [];
let trackerIds: number[] = [];
let limitFields: number[] = [];
let groups: number[] = [];

before(async () => {
  test = await startApp();
  const ids = new Map<string, number>();
  for (const name of people) ids.set(name, await test.addUser(name));
  const idsOf = (...names: (typeof people)[number][]): number[] => names.map((name) => ids.get(name) ?? -1);
  const tracker = (name: string): worlds.TrackerPlan => ({
    name,
    permissions: { full: [worlds.members], submitter_only: [worlds.registered] },
    fields: [{ name: 'limit', type: 'perm', read: [worlds.everybody], update: [worlds.members] }],
  });
  for (const name of ['north', 'south'])
    homes.push(
      await worlds.buildProject(test, {
        name,
        members: idsOf('blue', 'green', 'both', 'member'),
        admins: idsOf('ada'),
        groups: { blue: idsOf('blue', 'both'), green: idsOf('green', 'both') },
        trackers: () => (name === 'north' ? [tracker('one'), tracker('two')] : [tracker('three')]),
      }),
    );
  const [north, south] = [item(homes, 0), item(homes, 1)];
  trackerIds = [north.tracker('one'), north.tracker('two'), south.tracker('three')];
  limitFields = [north.field('one', 'limit'), north.field('two', 'limit'), south.field('three', 'limit')];
  groups = [north.group('blue'), north.group('green'), worlds.members, worlds.nobody];
  other = await openApp({ dataDir: test.app.dataDir, logLevel: 'silent' });
  const by = ids.get('outsider') ?? 0;
  await worlds.buildArtifacts(
    test,
    Array.from({ length: firstArtifacts }, (_, index) => ({
      trackerId: item(trackerIds, index % 7 === 0 ? 1 : 0),
      changes: [{ by: index % 5 === 0 ? by : 0, atMs: 0 }],
    })),
  );
});
after(async () => {
  await other.close();
  await test.close();
});

type Step =
  | { kind: 'create'; tracker: number; groups: readonly number[] }
  | { kind: 'limit'; pick: number; groups: readonly number[] }
  | { kind: 'skip'; ids: number }
  | { kind: 'erase' };

const groupIndexes = fc.subarray([0, 1, 2, 3], { maxLength: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('create' as const), tracker: fc.nat(2), groups: groupIndexes }),
  },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('limit' as const), pick: fc.nat(), groups: groupIndexes }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('skip' as const), ids: fc.constantFrom(1, 1500, 3000, 80_000) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'erase' as const }) },
);

async function definitionOf(app: App, index: number): Promise<Definition> {
  const { version } = await app.features.site.current();
  const definition = await app.features.trackers.findDefinition(item(trackerIds, index), version);
  assert.ok(definition !== undefined);
  return definition;
}

const toValues = (index: number, chosen: readonly number[]): Map<number, unknown> =>
  new Map([[item(limitFields, index), chosen.map((group) => item(groups, group))]]);

async function perform(app: App, planned: Step): Promise<void> {
  const definitions = [await definitionOf(app, 0), await definitionOf(app, 1), await definitionOf(app, 2)];
  await app.database.transact(async (tx) => {
    const newest = await tx.selectFrom('artifacts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
    const last = newest?.id ?? 0;
    if (planned.kind === 'erase') {
      await artifactErasure.eraseArtifacts(tx, item(homes, 1).id);
    } else if (planned.kind === 'skip') {
      // An artifact far from the others, so that there are more blocks than could be filled here.
      const [id, tracker_id] = [last + planned.ids, item(trackerIds, planned.ids % 3)];
      const made = await artifactWrites.createArtifact(tx, item(definitions, planned.ids % 3), 0, 0);
      await tx.updateTable('artifacts').set({ id }).where('id', '=', made.id).execute();
      await countArtifacts(tx, [
        { row: made, audience: openAudience, by: -1 },
        { row: { id, tracker_id }, audience: openAudience, by: 1 },
      ]);
    } else if (planned.kind === 'create') {
      const tracker = item(definitions, planned.tracker);
      const made = await artifactWrites.createArtifact(tx, tracker, 0, 0);
      const values = toValues(planned.tracker, planned.groups);
      await artifactWrites.applyChanges(tx, tracker, made, [{ by: 0, atMs: 0, comments: [], values }]);
    } else {
      const rows = await tx.selectFrom('artifacts').select(['id', 'tracker_id']).orderBy('id').execute();
      const picked = item(rows, planned.pick % rows.length);
      const found = await findArtifact(tx, picked.id);
      assert.ok(found !== undefined);
      const { site_version: _siteVersion, ...row } = found;
      const index = trackerIds.indexOf(row.tracker_id);
      const change = { by: 0, atMs: 0, comments: [], values: toValues(index, planned.groups) };
      await artifactWrites.applyChanges(tx, item(definitions, index), row, [change]);
    }
  });
}

/** `tracker span block audience` -> artifacts, as the rows say. */
async function readCounts(db: Reader): Promise<Map<string, number>> {
  const rows = await db.selectFrom('artifact_counts').selectAll().where('artifacts', '!=', 0).execute();
  return new Map(rows.map((row) => [`${row.tracker_id} ${row.span} ${row.block} ${row.audience}`, row.artifacts]));
}

/** The same by looking at every artifact. */
async function countAll(db: Reader): Promise<Map<string, number>> {
  const granted = await db.selectFrom('artifact_groups').selectAll().execute();
  const byArtifact = Map.groupBy(granted, (row) => row.artifact_id);
  const counts = new Map<string, number>();
  for (const row of await db.selectFrom('artifacts').select(['id', 'tracker_id', 'is_limited']).execute()) {
    const ids = (byArtifact.get(row.id) ?? []).map((group) => group.ugroup_id).toSorted((a, b) => a - b);
    const audience = row.is_limited === 0 ? '' : `,${ids.join(',')},`;
    for (const span of Object.values(spans)) {
      const key = `${row.tracker_id} ${span} ${Math.floor(row.id / span)} ${audience}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

const sorted = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));

async function viewerOf(name: (typeof people)[number]): Promise<Viewer> {
  const { site, signIn, loadViewer } = test.app.features;
  const headers = await issueToken(test.app, name);
  const request = {
    method: 'GET',
    url: '/',
    headers,
    address: '127.0.0.1',
    isEncrypted: false,
    format: 'json',
  } as const;
  return loadViewer(await signIn.identify(request, 'signed-in', await site.current()));
}

async function checkPages(name: string, viewer: Viewer, spots: readonly number[], limit: number): Promise<void> {
  const { read } = test.app.database;
  for (const index of trackerIds.keys()) {
    const tracker = await definitionOf(test.app, index);
    const reach = rowFilterOf(read, viewer, tracker);
    for (const spot of spots)
      for (const isDescending of [false, true]) {
        const size = firstArtifacts * 1.1;
        const page = { limit, offset: Math.floor((spot / 1000) * size), isDescending };
        const found = await listTrackerArtifacts(read, tracker.id, reach, page);
        const plain = await listTrackerArtifacts(read, tracker.id, { ...reach, audiences: 'personal' }, page);
        assert.deepEqual(found, plain, `${name}, tracker ${index}, ${JSON.stringify(page)}`);
      }
  }
}

it('counts stay exact and pages are those of the plain query', async () => {
  const viewers = new Map<string, Viewer>();
  for (const name of people) viewers.set(name, await viewerOf(name));
  const spots = fc.array(fc.nat(1000), { minLength: 2, maxLength: 4 });
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 12 }),
    fc.array(step, { minLength: 1, maxLength: 12 }),
    spots,
    fc.integer({ min: 1, max: 60 }),
    async (mine, theirs, places, limit) => {
      const inTurn = async (app: App, steps: readonly Step[]): Promise<void> => {
        for (const planned of steps) await perform(app, planned);
      };
      await Promise.all([inTurn(test.app, mine), inTurn(other, theirs)]);
      const { read } = test.app.database;
      assert.deepEqual(sorted(await readCounts(read)), sorted(await countAll(read)));
      for (const [name, viewer] of viewers) await checkPages(name, viewer, [0, ...places], limit);
    },
  );
  await fc.assert(property, { numRuns: runs, seed });
});

it('a migration counts what is there', async () => {
  const { database } = test.app;
  const before = sorted(await readCounts(database.read));
  const filled = await database.transact(async (tx) => {
    await tx.deleteFrom('artifact_counts').execute();
    await fillArtifactCounts(tx);
    return sorted(await readCounts(tx));
  });
  // Two trackers have artifacts, whatever was done before.
  assert.ok(filled.length >= 2 * Object.keys(spans).length);
  assert.deepEqual(filled, before);
});

it('an artifact that is limited after the counts were read is hidden', async () => {
  const { database } = test.app;
  const tracker = await definitionOf(test.app, 2);
  const reach = rowFilterOf(database.read, await viewerOf('member'), tracker);
  const page = { limit: 10, offset: 0, isDescending: false };
  const kept = await database.transact(async (tx) => {
    await artifactErasure.eraseArtifacts(tx, item(homes, 1).id);
    const ids = [];
    for (let made = 0; made < 3; made += 1) ids.push((await artifactWrites.createArtifact(tx, tracker, 0, 0)).id);
    const [hidden, ...shown] = ids;
    // What the counts don't know yet.
    await tx
      .updateTable('artifacts')
      .set({ is_limited: 1 })
      .where('id', '=', hidden ?? 0)
      .execute();
    const before = { ids: shown, found: await listTrackerArtifacts(tx, tracker.id, reach, page) };
    await artifactErasure.eraseArtifacts(tx, item(homes, 1).id);
    return before;
  });
  assert.deepEqual(
    kept.found.stamps.map((stamp) => stamp.id),
    kept.ids,
  );
});

it('the last page over HTTP is the last one, and a page beyond it is empty', async () => {
  const list = (query: string) => test.call(`/api/trackers/${item(trackerIds, 0)}/artifacts?${query}`, { as: 'ada' });
  const size = Number(headerOf(await list('limit=1'), 'x-pagination-size'));
  const idsOf = async (query: string): Promise<unknown[]> =>
    listAt((await list(query)).json).map((one) => at(one, 'id'));
  assert.ok(size > 1000);
  assert.deepEqual(await idsOf(`limit=10&offset=${size - 3}`), (await idsOf('limit=3&order=desc')).toReversed());
  assert.deepEqual(await idsOf(`limit=10&offset=${size}`), []);
});

it('somebody in thousands of groups gets pages where artifacts are limited', async () => {
  const { database, features } = test.app;
  const member = (await viewerOf('member')).user?.id ?? 0;
  await database.transact(async (tx) => {
    for (let part = 0; part < 20; part += 1) {
      const groups = Array.from({ length: 100 }, (_, index) => ({
        project_id: item(homes, 0).id,
        name: `many-${part}-${index}`,
        description: '',
      }));
      const made = await tx.insertInto('user_groups').values(groups).returning('id').execute();
      const rows = made.map(({ id }) => ({ ugroup_id: id, user_id: member }));
      await tx.insertInto('user_group_members').values(rows).execute();
    }
  });
  await features.site.changeSetting('sys_password_lifetime', '0');
  const tracker = await definitionOf(test.app, 0);
  const values = new Map([[item(limitFields, 0), [item(groups, 0)]]]);
  await database.transact(async (tx) => {
    const made = await artifactWrites.createArtifact(tx, tracker, 0, 0);
    await artifactWrites.applyChanges(tx, tracker, made, [{ by: 0, atMs: 0, comments: [], values }]);
  });
  const found = await test.call(`/api/trackers/${item(trackerIds, 0)}/artifacts?limit=5`, { as: 'member' });
  assert.deepEqual([found.status, listAt(found.json).length], [200, 5]);
});
