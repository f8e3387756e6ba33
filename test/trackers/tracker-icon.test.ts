// The icon of a tracker: who chooses it, where it is shown, and that copies and archives keep it.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { exportFrom, importInto } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let path: string;
before(async () => {
  scrum = await openScrum();
  path = `/api/trackers/${scrum.tracker('User stories')}`;
});
after(() => scrum.test.close());

const readIcon = async (target = path): Promise<unknown> =>
  at((await expectRow(scrum.test, { path: target, as: 'bruno', status: 200 })).json, 'icon');

it('is one emoji that administrators of the tracker choose, alone or with the whole document', async () => {
  assert.equal(await readIcon(), '');
  const patch = { path, as: 'ana', method: 'PATCH' };
  const refused = [
    { ...patch, body: { icon: 'ab' }, status: 400, contains: ['`icon`'] },
    { ...patch, body: { icon: '🌿🌿' }, status: 400, contains: ['`icon`'] },
    { ...patch, as: 'bruno', body: { icon: '🌿' }, status: 403 },
  ];
  for (const row of refused) await expectRow(scrum.test, row);
  const seen = await expectRow(scrum.test, { path, as: 'ana', status: 200 });
  await expectRow(scrum.test, { ...patch, body: { icon: '👩‍🌾' }, status: 200, contains: ['"icon":"👩‍🌾"'] });
  assert.equal(await readIcon(), '👩‍🌾');
  const headers = { 'if-match': seen.headers.get('etag') ?? '' };
  await expectRow(scrum.test, { ...patch, headers, body: { icon: '🐞' }, status: 412 });
  const { json } = await scrum.test.call(path, { as: 'ana' });
  assert.ok(typeof json === 'object' && json !== null);
  const document = { ...json, icon: '🌿' };
  await expectRow(scrum.test, { path, as: 'ana', method: 'PUT', body: document, status: 200 });
  assert.equal(await readIcon(), '🌿');
  await expectRow(scrum.test, { ...patch, body: { notifications: { enabled: false } }, status: 200 });
  assert.equal(await readIcon(), '🌿', 'another change leaves it');
  const listed = await scrum.test.call('/api/projects/101/trackers?representation=minimal', { as: 'bruno' });
  assert.deepEqual(
    listAt(listed.json).flatMap((tracker) => (at(tracker, 'icon') === '' ? [] : [at(tracker, 'label')])),
    ['User stories'],
  );
  const audit = await scrum.test.call('/api/audit_events?kind=tracker-changed&limit=2', { as: 'root' });
  assert.match(audit.text, /"changed":"icon"/);
});

it('goes with copies and archives', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-tracker-icon-'));
  context.after(() => rm(folder, { recursive: true }));
  await expectRow(scrum.test, { path, as: 'ana', method: 'PATCH', body: { icon: '🌿' }, status: 200 });
  const order = { project: { id: 101 }, template_id: scrum.tracker('User stories'), label: 'Twin', item_name: 'twin' };
  const copy = { path: '/api/trackers', method: 'POST', as: 'ana', status: 201 };
  const twin = await expectRow(scrum.test, { ...copy, body: order });
  assert.equal(at(twin.json, 'icon'), '🌿');
  const other = await expectRow(scrum.test, { ...copy, body: { ...order, item_name: 'other', icon: '🐞' } });
  assert.equal(at(other.json, 'icon'), '🐞');

  await exportFrom(scrum.test, 'meadow-scrum', join(folder, 'out'));
  const second = await startApp();
  context.after(() => second.close());
  assert.deepEqual((await importInto(second, join(folder, 'out'))).warnings, []);
  const trackers = await second.call('/api/projects/101/trackers?representation=minimal', { as: 'root' });
  const icons = listAt(trackers.json).flatMap((tracker) => (at(tracker, 'icon') === '' ? [] : [at(tracker, 'icon')]));
  const counts = ['🌿', '🐞'].map((icon) => icons.filter((one) => one === icon).length);
  assert.deepEqual([icons.length, ...counts], [3, 2, 1]);
});
