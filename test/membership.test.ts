// Memberships in full form: every group, whatever became of its project since.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from './harness.ts';
import type { TestApp } from './harness.ts';
import { expectRow, listAt, openScrum } from './scenario.ts';

let test: TestApp;
before(async () => {
  test = (await openScrum({ withKanban: true })).test;
});
after(() => test.close());

const idsOf = (list: unknown): unknown[] => listAt(list).map((one) => at(one, 'id'));

for (const status of ['active', 'suspended', 'deleted'] as const) {
  it(`lists every group of a member when a project is ${status}, as the short form does`, async () => {
    await test.app.features.projects.change('harbor-kanban', { status });
    const path = '/api/users/self/membership?scope=project';
    const short = await expectRow(test, { path: `${path}&format=id`, as: 'ana', status: 200 });
    const full = await expectRow(test, { path: `${path}&format=full`, as: 'ana', status: 200 });
    assert.deepEqual(idsOf(full.json), short.json);
    assert.ok(listAt(short.json).includes('102_3'));
    const kanban = listAt(full.json).find((group) => at(group, 'id') === '102_3');
    assert.equal(at(kanban, 'project.status'), status);
    assert.equal(at(kanban, 'label'), 'Project members');
    const team = listAt(full.json).find((group) => at(group, 'label') === 'quality_team');
    assert.equal(at(team, 'project.shortname'), 'meadow-scrum');
  });
}

it('shows somebody else’s to site administrators and to nobody else', async () => {
  const path = '/api/users/103/membership?scope=project&format=full';
  await expectRow(test, { path, as: 'root', status: 200, contains: ['meadow-scrum'] });
  await expectRow(test, { path, as: 'ana', status: 403, lacks: ['meadow-scrum'] });
});
