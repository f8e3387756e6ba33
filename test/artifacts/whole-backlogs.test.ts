// Backlogs and milestones that are said as a whole, on the scrum sample: its order, what a milestone holds, which milestones are
// inside another, who may do so, and what others hear of it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertExplicitBacklog } from '../../src/features/planning/index.ts';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, titleOf } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

// Open are the stories 12 to 15, 16 is closed, 28 is a bug; 2 is a release, 3 to 6 are sprints.
const [release, sprint, otherSprint] = [2, 5, 6];
const backlog = '/api/projects/101/backlog';
const content = (id: number): string => `/api/milestones/${id}/content`;
const inside = (id: number): string => `/api/milestones/${id}/milestones`;
const left = (id: number): string => `/api/milestones/${id}/backlog`;

let scrum: Scrum;
let test: TestApp;

before(async () => {
  scrum = await openScrum();
  ({ test } = scrum);
  await test.addUser('stig');
  const running = [scrum.value('Sprints', 'status', 'Running')];
  const links = { field_id: scrum.field('Sprints', 'links'), links: [] };
  const open = { field_id: scrum.field('Sprints', 'status'), bind_value_ids: running };
  for (const id of [3, 4, sprint, otherSprint]) await send('PUT', `/api/artifacts/${id}`, { values: [links, open] });
  const empty = { values: [{ field_id: scrum.field('Releases', 'links'), links: [] }] };
  for (const id of [1, release]) await send('PUT', `/api/artifacts/${id}`, empty);
});
after(() => test.close());

const send = (method: string, path: string, body: unknown, status = 200, as = 'ana') =>
  expectRow(test, { path, as, method, body, status });

const listed = async (path: string): Promise<number[]> =>
  listAt((await expectRow(test, { path, as: 'ana', status: 200 })).json).map((item) => Number(at(item, 'id')));

const order = (ids: readonly number[], direction: string, comparedTo: number) => ({
  order: { ids, direction, compared_to: comparedTo },
});

/** Kinds and artifacts of what happens meanwhile. */
async function eventsOf(act: () => Promise<unknown>): Promise<string[]> {
  const { json } = await test.call('/api/events?limit=1', { as: 'ana' });
  await act();
  const after = await test.call(`/api/events?since=${String(at(json, 'next'))}`, { as: 'bruno' });
  return listAt(after.json, 'events').map(
    (event) => `${String(at(event, 'kind'))} ${String(at(event, 'artifact.id'))}`,
  );
}

describe('the order of a whole backlog', () => {
  it('takes what is named behind the first of it', async () => {
    assert.deepEqual(await listed(backlog), [12, 13, 14, 15]);
    await send('PUT', backlog, [15, 13]);
    assert.deepEqual(await listed(backlog), [12, 14, 15, 13]);
    await send('PUT', backlog, { ids: [12, 13, 14, 15] });
    assert.deepEqual(await listed(backlog), [12, 13, 14, 15]);
  });

  it('is told to others, by each item that went elsewhere', async () => {
    const moved = await eventsOf(() => send('PATCH', backlog, order([15], 'before', 13)));
    assert.deepEqual(moved, ['artifact-ranked 15']);
    assert.deepEqual(await eventsOf(() => send('PUT', backlog, [12, 13, 14, 15])), ['artifact-ranked 15']);
    assert.deepEqual(await eventsOf(() => send('PUT', backlog, [])), []);
  });
});

