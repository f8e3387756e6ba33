// What one artifact of a tracker is called: made of its names, or chosen; copies and archives keep what was chosen.
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

const readName = async (): Promise<unknown> =>
  at((await expectRow(scrum.test, { path, as: 'bruno', status: 200 })).json, 'singular_label');
const change = (body: object, status = 200): Promise<unknown> =>
  expectRow(scrum.test, { path, as: 'ana', method: 'PATCH', body, status });

it('follows the names until it is chosen, and again once it is emptied', async () => {
  assert.equal(await readName(), 'User story');
  const listed = await scrum.test.call('/api/projects/101/trackers?representation=minimal', { as: 'bruno' });
  assert.ok(listAt(listed.json).some((tracker) => at(tracker, 'singular_label') === 'User story'));
  const { json } = await scrum.test.call(path, { as: 'ana' });
  await expectRow(scrum.test, { path, as: 'ana', method: 'PUT', body: json, status: 200 });
  await change({ label: 'Stories' });
  assert.equal(await readName(), 'Story', 'to write what was read chooses nothing');
  await change({ singular_label: ' Wish ' });
  await change({ label: 'User stories' });
  assert.equal(await readName(), 'Wish');
  await change({ singular_label: '' });
  assert.equal(await readName(), 'User story');
  await change({ singular_label: 'x'.repeat(256) }, 400);
});

it('goes with copies and archives where it was chosen', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-tracker-singular-'));
  context.after(() => rm(folder, { recursive: true }));
  await change({ singular_label: 'Wish' });
  const order = { project: { id: 101 }, template_id: scrum.tracker('User stories'), label: 'Twins', item_name: 'twin' };
  const copy = { path: '/api/trackers', method: 'POST', as: 'ana', status: 201 };
  assert.equal(at((await expectRow(scrum.test, { ...copy, body: order })).json, 'singular_label'), 'Wish');

  await exportFrom(scrum.test, 'meadow-scrum', join(folder, 'out'));
  const second = await startApp();
  context.after(() => second.close());
  assert.deepEqual((await importInto(second, join(folder, 'out'))).warnings, []);
  const trackers = await second.call('/api/projects/101/trackers?representation=minimal', { as: 'root' });
  const names = listAt(trackers.json).map((tracker) => at(tracker, 'singular_label'));
  assert.equal(names.filter((name) => name === 'Wish').length, 2);
});
