// Engine: both
// Sprints that are closed, on the scrum sample: where their open items go, also those that other sprints hold, and what their reports say.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertExplicitBacklog } from '../index.ts';
import { at, createTestClock } from '../../../../test/support/harness.ts';
import type { TestApp } from '../../../../test/support/harness.ts';
import { expectRow, listAt, openScrum, titleOf } from '../../../../test/support/scenario.ts';
import type { Row, Scrum } from '../../../../test/support/scenario.ts';

// Open are the stories 12 to 15, 16 is closed; sprints take bugs, too, of which 28 is open; 2 is an open release.
const release = 2;
const backlog = '/api/projects/101/backlog';
const clock = createTestClock(Date.parse('2026-06-01T08:00:00Z'));
const hourMs = 60 * 60 * 1000;

let scrum: Scrum;
let test: TestApp;

before(async () => {
  scrum = await openScrum({ clock });
  ({ test } = scrum);
  await test.addUser('stig');
  const links = (tracker: string) => ({ values: [{ field_id: scrum.field(tracker, 'links'), links: [] }] });
  for (const id of [3, 4, 5, 6]) await send('PUT', `/api/artifacts/${id}`, links('Sprints'));
  for (const id of [1, release]) await send('PUT', `/api/artifacts/${id}`, links('Releases'));
  const taken = ['User stories', 'Bugs'].map((label) => ({ id: scrum.tracker(label) }));
  await send('PATCH', '/api/plannings/2', { backlog_trackers: taken });
});
after(() => test.close());

const send = (method: string, path: string, body: unknown, status = 200, as = 'ana') =>
  expectRow(test, { path, as, method, body, status });
const close = (id: number, body: unknown) => send('POST', `/api/milestones/${id}/close`, body);
const idsIn = (list: readonly unknown[]): number[] => list.map((item) => Number(at(item, 'id')));
const listed = async (path: string): Promise<number[]> =>
  idsIn(listAt((await expectRow(test, { path, as: 'ana', status: 200 })).json));
const held = (id: number): Promise<number[]> => listed(`/api/milestones/${id}/content`);

/** A running sprint with these items; by itself, or inside of a release. */
async function makeSprint(items: readonly number[], { inside, start }: { inside?: number; start?: string } = {}) {
  const values = [
    { field_id: scrum.field('Sprints', 'title'), value: 'A sprint' },
    { field_id: scrum.field('Sprints', 'status'), bind_value_ids: [scrum.value('Sprints', 'status', 'Running')] },
    { field_id: scrum.field('Sprints', 'links'), links: items.map((id) => ({ id })) },
    ...(start === undefined ? [] : [{ field_id: scrum.field('Sprints', 'start_date'), value: start }]),
  ];
  const made = await send('POST', '/api/artifacts', { tracker: { id: scrum.tracker('Sprints') }, values }, 201);
  const id = Number(at(made.json, 'id'));
  if (inside !== undefined) await send('PATCH', `/api/milestones/${inside}/milestones`, { add: [{ id }] });
  return id;
}

async function setStory(id: number, label: string): Promise<void> {
  const status = scrum.field('User stories', 'status');
  const value = scrum.value('User stories', 'status', label);
  await send('PUT', `/api/artifacts/${id}`, {
    values: [{ field_id: status, bind_value_ids: [value] }],
    comment: { body: 'As we said.' },
  });
}