describe('what a milestone holds', () => {
  it('is replaced as a whole, in order, what is closed like all else', async () => {
    await send('PUT', `/api/artifacts/${sprint}`, {
      values: [{ field_id: scrum.field('Sprints', 'links'), links: [{ id: 16 }] }],
    });
    const told = await eventsOf(() => send('PUT', content(sprint), [13, 12, 16]));
    assert.deepEqual(told, [`artifact-updated ${sprint}`, 'artifact-ranked 12', 'artifact-ranked 16']);
    assert.deepEqual(await listed(content(sprint)), [13, 12, 16]);
    await send('PUT', content(sprint), [16, 12]);
    assert.deepEqual(await listed(content(sprint)), [16, 12]);
    await send('PUT', content(sprint), { ids: [12] });
    assert.deepEqual(await listed(content(sprint)), [12]);
    await send('PUT', content(sprint), [16, 12], 400);
    await send('PUT', content(sprint), []);
    assert.deepEqual(await listed(content(sprint)), []);
  });

  it('takes no item from another milestone', async () => {
    await send('PUT', content(sprint), [12]);
    await send('PUT', content(otherSprint), [12, 13], 400);
    assert.deepEqual(await listed(content(otherSprint)), []);
    await send('PUT', content(sprint), []);
  });
});

describe('milestones inside another', () => {
  it('are said as a whole, and added', async () => {
    await send('PUT', inside(release), [sprint, otherSprint]);
    assert.deepEqual(await listed(inside(release)), [sprint, otherSprint]);
    await send('PUT', inside(release), [sprint, otherSprint]);
    await send('PUT', inside(release), { ids: [sprint] });
    assert.deepEqual(await listed(inside(release)), [sprint]);
    await send('PATCH', inside(release), { add: [{ id: otherSprint }] });
    assert.deepEqual(await listed(inside(release)), [sprint, otherSprint]);
    await send('PUT', inside(1), [sprint], 400);
  });

  it('tell what tests may cover, and who may link them', async () => {
    await send('PUT', content(sprint), [13, 12]);
    const planned = async (as: string): Promise<readonly unknown[]> =>
      listAt((await expectRow(test, { path: `/api/milestones/${sprint}/testplan?limit=30`, as, status: 200 })).json);
    const [first, second] = await planned('ana');
    assert.partialDeepStrictEqual(first, { id: 13, short_type: 'story', artifact: { id: 13 }, can_add_a_test: true });
    assert.equal(at(second, 'id'), 12);
    assert.equal(at((await planned('stig'))[0], 'can_add_a_test'), false);
    const tests = (item: number, query: string) => ({
      path: `/api/backlog_items/${item}/test_definitions${query}`,
      as: 'ana',
    });
    const answers = { 'x-pagination-size': '0', 'x-pagination-limit-max': '30' };
    const none = await expectRow(test, { ...tests(13, `?milestone_id=${sprint}`), status: 200, answers });
    assert.deepEqual(none.json, []);
    await expectRow(test, { ...tests(13, ''), status: 400, contains: ['milestone_id'] });
    await expectRow(test, { ...tests(13, '?milestone_id=13'), status: 404 });
    await expectRow(test, { ...tests(9999, `?milestone_id=${sprint}`), status: 404 });
    await send('PUT', content(sprint), []);
  });

  it('leave what is to plan in order, and take single items', async () => {
    await send('PUT', backlog, [12, 13, 14, 15]);
    await send('PATCH', content(release), { add: [{ id: 12 }, { id: 13 }] });
    await expectRow(test, {
      path: left(release),
      as: 'ana',
      method: 'POST',
      body: { artifact: { id: 14 } },
      status: 201,
    });
    assert.deepEqual(await listed(left(release)), [12, 13, 14]);
    await send('PUT', left(release), [14, 13]);
    assert.deepEqual(await listed(left(release)), [12, 14, 13]);
    await send('PUT', left(release), [12, 13, 14]);
    await send('PUT', content(release), []);
  });
});

