// What people see of each other, and all that somebody chose about mails in one place.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let test: TestApp;
let bruno = 0;

before(async () => {
  scrum = await openScrum({ withKanban: true });
  test = scrum.test;
  await test.addUser('stranger');
  bruno = await scrum.user('bruno');
});
after(() => test.close());

const listOf = async (path: string, as: string): Promise<readonly unknown[]> =>
  listAt((await expectRow(test, { path, as, status: 200 })).json);

describe('what two people share', () => {
  it('is the projects that both belong to', async () => {
    const path = `/api/users/${bruno}/shared_projects`;
    const shared = (await listOf(path, 'ana')).map((project) => at(project, 'shortname'));
    const mine = await listOf('/api/projects?query={"is_member_of":true}', 'ana');
    const theirs = await listOf('/api/projects?query={"is_member_of":true}', 'bruno');
    const names = (projects: readonly unknown[]): unknown[] => projects.map((project) => at(project, 'shortname'));
    assert.deepEqual(
      shared,
      names(mine).filter((name) => names(theirs).includes(name)),
    );
    assert.ok(shared.length > 0);
    assert.deepEqual(await listOf(path, 'stranger'), []);
    await expectRow(test, { path, status: 401 });
    await expectRow(test, { path: '/api/users/999999/shared_projects', as: 'ana', status: 404 });
  });

  it('is the open work of one that the other may see', async () => {
    const path = `/api/users/${bruno}/assigned_artifacts`;
    const ids = (artifacts: readonly unknown[]): unknown[] => artifacts.map((artifact) => at(artifact, 'id'));
    const own = ids(await listOf('/api/users/self/artifacts?query={"assigned_to":true}', 'bruno'));
    assert.ok(own.length > 1);
    assert.deepEqual(ids(await listOf(path, 'bruno')), own);
    assert.deepEqual(ids(await listOf(`${path}?limit=1&offset=1`, 'bruno')), own.slice(1, 2));
    const seen = ids(await listOf(path, 'stranger'));
    for (const id of own) {
      const { status } = await test.call(`/api/artifacts/${String(id)}`, { as: 'stranger' });
      assert.equal(seen.includes(id), status === 200, `artifact ${String(id)}`);
    }
    const { projects } = test.app.features;
    await projects.change('meadow-scrum', { access: 'private' });
    assert.deepEqual(ids(await listOf(path, 'stranger')), []);
    await projects.change('meadow-scrum', { access: 'public' });
    await expectRow(test, { path, status: 401 });
  });
});

describe('own subscriptions', () => {
  it('are listed for their owner, as far as they still see the things', async () => {
    const tracker = scrum.tracker('Bugs');
    const put = (path: string, body: unknown): Promise<unknown> => test.call(path, { as: 'ana', method: 'PUT', body });
    const [artifact] = await listOf(`/api/trackers/${tracker}/artifacts?limit=1`, 'ana');
    const id = Number(at(artifact, 'id'));
    assert.deepEqual(await listOf('/api/users/self/tracker_subscriptions', 'ana'), []);
    await put(`/api/trackers/${tracker}/subscription`, { level: 'status' });
    await put(`/api/artifacts/${id}/subscription`, { is_subscribed: false });
    const [chosen] = await listOf('/api/users/self/tracker_subscriptions', 'ana');
    assert.partialDeepStrictEqual(chosen, { tracker: { id: tracker, label: 'Bugs' }, level: 'status' });
    const [refused] = await listOf('/api/users/self/artifact_subscriptions', 'ana');
    assert.partialDeepStrictEqual(refused, { artifact: { id, tracker: { id: tracker } }, is_subscribed: false });
    const ana = await scrum.user('ana');
    for (const what of ['tracker_subscriptions', 'artifact_subscriptions']) {
      for (const as of ['bruno', 'root']) await expectRow(test, { path: `/api/users/${ana}/${what}`, as, status: 403 });
      await expectRow(test, { path: `/api/users/self/${what}`, status: 401 });
    }
    await put(`/api/artifacts/${id}/subscription`, { is_subscribed: null });
    assert.deepEqual(await listOf('/api/users/self/artifact_subscriptions', 'ana'), []);
  });
});
