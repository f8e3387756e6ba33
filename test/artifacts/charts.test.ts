// Engine: both
// Charts over REST: remaining effort, done and planned effort at the end of each working day, drawn from the history.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { formatDay } from '../../src/platform/texts/dates.ts';
import { at, createTestClock, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt, valueOf } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, registered } from '../support/worlds.ts';
import type { ArtifactPlan, World } from '../support/worlds.ts';

/** A moment in the server's time zone; months count from 1. */
const moment = (day: string, hour: number): number =>
  new Date(`${day}T${String(hour).padStart(2, '0')}:00:00`).getTime();

// A Tuesday at noon.
const clock = createTestClock(moment('2026-03-10', 12));
let test: TestApp;
let world: World;
let ada = 0;
const all = { read: [everybody], submit: [registered], update: [registered] };

before(async () => {
  test = await startApp({ clock });
  ada = await test.addUser('ada');
  await test.addUser('sam');
  world = await buildProject(test, {
    name: 'charts',
    admins: [ada],
    trackers: () => [
      {
        name: 'stories',
        permissions: { full: [everybody] },
        status: { field: 'status', open: ['todo'] },
        initialEffort: 'size',
        fields: [
          { name: 'links', type: 'art_link', ...all },
          { name: 'limit', type: 'perm', ...all },
          { name: 'remaining_effort', type: 'float', ...all },
          { name: 'size', type: 'int', ...all },
          { name: 'status', type: 'sb', values: ['todo', 'done', 'dropped'], ...all },
        ],
      },
      {
        name: 'sprints',
        permissions: { full: [everybody] },
        timeframe: { start: 'start', duration: 'days' },
        fields: [
          { name: 'links', type: 'art_link', ...all },
          { name: 'start', type: 'date', ...all },
          { name: 'days', type: 'int', ...all },
          { name: 'capacity', type: 'int', ...all },
          { name: 'remaining_effort', type: 'computed', ...all },
          { name: 'burndown', type: 'burndown', read: [everybody] },
          { name: 'burnup', type: 'burnup', read: [everybody] },
          { name: 'secret', type: 'burnup', read: [admins] },
          { name: 'limit', type: 'perm', ...all },
        ],
      },
      {
        name: 'teams',
        permissions: { full: [everybody] },
        fields: [
          { name: 'links', type: 'art_link', ...all },
          { name: 'remaining_effort', type: 'computed', ...all },
          { name: 'burndown', type: 'burndown', read: [everybody] },
          { name: 'burnup', type: 'burnup', read: [everybody] },
        ],
      },
    ],
  });
});
after(() => test.close());

const story = (name: string): number => world.field('stories', name);
const sprint = (name: string): number => world.field('sprints', name);
const status = (label: string): number[] => [world.value('stories', 'status', label)];

const storyPlan = (...steps: [day: string, values: Record<number, unknown>][]): ArtifactPlan => ({
  trackerId: world.tracker('stories'),
  changes: steps.map(([day, values]) => ({ by: ada, atMs: moment(day, 10), values })),
});

interface SprintPlan {
  start: string | null;
  days: number | null;
  links: [day: string, ids: readonly number[]][];
}

async function makeSprint({ start, days, links }: SprintPlan): Promise<number> {
  const [id = 0] = await buildArtifacts(test, [
    {
      trackerId: world.tracker('sprints'),
      changes: links.map(([day, ids], index) => ({
        by: ada,
        atMs: moment(day, 9),
        values: {
          ...(index === 0 ? { [sprint('start')]: start, [sprint('days')]: days, [sprint('capacity')]: 30 } : {}),
          [sprint('links')]: ids.map((target) => ({ id: target, type: '_is_child' })),
        },
      })),
    },
  ]);
  return id;
}

const read = async (id: number, reader = 'ada'): Promise<unknown> => {
  const answer = await test.call(`/api/artifacts/${id}`, { as: reader });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};

const chart = async (id: number, name: 'burndown' | 'burnup', reader?: string): Promise<unknown> =>
  at(valueOf(await read(id, reader), sprint(name)), 'value');

const dayOf = (date: unknown): string => formatDay(Date.parse(String(date)));

