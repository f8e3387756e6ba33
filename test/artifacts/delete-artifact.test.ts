// Engine: both
// Deleting artifacts: who may, how many a day, what is left of them, and how an operator brings one back.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { checkDatabase } from '../faults/check-database.ts';
import { at, createTestClock, headerOf, readEventLog } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

const hourMs = 3600 * 1000;
const clock = createTestClock(Date.UTC(2026, 9, 1, 12, 0, 0));
let scrum: Scrum;
let test: TestApp;
let admin = '';
let member = '';

before(async () => {
  scrum = await openScrum({ clock });
  ({ test } = scrum);
  const [admins, members] = await Promise.all(
    ['101_4', '101_3'].map(async (id) => {
      const answer = await test.call(`/api/user_groups/${id}/users?limit=50`, { as: 'root' });
      return listAt(answer.json).map((user) => String(at(user, 'username')));
    }),
  );
  admin = admins?.[0] ?? '';
  member = members?.find((name) => admins?.includes(name) !== true) ?? '';
});
after(() => test.close());

const allow = (count: number) => test.app.features.site.changeSetting('sys_artifact_deletions_per_day', String(count));
const remove = (id: number, as = admin, headers: Record<string, string> = {}) =>
  test.call(`/api/artifacts/${id}`, { method: 'DELETE', as, headers });

async function create(tracker: string, values: readonly unknown[] = []): Promise<number> {
  const title = { field_id: scrum.field(tracker, 'title'), value: 'to be deleted' };
  const body = { tracker: { id: scrum.tracker(tracker) }, values: [title, ...values] };
  const made = await expectRow(test, { path: '/api/artifacts', method: 'POST', as: admin, body, status: 201 });
  return Number(at(made.json, 'id'));
}

/** As if the hours had passed since what was deleted; tokens do not live as long. */
const elapse = (hours: number) =>
  test.app.database.transact(async (tx) => {
    for (const { id, deleted_at_ms: atMs } of await tx.selectFrom('deleted_artifacts').selectAll().execute()) {
      const moved = { deleted_at_ms: atMs - hours * hourMs };
      await tx.updateTable('deleted_artifacts').set(moved).where('id', '=', id).execute();
    }
  });

/** What everybody sees of an artifact, its history and its links. */
async function readAll(id: number): Promise<unknown[]> {
  const paths = ['?values_format=all', '/changesets?limit=50', '/links'];
  const answers = await Promise.all(paths.map((path) => test.call(`/api/artifacts/${id}${path}`, { as: admin })));
  return answers.map(({ json }) => json);
}

const sizeOf = async (tracker: string): Promise<number> => {
  const answer = await test.call(`/api/trackers/${scrum.tracker(tracker)}/artifacts?limit=1`, { as: admin });
  return Number(headerOf(answer, 'x-pagination-size'));
};

it('is for nobody where the site allows none, and for administrators of the tracker', async () => {
  const id = await create('Tasks');
  const none = { 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' };
  const path = `/api/artifacts/${id}`;
  const obstacleFor = async (as: string): Promise<unknown> => {
    const query = '?tracker_structure_format=complete&with_allowed_actions=true';
    return at(
      (await expectRow(test, { path: `${path}${query}`, as, status: 200 })).json,
      'allowed_actions.delete_obstacle',
    );
  };
  assert.deepEqual([await obstacleFor(admin), await obstacleFor(member)], [null, 'administrators'], 'on a new site');
  await allow(0);
  assert.deepEqual([await obstacleFor(admin), await obstacleFor(member)], ['site', 'site']);
  await expectRow(test, { method: 'DELETE', path, as: admin, status: 403, answers: none });
  await allow(5);
  await expectRow(test, { method: 'DELETE', path, status: 401, answers: { 'x-ratelimit-limit': null } });
  await expectRow(test, { method: 'DELETE', path, as: member, status: 403, answers: { 'x-ratelimit-limit': null } });
  await expectRow(test, { method: 'DELETE', path: '/api/artifacts/99999', as: admin, status: 404 });
  const stale = { 'if-match': '"stale"' };
  const refused = await expectRow(test, { method: 'DELETE', path, as: admin, headers: stale, status: 412 });
  const left = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' };
  const headers = { 'if-match': headerOf(refused, 'etag'), accept: 'application/xml' };
  const done = await expectRow(test, { method: 'DELETE', path, as: admin, headers, status: 200, answers: left });
  assert.equal(done.text, '');
  await expectRow(test, { path, as: admin, status: 404 });
  await expectRow(test, { method: 'DELETE', path, as: admin, status: 404 });
});

it('stops at the limit of 24 hours, which slides', async () => {
  await elapse(25);
  await allow(2);
  const ids = [await create('Tasks'), await create('Tasks'), await create('Tasks'), await create('Tasks')] as const;
  assert.equal((await remove(ids[0])).headers.get('x-ratelimit-remaining'), '1');
  await elapse(2);
  assert.equal((await remove(ids[1])).headers.get('x-ratelimit-remaining'), '0');
  const refused = await remove(ids[2]);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('x-ratelimit-limit'), '2');
  assert.equal(refused.headers.get('x-ratelimit-remaining'), '0');
  assert.equal(refused.headers.get('retry-after'), String(22 * 3600));
  assert.equal((await test.call(`/api/artifacts/${ids[2]}`, { as: admin })).status, 200);
  await elapse(22);
  assert.equal((await remove(ids[2])).status, 200);
  assert.equal((await remove(ids[3])).status, 429);
});

