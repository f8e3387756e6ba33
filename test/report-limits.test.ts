// What bounds reports: how much is sorted, and how many are written at a time.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { everything } from '../src/features/artifacts/index.ts';
import { createListings } from '../src/features/artifacts/query/listings.service.ts';
import { createReportArtifacts, createReports } from '../src/features/reports/index.ts';
import type { Definition } from '../src/features/trackers/index.ts';
import { at, issueToken } from './harness.ts';
import { expectRow, openScrum } from './scenario.ts';
import type { Scrum } from './scenario.ts';

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
  const sort = (sortedMax: number): Promise<number[]> =>
    createListings({ database, reading: features.artifacts.reading }, sortedMax).sort(
      viewer,
      tracker,
      everything,
      steps,
      'order',
    );
  const all: number[] = [];
  for await (const ids of features.artifacts.listings.walk(viewer, tracker, everything)) all.push(...ids);
  assert.ok(all.length > 3);
  assert.deepEqual(
    (await sort(all.length)).toSorted((a, b) => a - b),
    all,
  );
  await assert.rejects(sort(all.length - 1), { kind: 'invalid', path: 'order', message: /^at most \d+ artifacts/ });
});

it('more than may be written at a time are refused until one ends', async () => {
  const { database, features } = scrum.test.app;
  const reports = createReports({ ...features, database, entityTagKey: 'key' });
  const found = createReportArtifacts({ database, artifacts: features.artifacts, reports }, 1);
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