/** Stories and a sprint from Thursday the 5th for five working days. */
async function makeScene(): Promise<{ stories: number[]; id: number }> {
  const stories = await buildArtifacts(test, [
    storyPlan(
      ['2026-03-02', { [story('remaining_effort')]: 8, [story('size')]: 5, [story('status')]: status('todo') }],
      ['2026-03-06', { [story('remaining_effort')]: 3 }],
      ['2026-03-09', { [story('remaining_effort')]: 0, [story('status')]: status('done') }],
    ),
    storyPlan(
      ['2026-03-02', { [story('remaining_effort')]: 10, [story('size')]: 2, [story('status')]: status('todo') }],
      ['2026-03-10', { [story('remaining_effort')]: 7.5 }],
    ),
    storyPlan(['2026-03-09', { [story('remaining_effort')]: 1, [story('status')]: status('todo') }]),
  ]);
  const [first = 0, second = 0, late = 0] = stories;
  const id = await makeSprint({
    start: '2026-03-05',
    days: 5,
    links: [
      ['2026-03-04', [first, second]],
      ['2026-03-09', [first, second, late]],
    ],
  });
  return { stories, id };
}

describe('a timeframe that another tracker implies', () => {
  it('is that of the one artifact there that links to it', async () => {
    const semantics = { timeframe: { implied_from_tracker: { id: world.tracker('sprints') } } };
    const path = `/api/trackers/${world.tracker('teams')}`;
    const changed = await test.call(path, { method: 'PATCH', as: 'ada', body: { semantics } });
    assert.equal(changed.status, 200, changed.text);
    const team = (name: string): number => world.field('teams', name);
    const [leaf = 0] = await buildArtifacts(test, [storyPlan(['2026-03-02', { [story('remaining_effort')]: 4 }])]);
    const links = [{ id: leaf, type: '_is_child' }];
    const [id = 0] = await buildArtifacts(test, [
      {
        trackerId: world.tracker('teams'),
        changes: [{ by: ada, atMs: moment('2026-03-02', 11), values: { [team('links')]: links } }],
      },
    ]);
    const shown = async (name: string, reader?: string): Promise<unknown> =>
      at(valueOf(await read(id, reader), team(name)), 'value');
    assert.deepEqual(at(await shown('burndown'), 'points'), []);
    const one = await makeSprint({ start: '2026-03-06', days: 1, links: [['2026-03-04', [id]]] });
    assert.deepEqual(at(await shown('burndown'), 'points'), [4, 4]);
    assert.deepEqual(
      listAt(await shown('burnup'), 'points_with_date_count_elements').map((point) => at(point, 'total_elements')),
      [1, 1],
    );
    const put = async (target: number, values: unknown): Promise<void> => {
      const answer = await test.call(`/api/artifacts/${target}`, { method: 'PUT', as: 'ada', body: { values } });
      assert.equal(answer.status, 200, answer.text);
    };
    await put(one, [{ field_id: sprint('start'), value: '2026-03-09' }]);
    assert.deepEqual(
      listAt(await shown('burndown'), 'points_with_date').map((point) => dayOf(at(point, 'date'))),
      ['2026-03-09', '2026-03-10'],
    );
    const two = await makeSprint({ start: '2026-03-02', days: 1, links: [['2026-03-04', [id]]] });
    assert.deepEqual(at(await shown('burndown'), 'points'), [], 'which of two is meant nobody knows');
    const limit = { field_id: sprint('limit'), value: { granted_groups: [`${world.id}_${admins}`] } };
    await put(two, [limit]);
    assert.equal(listAt(await shown('burndown', 'sam'), 'points').length, 2);
    assert.deepEqual(at(await shown('burndown'), 'points'), []);
    await put(two, [{ field_id: sprint('links'), links: [] }]);
    assert.equal(listAt(await shown('burndown'), 'points').length, 2);
  });
});