describe('a refusal', () => {
  const row = (method: string, path: string, body: unknown, status: number, as = 'ana'): Row => ({
    path,
    method,
    body,
    status,
    as,
  });
  const rows: Row[] = [
    row('PUT', backlog, [12, 12], 400),
    row('PUT', backlog, [12, 16], 400),
    row('PUT', backlog, ['x'], 400),
    row('PUT', backlog, [12, 12], 403, 'stig'),
    row('PUT', content(sprint), [12, 12], 400),
    row('PUT', content(sprint), [12, 12], 403, 'stig'),
    row('PUT', content(sprint), [9999], 404),
    row('PUT', content(sprint), [sprint], 404),
    row('PUT', content(12), [13], 404),
    row('PUT', left(release), [9999], 404),
    row('POST', left(release), { artifact: { id: 9999 } }, 400),
    row('POST', left(release), { artifact: { id: 3 } }, 400),
    row('POST', left(release), { artifact: { id: 12 } }, 403, 'stig'),
    row('PUT', inside(release), [sprint, sprint], 400),
    row('PUT', inside(release), [9999], 404),
    row('PUT', inside(release), [12], 400),
    row('PUT', inside(release), [12, 12], 403, 'stig'),
    row('PATCH', inside(release), { add: [{ id: 9999 }] }, 404),
    row('PUT', inside(sprint), [otherSprint], 400),
    row('PATCH', content(sprint), order([12], 'zzz', 13), 403, 'stig'),
    row('GET', '/api/v2/projects/102/backlog', undefined, 404),
  ];
  for (const one of rows)
    it(`${titleOf(one)} ${JSON.stringify(one.body)}`, async () => void (await expectRow(test, one)));
});

it('the second version of a project’s backlog says what goes into it and who may order it', async () => {
  const { json, headers } = await expectRow(test, {
    path: '/api/v2/projects/101/backlog?limit=2',
    as: 'stig',
    status: 200,
  });
  assert.equal(headers.get('x-pagination-size'), '4');
  const [first] = listAt(json, 'content');
  assert.equal(at(first, 'id'), 12);
  assert.equal(at(first, 'background_color_name'), undefined);
  assert.equal(at(json, 'accept.trackers.0.label'), 'User stories');
  assert.equal(at(json, 'has_user_priority_change_permission'), false);
});

it('a backlog that is filled by hand loses what goes into a milestone, and gets it back by name', async () => {
  await test.app.database.transact((tx) => insertExplicitBacklog(tx, 101, []));
  const put = await eventsOf(() => send('PATCH', backlog, { add: [{ id: 12 }] }));
  assert.deepEqual(put, ['artifact-planned 12']);
  assert.deepEqual(await eventsOf(() => send('PATCH', backlog, { add: [{ id: 12 }] })), [], 'it is there already');
  assert.deepEqual(await listed(backlog), [12]);
  await send('PATCH', content(sprint), { add: [{ id: 12 }] });
  assert.deepEqual(await listed(backlog), []);
  await send('PUT', content(sprint), []);
  assert.deepEqual(await listed(backlog), []);
  await send('PATCH', content(sprint), { add: [{ id: 12 }] });
  await send('PATCH', backlog, { add: [{ id: 12, remove_from: sprint }], ...order([13], 'before', 12) });
  assert.deepEqual(await listed(backlog), [12]);
  assert.deepEqual((await listed(content(sprint))).includes(12), false);
  const overview = (await expectRow(test, { path: '/api/v2/projects/101/backlog', as: 'ana', status: 200 })).json;
  assert.deepEqual(
    listAt(overview, 'content').map((item) => at(item, 'id')),
    [13, 12, 14, 15],
    'its second version lists what nobody put there, too',
  );
  const setStatus = (value: string) =>
    send('PUT', '/api/artifacts/12', {
      values: [
        {
          field_id: scrum.field('User stories', 'status'),
          bind_value_ids: [scrum.value('User stories', 'status', value)],
        },
      ],
    });
  await setStatus('Accepted');
  assert.deepEqual(await listed(backlog), []);
  const act = '/api/artifacts/12?tracker_structure_format=complete&with_allowed_actions=true';
  const offered = await expectRow(test, { path: act, as: 'ana', status: 200 });
  assert.equal(at(offered.json, 'allowed_actions.top_backlog'), 'remove', 'also where it is closed');
  const gone = await eventsOf(() => send('PATCH', backlog, { remove: [{ id: 12 }] }));
  assert.deepEqual(gone, ['artifact-planned 12']);
  await send('PATCH', backlog, { remove: [{ id: 12 }] }, 400);
});