it('stops there for requests that come at once', async () => {
  await elapse(25);
  await allow(2);
  const ids = await Promise.all(Array.from({ length: 6 }, () => create('Tasks')));
  const answers = await Promise.all(ids.map((id) => remove(id)));
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 200, 429, 429, 429, 429],
  );
  const left = await Promise.all(ids.map((id) => test.call(`/api/artifacts/${id}`, { as: admin })));
  assert.deepEqual(
    left.map(({ status }) => status),
    answers.map(({ status }) => (status === 200 ? 404 : 200)),
  );
});

it('takes all that follows from it along, and a restored artifact is what it was', async () => {
  await allow(100);
  const [size, child] = [await sizeOf('User stories'), await create('Tasks')];
  const [links, description] = [scrum.field('User stories', 'links'), scrum.field('User stories', 'description')];
  const text = { field_id: description, value: { content: `art #${child}`, format: 'text' } };
  const story = await create('User stories', [{ field_id: links, links: [{ id: child, type: '_is_child' }] }, text]);
  const back = [{ field_id: scrum.field('Tasks', 'links'), links: [{ id: story }] }];
  const body = { values: back, comment: { body: `see story #${story}`, format: 'text' } };
  await expectRow(test, { path: `/api/artifacts/${child}`, method: 'PUT', as: admin, body, status: 200 });
  const silent = { values: [{ ...text, value: { content: `see art #${child}`, format: 'text' } }] };
  await expectRow(test, { path: `/api/artifacts/${story}`, method: 'PUT', as: admin, body: silent, status: 200 });
  const whole = await Promise.all([readAll(story), readAll(child)]);
  assert.equal(await sizeOf('User stories'), size + 1);

  for (const gone of [story, child]) assert.equal((await remove(gone)).status, 200);
  assert.equal(await sizeOf('User stories'), size);
  assert.deepEqual(await checkDatabase(test.app.database), []);
  const { artifacts } = test.app.features;
  assert.deepEqual(
    (await artifacts.listDeleted())
      .slice(0, 2)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
    [child, story],
  );

  await artifacts.restore(story);
  assert.deepEqual(await checkDatabase(test.app.database), []);
  await artifacts.restore(child);
  assert.deepEqual(await checkDatabase(test.app.database), []);
  assert.deepEqual(await Promise.all([readAll(story), readAll(child)]), whole);
  assert.equal(await sizeOf('User stories'), size + 1);
  await assert.rejects(artifacts.restore(story), { kind: 'not-found' });
  const { events } = await test.app.features.audit.listAll({ kinds: undefined }, { limit: 4, offset: 0 });
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['artifact-restored', 'artifact-restored', 'artifact-deleted', 'artifact-deleted'],
  );
  const logged = (await readEventLog(test.app)).filter(
    ({ artifactId }) => artifactId === story || artifactId === child,
  );
  const told = logged.map(({ artifactId, kind }) =>
    [artifactId === story ? 'story' : 'child', kind.slice(9)].join(' '),
  );
  assert.deepEqual(told, [
    'child created',
    'story created',
    'child updated',
    'story updated',
    'story deleted',
    'child deleted',
    'story restored',
    'child restored',
  ]);
  assert.deepEqual(logged.at(-1)?.details, { limited: false });
});

it('keeps an artifact that is limited to some groups from others when it comes back', async () => {
  const limit = { field_id: scrum.field('Bugs', 'restricted_to'), value: { granted_groups: ['101_4'] } };
  const description = { field_id: scrum.field('Bugs', 'description'), value: 'seen by few' };
  const id = await create('Bugs', [limit, description]);
  await expectRow(test, { path: `/api/artifacts/${id}`, as: member, status: 403 });
  assert.equal((await remove(id)).status, 200);
  await test.app.features.artifacts.restore(id);
  await expectRow(test, { path: `/api/artifacts/${id}`, as: member, status: 403 });
  assert.deepEqual(await checkDatabase(test.app.database), []);
});
