// What a milestone has done, written by the server when it ends, and told of all that have ended.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, sampleFolder } from '../support/scenario.ts';

let app: TestApp;
before(async () => {
  app = await startApp({ archives: [sampleFolder('scrum')] });
});
after(() => app.close());

const call = (method: string, path: string, body?: unknown, as = 'ana'): Promise<Answered> =>
  app.call(`/api${path}`, { as, method, ...(body === undefined ? {} : { body }) });
const get = async (path: string): Promise<unknown> => (await call('GET', path)).json;

/** The tracker with this label: its id, its fields by name, and values of its status by label. */
async function trackerOf(label: string) {
  const trackers = await get('/projects/101/trackers');
  assert.ok(Array.isArray(trackers));
  const tracker: unknown = trackers.find((one: unknown) => at(one, 'label') === label);
  const fields = listAt(tracker, 'fields');
  const field = (name: string): number => Number(at(fields.find((one) => at(one, 'name') === name) ?? {}, 'field_id'));
  const status = fields.find((one) => at(one, 'name') === 'status');
  const value = (name: string): number =>
    Number(at(listAt(status, 'values').find((one) => at(one, 'label') === name) ?? {}, 'id'));
  return { id: Number(at(tracker, 'id')), field, value };
}

/** The number that an artifact has in a field. */
async function numberIn(id: number, fieldId: number): Promise<unknown> {
  const values = listAt(await get(`/artifacts/${id}`), 'values');
  return at(values.find((one) => at(one, 'field_id') === fieldId) ?? {}, 'value');
}

describe('the velocity of a sprint', () => {
  it('is written when the sprint ends, over what was sent, and told of those that are done', async () => {
    const [sprints, stories] = [await trackerOf('Sprints'), await trackerOf('User stories')];
    const closed = sprints.value('Closed');
    const velocity = sprints.field('capacity');
    const semantics = {
      done: { field_id: sprints.field('status'), value_ids: [closed] },
      velocity: { field_id: velocity },
    };
    const changed = await call('PATCH', `/trackers/${sprints.id}`, { semantics });
    assert.equal(changed.status, 200, changed.text);

    const made = await call('POST', '/artifacts', {
      tracker: { id: sprints.id },
      values: [
        { field_id: sprints.field('title'), value: 'Sprint of this test' },
        { field_id: sprints.field('start_date'), value: '2026-03-02' },
        { field_id: sprints.field('duration'), value: 5 },
      ],
    });
    assert.equal(made.status, 201, made.text);
    const sprint = Number(at(made.json, 'id'));
    const story = async (title: string, points: number, status: string): Promise<number> => {
      const answer = await call('POST', '/artifacts', {
        tracker: { id: stories.id },
        values: [
          { field_id: stories.field('title'), value: title },
          { field_id: stories.field('story_points'), value: points },
        ],
      });
      assert.equal(answer.status, 201, answer.text);
      const id = Number(at(answer.json, 'id'));
      // By the steps that the workflow knows.
      for (const step of ['Ready', 'In progress', 'Review', 'Accepted'].slice(0, status === 'Accepted' ? 4 : 1)) {
        const values = [{ field_id: stories.field('status'), bind_value_ids: [stories.value(step)] }];
        const moved = await call('PUT', `/artifacts/${id}`, { values, comment: { body: step } });
        assert.equal(moved.status, 200, moved.text);
      }
      return id;
    };
    const items = [
      await story('One', 5, 'Accepted'),
      await story('Two', 3, 'Accepted'),
      await story('Three', 13, 'Ready'),
    ];
    const [task] = listAt(await get('/trackers/4/artifacts?limit=1'));
    const links = [...items, Number(at(task, 'id'))].map((id) => ({ id }));
    const linked = await call('PUT', `/artifacts/${sprint}`, { values: [{ field_id: sprints.field('links'), links }] });
    assert.equal(linked.status, 200, linked.text);
    const status = (id: number) => ({ field_id: sprints.field('status'), bind_value_ids: [id] });

    const running = await call('PUT', `/artifacts/${sprint}`, {
      values: [status(sprints.value('Running')), { field_id: velocity, value: 40 }],
    });
    assert.equal(running.status, 200, running.text);
    assert.equal(await numberIn(sprint, velocity), 40, 'nothing is written while it goes on');
    const ended = await call('PUT', `/artifacts/${sprint}`, {
      values: [status(closed), { field_id: velocity, value: 99 }],
    });
    assert.equal(ended.status, 200, ended.text);
    assert.equal(await numberIn(sprint, velocity), 8, 'what is done of what it plans, and nothing else');
    const again = await call('PUT', `/artifacts/${sprint}`, { values: [{ field_id: velocity, value: 7 }] });
    assert.equal(again.status, 200, again.text);
    assert.equal(await numberIn(sprint, velocity), 7, 'it may be put right afterwards');

    const release = Number(at(await get('/projects/101/milestones'), '0.id'));
    const empty = await get(`/milestones/${sprint}/velocity`);
    assert.deepEqual(empty, { milestones: [], without_start: [], invalid_trackers: [] });
    const add = await call('PATCH', `/milestones/${release}/milestones`, { add: [{ id: sprint }] });
    assert.equal(add.status, 200, add.text);
    const told = await get(`/milestones/${release}/velocity`);
    const one = listAt(told, 'milestones').find((milestone) => at(milestone, 'id') === sprint);
    assert.partialDeepStrictEqual(one, { label: 'Sprint of this test', duration: 5, velocity: 7 });
    assert.match(String(at(one, 'start_date')), /^2026-03-02T00:00:00/);
    const starts = listAt(told, 'milestones').map((milestone) => Date.parse(String(at(milestone, 'start_date'))));
    assert.ok(starts.length > 1);
    assert.deepEqual(
      starts,
      starts.toSorted((first, second) => first - second),
    );

    const cleared = await call('PUT', `/artifacts/${sprint}`, {
      values: [{ field_id: sprints.field('start_date'), value: '' }],
    });
    assert.equal(cleared.status, 200, cleared.text);
    assert.deepEqual(at(await get(`/milestones/${release}/velocity`), 'without_start'), [
      { id: sprint, label: 'Sprint of this test' },
    ]);
    assert.equal((await call('GET', '/milestones/999999/velocity')).status, 404);

    const releases = await trackerOf('Releases');
    const settled = await call('PATCH', `/trackers/${releases.id}`, {
      semantics: {
        done: { field_id: releases.field('status'), value_ids: [releases.value('Delivered')] },
        velocity: { field_id: releases.field('capacity') },
      },
    });
    assert.equal(settled.status, 200, settled.text);
    const top = listAt(await get('/projects/101/velocity'), 'milestones');
    assert.ok(top.length > 0);
    const outer = listAt(await get('/projects/101/milestones')).map((milestone) => at(milestone, 'id'));
    for (const milestone of top) assert.ok(outer.includes(at(milestone, 'id')), 'of no other milestone');
  });
});
