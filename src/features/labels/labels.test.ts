// Labels of projects: who makes them, how they are named, and what names none.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../../../test/support/harness.ts';
import { expectRow, listAt, openScrum } from '../../../test/support/scenario.ts';
import type { Scrum } from '../../../test/support/scenario.ts';

let scrum: Scrum;
before(async () => {
  scrum = await openScrum({ withKanban: true });
});
after(() => scrum.test.close());

const path = '/api/projects/101/labels';
const send = async (method: string, url: string, as: string, status: number, body?: object) =>
  (await expectRow(scrum.test, { method, path: url, as, status, ...(body === undefined ? {} : { body }) })).json;
const names = async (query = ''): Promise<unknown[]> =>
  listAt(await send('GET', path + query, 'bruno', 200), 'labels').map((label) => at(label, 'label'));

it('are made, renamed and removed by administrators of the project alone', async () => {
  await send('POST', path, 'bruno', 403, { label: 'Emergency' });
  const made = await send('POST', path, 'ana', 201, { label: ' Emergency ', color: 'fiesta-red' });
  assert.deepEqual(made, { id: 1, label: 'Emergency', is_outline: true, color: 'fiesta-red' });
  await send('POST', path, 'ana', 201, { label: 'Débloqué', is_outline: false });
  assert.deepEqual(await names(), ['Débloqué', 'Emergency']);
  assert.deepEqual(await names('?query=DEBLO'), ['Débloqué']);

  await send('PATCH', `${path}/1`, 'bruno', 403, { label: 'Urgent' });
  assert.equal(at(await send('PATCH', `${path}/1`, 'ana', 200, { color: 'deep-blue' }), 'color'), 'deep-blue');
  assert.equal(at(await send('PATCH', `${path}/1`, 'ana', 200, { label: 'EMERGENCY' }), 'label'), 'EMERGENCY');
  await send('DELETE', `${path}/1`, 'bruno', 403);
  await send('DELETE', `${path}/1`, 'ana', 204);
  await send('DELETE', `${path}/1`, 'ana', 404);
  assert.deepEqual(await names(), ['Débloqué']);
});

it('have names of one line that no other label of the project has, whatever its case and accents', async () => {
  for (const label of ['', '  ', 'a\nb', 'x'.repeat(256)]) await send('POST', path, 'ana', 400, { label });
  await send('POST', path, 'ana', 400, { label: 'Red', color: 'reddish' });
  await send('POST', path, 'ana', 409, { label: 'debloque' });
  const other = Number(at(await send('POST', path, 'ana', 201, { label: 'Other' }), 'id'));
  await send('PATCH', `${path}/${other}`, 'ana', 409, { label: 'DEBLOQUE' });
  assert.deepEqual(await names(), ['Débloqué', 'Other']);
});

it('belong to one project', async () => {
  const id = Number(at(await send('POST', path, 'ana', 201, { label: 'Ours' }), 'id'));
  await send('PATCH', `/api/projects/102/labels/${id}`, 'root', 404, { label: 'Theirs' });
  await send('DELETE', `/api/projects/102/labels/${id}`, 'root', 404);
  const query = encodeURIComponent(JSON.stringify({ labels_id: [id] }));
  assert.deepEqual(await send('GET', `/api/projects/102/labeled_items?query=${query}`, 'root', 200), {
    labeled_items: [],
    are_there_items_user_cannot_see: false,
  });
});
