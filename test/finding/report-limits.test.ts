// Engine: both
// What bounds reports: how much is sorted, and how many are written at a time.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { queryConditions } from '../../src/features/artifacts/index.ts';
import { createSetCache } from '../../src/features/artifacts/query/engine/set-cache.ts';
import { createListings } from '../../src/features/artifacts/query/sorting/listings.service.ts';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { createReportArtifacts, createReports } from '../../src/features/reports/index.ts';
import type { Definition } from '../../src/features/trackers/index.ts';
import { at, issueToken } from '../support/harness.ts';
import { expectRow, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
before(async () => {
  scrum = await openScrum();
});
after(() => scrum.test.close());

async function loadAna() {
  const { site, signIn, loadViewer } = scrum.test.app.features;
  await scrum.test.call('/api/users/self', { as: 'ana' });
  const request = {
    method: 'GET',
    url: '/',
    headers: await issueToken(scrum.test.app, 'ana'),
    address: '127.0.0.1',
    isEncrypted: true,
    format: 'json',
  } as const;
  return loadViewer(await signIn.identify(request, 'signed-in', await site.current()));
}

async function findTasks(siteVersion: number): Promise<Definition> {
  const tracker = await scrum.test.app.features.trackers.findDefinition(scrum.tracker('Tasks'), siteVersion);
  assert.ok(tracker !== undefined);
  return tracker;
}

it('more than may be sorted is refused', async () => {
  const { database, features } = scrum.test.app;
  const viewer = await loadAna();
  const tracker = await findTasks(viewer.site.version);
  const field = tracker.fieldByName.get('title');
  assert.ok(field !== undefined);
  const steps = [{ field, isDescending: false }];
  const sort = (sortedMax: number): Promise<readonly number[]> =>
    createListings({ database, reading: features.artifacts.reading, setCache: createSetCache() }, sortedMax).sort(
      viewer,
      { tracker, condition: queryConditions.everything, steps, parameter: 'order' },
    );
  const all: number[] = [];
  for await (const ids of features.artifacts.listings.walk(viewer, tracker, queryConditions.everything))
    all.push(...ids);
  assert.ok(all.length > 3);
  assert.deepEqual(
    (await sort(all.length)).toSorted((a, b) => a - b),
    all,
  );
  await assert.rejects(sort(all.length - 1), { kind: 'invalid', path: 'order', message: /^at most \d+ artifacts/ });
});

type Writer = Parameters<Parameters<Scrum['test']['app']['database']['transact']>[0]>[0];

/** What writes the lines of all tasks for ana: the names of their fields first. */
async function startExport(): Promise<AsyncGenerator<string, void>> {
  const { database, features } = scrum.test.app;
  const reports = createReports({ ...features, database, entityTagKey: 'key' });
  const made = await expectRow(scrum.test, {
    path: `/api/trackers/${scrum.tracker('Tasks')}/tracker_reports`,
    method: 'POST',
    as: 'ana',
    body: { label: 'All' },
    status: 201,
  });
  const form = { separator: 'comma', header: 'name', withBom: false, values: 'all', tableId: undefined } as const;
  const shown = { ...form, isInOrderOfId: true };
  const found = createReportArtifacts({ ...features, database, reports });
  return found.export(await loadAna(), Number(at(made.json, 'id')), shown);
}

const tasks = (): number => scrum.tracker('Tasks');

const takenRights: readonly (readonly [string, (tx: Writer, ana: number) => Promise<unknown>])[] = [
  [
    'permissions of the tracker',
    (tx) => tx.deleteFrom('tracker_permissions').where('tracker_id', '=', tasks()).execute(),
  ],
  [
    'a field',
    (tx) => tx.deleteFrom('field_permissions').where('field_id', '=', scrum.field('Tasks', 'title')).execute(),
  ],
  [
    'the reader’s own rights',
    (tx, ana) => tx.updateTable('project_members').set({ is_admin: 0 }).where('user_id', '=', ana).execute(),
  ],
];

it('what is written goes on while other things change', async () => {
  const pieces = await startExport();
  await pieces.next();
  await scrum.test.app.database.transact(bumpSiteVersion);
  const { value } = await pieces.next();
  assert.match(String(value), /\r\n/);
  await pieces.return();
});

it('more than may be written at a time are refused until one ends', async () => {
  const { database, features } = scrum.test.app;
  const reports = createReports({ ...features, database, entityTagKey: 'key' });
  const found = createReportArtifacts({ ...features, database, reports }, 1);
  const made = await expectRow(scrum.test, {
    path: `/api/trackers/${scrum.tracker('Tasks')}/tracker_reports`,
    method: 'POST',
    as: 'ana',
    body: { label: 'All' },
    status: 201,
  });
  const viewer = await loadAna();
  const form = { separator: 'comma', header: 'name', withBom: false } as const;
  const start = () =>
    found.export(viewer, Number(at(made.json, 'id')), {
      ...form,
      values: undefined,
      tableId: undefined,
      isInOrderOfId: false,
    });
  const unread = await start();
  const first = await start();
  await first.next();
  await assert.rejects(start(), { kind: 'rate-limited' });
  await first.return();
  await unread.return();
  const lines: string[] = [];
  for await (const piece of await start()) lines.push(piece);
  assert.match(lines.join(''), /^title,/);
  await start();
});

for (const [what, take] of takenRights)
  it(`what is written breaks off when ${what} is taken from its reader`, async () => {
    const ana = await scrum.user('ana');
    const pieces = await startExport();
    await pieces.next();
    await scrum.test.app.database.transact(async (tx) => {
      await take(tx, ana);
      await bumpSiteVersion(tx);
    });
    await assert.rejects(pieces.next(), { name: 'VersionConflictError' });
    assert.deepEqual(await pieces.next(), { done: true, value: undefined });
  });