describe('a burndown', () => {
  it('has a point for each working day until now, drawn from what was then', async () => {
    const { id } = await makeScene();
    const value = await chart(id, 'burndown');
    const points = listAt(value, 'points_with_date');
    assert.deepEqual(
      points.map((point) => [dayOf(at(point, 'date')), at(point, 'remaining_effort')]),
      [
        ['2026-03-05', 18],
        ['2026-03-06', 13],
        ['2026-03-09', 11],
        ['2026-03-10', 8.5],
      ],
    );
    for (const point of points) {
      assert.match(String(at(point, 'date')), /T\d\d:59:00\+00:00$/);
      const local = new Date(String(at(point, 'date')));
      assert.deepEqual([local.getHours(), local.getMinutes()], [23, 59]);
    }
    assert.deepEqual(at(value, 'points'), [18, 13, 11, 8.5]);
    assert.equal(Date.parse(String(at(value, 'start_date'))), moment('2026-03-05', 0));
    assert.deepEqual(
      [at(value, 'duration'), at(value, 'capacity'), at(value, 'is_under_calculation'), at(value, 'opening_days')],
      [5, 30, false, [1, 2, 3, 4, 5]],
    );
  });

  it('leaves out what the reader may not see', async () => {
    const { stories, id } = await makeScene();
    const limit = { field_id: story('limit'), value: { granted_groups: [`${world.id}_${admins}`] } };
    const body = { values: [limit] };
    const put = await test.call(`/api/artifacts/${stories[1]}`, { method: 'PUT', as: 'ada', body });
    assert.equal(put.status, 200, put.text);
    assert.deepEqual(at(await chart(id, 'burndown', 'sam'), 'points'), [8, 3, 1, 1]);
    assert.deepEqual(at(await chart(id, 'burndown'), 'points'), [18, 13, 11, 8.5]);
  });

  it('begins on the Monday after a weekend, and without a timeframe has no points', async () => {
    const [leaf = 0] = await buildArtifacts(test, [storyPlan(['2026-03-02', { [story('remaining_effort')]: 4 }])]);
    const weekend = await makeSprint({ start: '2026-03-07', days: 1, links: [['2026-03-04', [leaf]]] });
    assert.deepEqual(
      listAt(await chart(weekend, 'burndown'), 'points_with_date').map((point) => dayOf(at(point, 'date'))),
      ['2026-03-09', '2026-03-10'],
    );
    const endless = await chart(
      await makeSprint({ start: '2026-03-02', days: null, links: [['2026-03-04', [leaf]]] }),
      'burndown',
    );
    assert.deepEqual([at(endless, 'duration'), at(endless, 'points')], [null, []]);
    const undated = await chart(
      await makeSprint({ start: null, days: 3, links: [['2026-03-04', [leaf]]] }),
      'burndown',
    );
    assert.deepEqual([at(undated, 'start_date'), at(undated, 'points')], [null, []]);
    const future = await chart(
      await makeSprint({ start: '2026-04-01', days: 3, links: [['2026-03-04', [leaf]]] }),
      'burndown',
    );
    assert.deepEqual(at(future, 'points_with_date'), []);
  });

  it('is what the milestone tells, and may come back in a change', async () => {
    const { id } = await makeScene();
    const before = await read(id);
    const put = await test.call(`/api/artifacts/${id}`, {
      method: 'PUT',
      as: 'ada',
      body: { values: at(before, 'values') },
    });
    assert.equal(put.status, 200, put.text);
    assert.deepEqual(put.json, before);
  });

  it('follows changes below and the days, and keeps its entity tag between them', async () => {
    const { stories, id } = await makeScene();
    const tag = async (): Promise<string | null> =>
      (await test.call(`/api/artifacts/${id}`, { as: 'ada' })).headers.get('etag');
    const first = await tag();
    clock.advance(3_600_000);
    assert.equal(await tag(), first);
    const body = { values: [{ field_id: story('remaining_effort'), value: 5 }] };
    await test.call(`/api/artifacts/${stories[1]}`, { method: 'PUT', as: 'ada', body });
    assert.deepEqual(at(await chart(id, 'burndown'), 'points'), [18, 13, 11, 6]);
    clock.advance(12 * 3_600_000);
    assert.deepEqual(at(await chart(id, 'burndown'), 'points'), [18, 13, 11, 6, 6]);
    clock.advance(-13 * 3_600_000);
  });
});

