// Engine: both
// Templates of the site: who chooses them, which of their trackers new projects get, and which trackers stand first.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../../../test/support/harness.ts';
import { expectRow, listAt, openScrum } from '../../../test/support/scenario.ts';
import type { Scrum } from '../../../test/support/scenario.ts';

let scrum: Scrum;
before(async () => {
  scrum = await openScrum();
});
after(() => scrum.test.close());

const send = async (as: string, method: string, path: string, status: number, body?: object): Promise<unknown> =>
  (await expectRow(scrum.test, { as, method, path: `/api${path}`, status, ...(body && { body }) })).json;
const namesOf = async (projectId: number): Promise<unknown[]> =>
  listAt(await send('root', 'GET', `/projects/${projectId}/trackers?representation=minimal`, 200)).map((one) =>
    at(one, 'label'),
  );
const blank = (label: string) => ({ project: { id: 101 }, label, item_name: label.toLowerCase() });

it('are chosen by site administrators alone', async () => {
  await send('ana', 'PATCH', '/projects/101', 403, { is_template: true });
  await send('ana', 'PATCH', '/projects/101', 200, { is_template: false, description: 'Sent back as it was' });
  await send('ana', 'PATCH', '/projects/101', 200, { is_template: false });
  const isListed = async (): Promise<unknown[]> =>
    listAt(await send('ana', 'GET', '/projects?is_template=true', 200)).map((one) => at(one, 'id'));
  assert.deepEqual(await isListed(), []);
  await send('root', 'PATCH', '/projects/101', 200, { is_template: true });
  assert.deepEqual(await isListed(), [101]);
  const templates = listAt(await send('ana', 'GET', '/project_templates', 200));
  assert.ok(templates.some((one) => at(one, 'template_id') === 101 && at(one, 'is_own') === false));
  await send('root', 'PATCH', '/projects/101', 200, { is_template: false });
  assert.deepEqual(await isListed(), []);
});

it('leave trackers out that new projects should not get, but those that something needs', async () => {
  const left = Number(at(await send('ana', 'POST', '/trackers', 201, blank('Leftovers')), 'id'));
  const tasks = scrum.tracker('Tasks');
  for (const id of [left, tasks]) {
    assert.deepEqual(await send('ana', 'GET', `/trackers/${id}/new_projects`, 200), { enabled: true });
    await send('bruno', 'PUT', `/trackers/${id}/new_projects`, 403, { enabled: false });
    await send('ana', 'PUT', `/trackers/${id}/new_projects`, 200, { enabled: false });
  }
  const wish = { shortname: 'orchard', label: 'Orchard', is_public: false, template_id: 101 };
  const names = await namesOf(Number(at(await send('ana', 'POST', '/projects', 201, wish), 'id')));
  assert.ok(names.includes('Tasks'), 'a planning needs it');
  assert.ok(!names.includes('Leftovers'));
  assert.ok((await namesOf(101)).includes('Leftovers'));
});

it('show which trackers stand first', async () => {
  const blankOne = Number(at(await send('ana', 'POST', '/trackers', 201, blank('Ideas')), 'id'));
  const isPromoted = async (label: string): Promise<unknown> => {
    const trackers = listAt(await send('bruno', 'GET', '/projects/101/trackers?representation=minimal', 200));
    return at(
      trackers.find((one) => at(one, 'label') === label),
      'is_promoted',
    );
  };
  assert.deepEqual([await isPromoted('Tasks'), await isPromoted('Ideas')], [true, false]);
  for (const [id, label, enabled] of [
    [blankOne, 'Ideas', true],
    [scrum.tracker('Tasks'), 'Tasks', false],
  ] as const) {
    assert.deepEqual(await send('ana', 'GET', `/trackers/${id}/promotion`, 200), { enabled: !enabled });
    await send('bruno', 'PUT', `/trackers/${id}/promotion`, 403, { enabled });
    await send('ana', 'PUT', `/trackers/${id}/promotion`, 200, { enabled });
    assert.equal(await isPromoted(label), enabled);
  }
});