describe('the open items of a sprint that is closed', () => {
  it('go to the backlog, also where an earlier, closed sprint holds them', async () => {
    const [earlier, later] = [await makeSprint([13, 16]), await makeSprint([12, 13])];
    const kept = await close(earlier, { open_items: 'keep' });
    assert.deepEqual(kept.json, { moved: [], planned_elsewhere: [] });
    assert.deepEqual(await held(earlier), [13, 16]);
    const { json } = await close(later, { open_items: 'backlog' });
    assert.deepEqual(idsIn(listAt(json, 'moved')), [12, 13]);
    assert.deepEqual(await listed(backlog), [12, 13, 14, 15]);
    assert.deepEqual([await held(earlier), await held(later)], [[13, 16], []]);
    assert.partialDeepStrictEqual((await test.call(`/api/milestones/${later}`, { as: 'ana' })).json, {
      semantic_status: 'closed',
      status_value: 'Closed',
    });
  });

  it('are in the backlog whoever closes the sprint, and wherever they are taken out of one', async () => {
    const [closed, running] = [await makeSprint([14]), await makeSprint([14])];
    assert.deepEqual(await listed(backlog), [12, 13, 15]);
    const field = { field_id: scrum.field('Sprints', 'status') };
    const status = { ...field, bind_value_ids: [scrum.value('Sprints', 'status', 'Closed')] };
    await send('PUT', `/api/artifacts/${closed}`, { values: [status] });
    assert.deepEqual(await listed(backlog), [12, 13, 15], 'a running sprint holds it');
    await send('PATCH', backlog, { add: [{ id: 14, remove_from: running }] });
    assert.deepEqual(await listed(backlog), [12, 13, 14, 15]);
    assert.deepEqual(await held(closed), [14]);
    await send('PUT', `/api/milestones/${running}/content`, [14]);
    assert.deepEqual(await listed(backlog), [12, 13, 15], 'it can be planned again');
    await close(running, { open_items: 'backlog' });
  });

  it('stay in another open sprint that holds them, and go to the sprint that is named', async () => {
    const [first, second, third] = [await makeSprint([12, 13]), await makeSprint([13]), await makeSprint([])];
    const { json } = await close(first, { open_items: 'backlog' });
    assert.deepEqual(idsIn(listAt(json, 'moved')), [12]);
    assert.deepEqual(idsIn(listAt(json, 'planned_elsewhere')), [13]);
    assert.deepEqual(await held(second), [13]);
    await close(second, { open_items: 'milestone', milestone_id: third });
    assert.deepEqual([await held(second), await held(third)], [[], [13]]);
    assert.deepEqual(await listed(backlog), [12, 14, 15]);
    await close(third, { open_items: 'backlog' });
  });

  it('go to the release around the sprint, where closed sprints inside of it hold them, too', async () => {
    const left = `/api/milestones/${release}/backlog`;
    await send('PATCH', `/api/milestones/${release}/content`, { add: [{ id: 15 }] });
    const [earlier, later] = [
      await makeSprint([15, 16], { inside: release }),
      await makeSprint([15], { inside: release }),
    ];
    assert.deepEqual(await listed(left), []);
    await close(earlier, { open_items: 'keep' });
    await close(later, { open_items: 'backlog' });
    assert.deepEqual(await listed(left), [15]);
    const query = encodeURIComponent('{"status":"all"}');
    assert.deepEqual(
      await listed(`${left}?query=${query}`),
      [15],
      'what is done in a closed sprint is not left to plan',
    );
    assert.deepEqual(await listed(backlog), [12, 13, 14], 'the release holds it');
    await send('PATCH', backlog, { add: [{ id: 15, remove_from: release }] });
  });

  it('leave the sprint, too, where the backlog does not take them', async () => {
    const sprint = await makeSprint([12, 28]);
    const { json } = await close(sprint, { open_items: 'backlog' });
    assert.deepEqual(idsIn(listAt(json, 'moved')), [12, 28]);
    assert.deepEqual([await held(sprint), await listed(backlog)], [[], [12, 13, 14, 15]]);
  });

  it('come to a backlog that is filled by hand', async () => {
    await test.app.database.transact((tx) => insertExplicitBacklog(tx, 101, []));
    const [earlier, later] = [await makeSprint([12]), await makeSprint([12, 13])];
    await close(earlier, { open_items: 'keep' });
    assert.deepEqual(await listed(backlog), []);
    await close(later, { open_items: 'backlog' });
    assert.deepEqual(await listed(backlog), [12, 13]);
  });
});

describe('the report of a sprint', () => {
  it('keeps what was done, not done, added and removed, whatever becomes of the items', async () => {
    const sprint = await makeSprint([12, 13, 16], { start: '2026-05-29' });
    const report = async () => (await test.call(`/api/milestones/${sprint}/report`, { as: 'ana' })).json;
    clock.advance(hourMs);
    await send('PATCH', `/api/milestones/${sprint}/content`, { add: [{ id: 14 }, { id: 15 }] });
    await send('PATCH', backlog, { add: [{ id: 13, remove_from: sprint }] });
    assert.partialDeepStrictEqual(await report(), { closed_date: null, removed: [{ id: 13 }] });
    for (const label of ['New', 'Rejected']) await setStory(14, label);
    clock.advance(hourMs);
    await close(sprint, { open_items: 'backlog' });
    clock.advance(hourMs);
    await setStory(15, 'Rejected');
    const json = await report();
    assert.deepEqual(
      ['done', 'not_done', 'added', 'removed'].map((list) => idsIn(listAt(json, list))),
      [[14, 16], [12, 15], [14, 15], [13]],
    );
    assert.match(String(at(json, 'closed_date')), /^2026-06-01/);
    assert.partialDeepStrictEqual(at(json, 'done.0'), {
      uri: 'artifacts/14',
      xref: 'story #14',
      status: { value: 'Rejected' },
      tracker: { label: 'User stories' },
    });
    assert.ok(String(at(json, 'done.0.label')).length > 0);
    assert.deepEqual(await held(sprint), [14, 16]);
  });
});