describe('a burnup', () => {
  it('counts efforts and elements of what the artifact linked to, done and all', async () => {
    const { id } = await makeScene();
    const value = await chart(id, 'burnup');
    assert.deepEqual(
      listAt(value, 'points_with_date').map((point) => [
        dayOf(at(point, 'date')),
        at(point, 'team_effort'),
        at(point, 'total_effort'),
      ]),
      [
        ['2026-03-05', 0, 7],
        ['2026-03-06', 0, 7],
        ['2026-03-09', 5, 7],
        ['2026-03-10', 5, 7],
      ],
    );
    assert.deepEqual(
      listAt(value, 'points_with_date_count_elements').map((point) => [
        at(point, 'closed_elements'),
        at(point, 'total_elements'),
      ]),
      [
        [0, 2],
        [0, 2],
        [1, 3],
        [1, 3],
      ],
    );
    assert.deepEqual(
      [at(value, 'duration'), at(value, 'capacity'), at(value, 'is_under_calculation'), at(value, 'opening_days')],
      [5, 30, false, [1, 2, 3, 4, 5]],
    );
  });

  it('counts artifacts of trackers that the project names, also below, and then adds no efforts', async () => {
    const path = `/api/projects/${world.id}/burnup_setting`;
    const put = (body: unknown, as = 'ada') => test.call(path, { method: 'PUT', as, body });
    const trackers = [{ id: world.tracker('stories') }];
    assert.equal((await put({ mode: 'count', trackers }, 'sam')).status, 403);
    assert.equal((await put({ mode: 'count' })).status, 400);
    assert.equal((await put({ mode: 'count', trackers: [{ id: 999_999 }] })).status, 400);
    assert.equal((await put({ mode: 'effort', trackers })).status, 400);
    const [below = 0, other = 0] = await buildArtifacts(test, [
      storyPlan(['2026-03-02', { [story('status')]: status('done') }]),
      { trackerId: world.tracker('teams'), changes: [{ by: ada, atMs: moment('2026-03-02', 10), values: {} }] },
    ]);
    const [above = 0] = await buildArtifacts(test, [
      storyPlan([
        '2026-03-02',
        { [story('status')]: status('todo'), [story('links')]: [{ id: below, type: '_is_child' }] },
      ]),
    ]);
    const id = await makeSprint({ start: '2026-03-10', days: 1, links: [['2026-03-09', [above, other]]] });
    const count = async (): Promise<unknown[]> => {
      const value = await chart(id, 'burnup');
      const [point] = listAt(value, 'points_with_date_count_elements');
      return [listAt(value, 'points_with_date').length, at(point, 'closed_elements'), at(point, 'total_elements')];
    };
    const before = [1, 0, 2];
    assert.deepEqual(await count(), before);
    assert.equal((await put({ mode: 'count', trackers })).status, 200);
    assert.deepEqual((await test.call(path, { as: 'sam' })).json, { mode: 'count', trackers });
    assert.deepEqual(await count(), [0, 1, 2]);
    assert.equal((await put({ mode: 'effort' })).status, 200);
    assert.deepEqual(await count(), before);
  });

  it('counts what the tracker calls done, where it says so', async () => {
    const stories = await buildArtifacts(test, [
      storyPlan(['2026-03-02', { [story('size')]: 3, [story('status')]: status('dropped') }]),
      storyPlan(['2026-03-02', { [story('size')]: 5, [story('status')]: status('done') }]),
      storyPlan(['2026-03-02', { [story('size')]: 7, [story('status')]: status('todo') }]),
    ]);
    const id = await makeSprint({ start: '2026-03-10', days: 1, links: [['2026-03-09', stories]] });
    const count = async (): Promise<unknown[]> => {
      const value = await chart(id, 'burnup');
      const [elements] = listAt(value, 'points_with_date_count_elements');
      const [efforts] = listAt(value, 'points_with_date');
      return [at(elements, 'closed_elements'), at(efforts, 'team_effort'), at(efforts, 'total_effort')];
    };
    const callDone = async (done: unknown): Promise<void> => {
      const path = `/api/trackers/${world.tracker('stories')}`;
      const answer = await test.call(path, { method: 'PATCH', as: 'ada', body: { semantics: { done } } });
      assert.equal(answer.status, 200, answer.text);
    };
    assert.deepEqual(await count(), [2, 8, 15]);
    await callDone({ value_ids: status('done') });
    assert.deepEqual(await count(), [1, 5, 15]);
    await callDone({ value_ids: [] });
    assert.deepEqual(await count(), [2, 8, 15]);
    await callDone(null);
    assert.deepEqual(await count(), [2, 8, 15]);
  });

  it('has no days without a start, and is for those alone who may read it', async () => {
    const id = await makeSprint({ start: null, days: 3, links: [['2026-03-04', []]] });
    const value = await chart(id, 'burnup');
    assert.deepEqual(
      [at(value, 'start_date'), at(value, 'opening_days'), at(value, 'points_with_date')],
      [null, null, []],
    );
    assert.equal(valueOf(await read(id, 'sam'), sprint('secret')), undefined);
    assert.notEqual(valueOf(await read(id), sprint('secret')), undefined);
  });
});

it('a chart is drawn of 5,000 items, and of no more', async () => {
  const plan = storyPlan(['2026-03-02', { [story('remaining_effort')]: 2 }]);
  const stories = await buildArtifacts(
    test,
    Array.from({ length: 5001 }, () => plan),
  );
  const timeframe = { start: '2026-03-09', days: 5 };
  const whole = await makeSprint({ ...timeframe, links: [['2026-03-04', stories.slice(1)]] });
  assert.deepEqual(at(await chart(whole, 'burndown'), 'points'), [10_000, 10_000]);
  const over = await makeSprint({ ...timeframe, links: [['2026-03-04', stories]] });
  assert.partialDeepStrictEqual(await chart(over, 'burndown'), { points: [], is_under_calculation: true });
});
