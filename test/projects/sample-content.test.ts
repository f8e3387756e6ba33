// Engine: both
// Sample content: what each bundled template gets, who adds it, and that what somebody changed stays.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';

let test: TestApp;
before(async () => {
  test = await startApp();
  await test.addUser('bea');
});
after(() => test.close());

async function createProject(template: string): Promise<number> {
  const body = { shortname: `p-${template}`, label: `Project ${template}`, description: 'x', is_public: false };
  const sent = { ...body, xml_template_name: template };
  const made = await expectRow(test, { method: 'POST', path: '/api/projects', as: 'root', status: 201, body: sent });
  return Number(at(made.json, 'id'));
}
const ask = async (method: string, projectId: number, status: number, as = 'root'): Promise<unknown> =>
  (await expectRow(test, { method, path: `/api/projects/${projectId}/sample_content`, as, status })).json;
const titleOf = async (id: unknown): Promise<unknown> =>
  at((await expectRow(test, { path: `/api/artifacts/${String(id)}`, as: 'root', status: 200 })).json, 'title');

it('fills each template, and is removed as a whole though the site lets nobody delete', async () => {
  await test.app.features.site.changeSetting('sys_artifact_deletions_per_day', '0');
  for (const template of ['scrum', 'kanban', 'bugs', 'support', 'roadmap']) {
    const project = await createProject(template);
    assert.deepEqual(listAt(await ask('GET', project, 200), 'artifact_ids'), []);
    const ids = listAt(await ask('POST', project, 201), 'artifact_ids');
    assert.ok(ids.length >= 3, template);
    assert.ok(String(await titleOf(ids[0])).length > 5);
    assert.deepEqual(listAt(await ask('GET', project, 200), 'artifact_ids'), ids);
    await ask('POST', project, 409);
    assert.deepEqual(await ask('DELETE', project, 200), { removed_ids: ids, kept_ids: [] });
    assert.deepEqual(listAt(await ask('GET', project, 200), 'artifact_ids'), []);
    await expectRow(test, { path: `/api/artifacts/${String(ids[0])}`, as: 'root', status: 404 });
  }
});

it('has cards in several columns of a kanban', async () => {
  const { json: found } = await expectRow(test, {
    path: '/api/projects?query={"shortname":"p-kanban"}',
    as: 'root',
    status: 200,
  });
  const project = Number(at(found, '0.id'));
  const ids = listAt(await ask('POST', project, 201), 'artifact_ids');
  const statuses = await Promise.all(
    ids.map(async (id) =>
      at((await expectRow(test, { path: `/api/artifacts/${String(id)}`, as: 'root', status: 200 })).json, 'status'),
    ),
  );
  assert.ok(new Set(statuses).size >= 3, statuses.join());
  const [first] = ids;
  const body = { values: [], comment: { body: 'Ours now', format: 'text' } };
  await expectRow(test, { method: 'PUT', path: `/api/artifacts/${String(first)}`, as: 'root', status: 200, body });
  const removed = await ask('DELETE', project, 200);
  assert.deepEqual([at(removed, 'kept_ids'), listAt(removed, 'removed_ids').length], [[first], ids.length - 1]);
  await titleOf(first);
  assert.deepEqual(
    listAt(await ask('GET', project, 200), 'artifact_ids'),
    [],
    'what somebody changed is no sample any more',
  );
});

it('is for administrators of the project, and for trackers that there is some for', async () => {
  const project = await createProject('empty');
  await ask('POST', project, 400);
  for (const method of ['GET', 'POST', 'DELETE']) await ask(method, project, 403, 'bea');
});