describe('what remains in a sprint', () => {
  const effortOf = async (id: number): Promise<unknown> =>
    (await expectRow(test, { path: `/api/milestones/${id}/effort`, as: 'ana', status: 200 })).json;
  const setNumber = (tracker: string, id: number, name: string, value: number) =>
    send('PUT', `/api/artifacts/${id}`, { values: [{ field_id: scrum.field(tracker, name), value }] });
  const makeTask = async (story: number, hours: number): Promise<void> => {
    const values = [
      { field_id: scrum.field('Tasks', 'title'), value: 'A task' },
      { field_id: scrum.field('Tasks', 'remaining_effort'), value: hours },
    ];
    const made = await send('POST', '/api/artifacts', { tracker: { id: scrum.tracker('Tasks') }, values }, 201);
    const id = Number(at(made.json, 'id'));
    await send('PATCH', `/api/backlog_items/${story}/children`, { add: [{ id }] });
  };

  it('is its own number with its unit, and the estimates of open items where it has none', async () => {
    const story = async (points: number): Promise<number> => {
      const values = [
        { field_id: scrum.field('User stories', 'title'), value: 'A story' },
        { field_id: scrum.field('User stories', 'story_points'), value: points },
      ];
      const tracker = { id: scrum.tracker('User stories') };
      return Number(at((await send('POST', '/api/artifacts', { tracker, values }, 201)).json, 'id'));
    };
    const [first, second] = [await story(5), await story(3)];
    const sprint = await makeSprint([first, second]);
    assert.partialDeepStrictEqual(await effortOf(sprint), { remaining: 8, unit: 'points', capacity: null });
    await setNumber('Sprints', sprint, 'capacity', 40);
    assert.deepEqual(await effortOf(sprint), {
      remaining: 8,
      source: 'initial_effort',
      unit: 'points',
      capacity: null,
      estimate_unit: 'points',
    });
    await setStory(second, 'Rejected');
    assert.equal(at(await effortOf(sprint), 'remaining'), 5, 'of what is open');
    await makeTask(first, 12);
    await makeTask(first, 1.5);
    assert.deepEqual(await effortOf(sprint), {
      remaining: 13.5,
      source: 'remaining_effort',
      unit: 'hours',
      capacity: 40,
      estimate_unit: 'points',
    });
    const { json } = await test.call(`/api/milestones/${sprint}`, { as: 'ana' });
    assert.equal(at(json, 'remaining_effort'), 13.5);
  });
});

describe('refusals', () => {
  let open = 0;
  before(async () => {
    open = await makeSprint([13]);
  });
  const rows: readonly [body: object, status: number, text: string, as?: string][] = [
    [{}, 400, 'open_items'],
    [{ open_items: 'elsewhere' }, 400, 'open_items'],
    [{ open_items: 'milestone' }, 400, 'milestone_id'],
    [{ open_items: 'milestone', milestone_id: 5 }, 400, 'is closed'],
    [{ open_items: 'milestone', milestone_id: 9999 }, 404, '9999'],
    [{ open_items: 'milestone', milestone_id: 12 }, 404, 'not a milestone'],
    [{ open_items: 'keep', milestone_id: 6 }, 400, 'milestone_id'],
    [{ open_items: 'keep', status_value_id: 9999 }, 400, 'status_value_id'],
    [{ open_items: 'backlog' }, 403, 'planning', 'stig'],
  ];
  for (const [body, status, text, as = 'ana'] of rows)
    it(`${status} to ${as}: ${JSON.stringify(body)}`, async () => {
      const path = `/api/milestones/${open}/close`;
      await expectRow(test, { path, as, method: 'POST', body, status, contains: [text] });
      assert.deepEqual(await held(open), [13], 'nothing has moved');
    });
  const others: Row[] = [
    { path: '/api/milestones/5/close', as: 'ana', method: 'POST', body: { open_items: 'keep' }, status: 400 },
    { path: '/api/milestones/12/close', as: 'ana', method: 'POST', body: { open_items: 'keep' }, status: 404 },
    { path: '/api/milestones/12/report', as: 'ana', status: 404 },
    { path: '/api/milestones/5/report', as: 'stig', status: 200 },
  ];
  for (const row of others) it(titleOf(row), async () => void (await expectRow(test, row)));
});
