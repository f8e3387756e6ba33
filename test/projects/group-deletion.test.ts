// Engine: both
// Groups of projects that are deleted: what uses them is told before, and nothing opens by it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '../support/harness.ts';
import { exportFrom } from '../support/archive-world.ts';
import { expectRow, listAt, openScrum, valueOf } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

let scrum: Scrum;
/** For the mobile team, bruno and emre, alone. */
let bug: number;
before(async () => {
  scrum = await openScrum();
  await scrum.test.addUser('stranger');
});
after(() => scrum.test.close());

const send = async (row: Partial<Row> & { path: string }): Promise<unknown> =>
  (await expectRow(scrum.test, { as: 'ana', status: 200, ...row })).json;
const uses = (row: Partial<Row> = {}): Promise<unknown> => send({ path: '/api/user_groups/101/uses', ...row });
const seenBy = async (as: string, path: string): Promise<number> => (await scrum.test.call(path, { as })).status;

it('tells administrators of the project alone what uses a group', async () => {
  const tracker = scrum.tracker('Bugs');
  const shown = await send({ path: `/api/trackers/${scrum.tracker('User stories')}` });
  const [transition] = listAt(shown, 'workflow.transitions');
  await send({
    path: `/api/tracker_workflow_transitions/${String(at(transition, 'id'))}`,
    method: 'PATCH',
    body: { authorized_user_group_ids: ['101'] },
  });
  await send({
    path: `/api/trackers/${tracker}`,
    method: 'PATCH',
    body: { permissions_for_groups: { can_access: [{ id: '101' }], can_admin: [{ id: '101' }, { id: '102' }] } },
  });
  await send({
    path: `/api/tracker_fields/${scrum.field('Bugs', 'title')}`,
    method: 'PATCH',
    body: { permissions_for_groups: { can_read: [{ id: '1' }], can_submit: [{ id: '101' }, { id: '101_3' }] } },
  });
  await send({
    path: `/api/trackers/${tracker}/notification_recipients`,
    method: 'PUT',
    body: { recipients: [{ user_group_id: '101', all_updates: true }] },
  });
  const made = await send({
    path: '/api/artifacts',
    method: 'POST',
    as: 'bruno',
    status: 201,
    body: {
      tracker: { id: tracker },
      values: [
        { field_id: scrum.field('Bugs', 'title'), value: 'Leaks' },
        { field_id: scrum.field('Bugs', 'description'), value: { content: 'Drop by drop', format: 'text' } },
        { field_id: scrum.field('Bugs', 'restricted_to'), value: { granted_groups: ['101'] } },
      ],
    },
  });
  bug = Number(at(made, 'id'));
  await send({
    path: `/api/artifacts/${bug}`,
    method: 'PUT',
    as: 'bruno',
    body: { values: [], comment: { body: 'among us', format: 'text', ugroups: [{ id: '101' }] } },
  });
  assert.deepEqual(await uses(), [
    { kind: 'tracker-permission', label: 'Bugs', count: 2 },
    { kind: 'field-permission', label: 'Bugs', count: 1 },
    { kind: 'transition', label: 'User stories', count: 1 },
    { kind: 'list-value', label: 'Sprints', count: 1 },
    { kind: 'list-value', label: 'User stories', count: 1 },
    { kind: 'artifact', label: '', count: 1 },
    { kind: 'comment', label: '', count: 1 },
    { kind: 'notification', label: 'Bugs', count: 1 },
  ]);
});

it('refuses who may not, and groups that every project has', async () => {
  const path = '/api/user_groups/101';
  for (const as of ['bruno', 'stranger']) {
    await uses({ as, status: 403 });
    await send({ path, method: 'DELETE', as, status: 403 });
  }
  await send({ path: '/api/user_groups/101_3', method: 'DELETE', status: 400, contains: ['system group'] });
  await send({ path: '/api/user_groups/2', method: 'DELETE', status: 403 });
  await send({ path: '/api/user_groups/999', method: 'DELETE', status: 404 });
});

it('deletes the group, after which administrators alone may what only it might', async () => {
  const path = `/api/artifacts/${bug}`;
  assert.deepEqual([await seenBy('bruno', path), await seenBy('chika', path)], [200, 403]);
  await send({ path: '/api/user_groups/101', method: 'DELETE', status: 204 });
  await send({ path: '/api/user_groups/101', method: 'DELETE', status: 404 });
  await send({ path: '/api/user_groups/101', status: 404 });
  const tracker = await send({ path: `/api/trackers/${scrum.tracker('Bugs')}` });
  const groupsOf = (value: unknown, right: string): unknown[] =>
    listAt(value, `permissions_for_groups.${right}`).map((group) => at(group, 'id'));
  assert.deepEqual(groupsOf(tracker, 'can_access'), ['101_4']);
  assert.deepEqual(groupsOf(tracker, 'can_admin'), ['102']);
  const title = listAt(tracker, 'fields').find((field) => at(field, 'name') === 'title');
  assert.deepEqual(groupsOf(title, 'can_submit'), ['101_3']);
  const stories = await send({ path: `/api/trackers/${scrum.tracker('User stories')}` });
  assert.deepEqual(at(listAt(stories, 'workflow.transitions')[0], 'authorized_user_group_ids'), ['101_4']);
  assert.deepEqual(
    at(await send({ path: `/api/trackers/${scrum.tracker('Bugs')}/notification_recipients` }), 'recipients'),
    [],
  );
  for (const as of ['bruno', 'emre', 'chika', 'stranger']) assert.equal(await seenBy(as, path), 403, as);
  const shown = await send({ path });
  const limit = valueOf(shown, scrum.field('Bugs', 'restricted_to'));
  assert.deepEqual(at(limit, 'granted_groups'), ['deleted_group_101']);
  const [event] = listAt(await send({ path: '/api/projects/101/audit_events' }));
  assert.partialDeepStrictEqual(event, { kind: 'group-deleted', details: { name: 'mobile_team', members: 2 } });
});

it('opens nothing by an archive that is written afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-groups-'));
  await exportFrom(scrum.test, 'meadow-scrum', join(folder, 'archive'));
  const project = await readFile(join(folder, 'archive', 'project.xml'), 'utf8');
  await rm(folder, { recursive: true });
  assert.match(project, /use_perm="1"[^>]*>\s*<ugroup ugroup_name="(?:UGROUP_NONE|nobody)"/);
});
