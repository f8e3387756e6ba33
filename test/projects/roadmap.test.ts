// Roadmaps over HTTP: what they show, what is below it, what is left out, and for whom.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, sampleFolder } from '../support/scenario.ts';

const dayMs = 86_400_000;
const dayFromNow = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

let app: TestApp;
let dashboard = 0;
before(async () => {
  app = await startApp({ archives: [sampleFolder('scrum')] });
  await app.addUser('stig');
  const made = await call('POST', '/projects/101/dashboards', { name: 'Plans' });
  dashboard = Number(at(made.json, 'id'));
});
after(() => app.close());

const call = (method: string, path: string, body?: unknown, as = 'ana'): Promise<Answered> =>
  app.call(`/api${path}`, { as, method, ...(body === undefined ? {} : { body }) });

/** Fields of a tracker of the sample by name, and values of its status by label. */
async function trackerOf(id: number) {
  const { json } = await call('GET', `/trackers/${id}`);
  const fields = listAt(json, 'fields');
  const find = (name: string): unknown => fields.find((one) => at(one, 'name') === name);
  const field = (name: string): number => Number(at(find(name), 'field_id'));
  const status = (label: string): number =>
    Number(at(listAt(find('status'), 'values').find((one) => at(one, 'label') === label) ?? {}, 'id'));
  return { id, field, status };
}
type SampleTracker = Awaited<ReturnType<typeof trackerOf>>;

async function make(
  { id, field, status }: SampleTracker,
  title: string,
  dates: Record<string, unknown>,
  state: string,
): Promise<number> {
  const values = [
    { field_id: field('title'), value: title },
    { field_id: field('status'), bind_value_ids: [status(state)] },
    ...Object.entries(dates).map(([name, value]) => ({ field_id: field(name), value })),
  ];
  const made = await call('POST', '/artifacts', { tracker: { id }, values });
  assert.equal(made.status, 201, made.text);
  return Number(at(made.json, 'id'));
}

/** A roadmap with these settings; gives its number. */
async function roadmapOf(settings: Record<string, unknown>): Promise<number> {
  const widgets = [{ name: 'plugin_roadmap_project_widget', settings }];
  const saved = await call('PUT', `/dashboards/${dashboard}`, {
    name: 'Plans',
    lines: [{ layout: 'one-column', columns: [{ widgets }] }],
  });
  assert.equal(saved.status, 200, saved.text);
  return Number(at(saved.json, 'lines.0.columns.0.widgets.0.roadmap_id'));
}

const entryOf = (answer: Answered, id: number): unknown => listAt(answer.json).find((one) => at(one, 'id') === id);

describe('a roadmap', () => {
  it('shows tasks with their dates and what they lead to, those below others apart, and nothing that ended long ago', async () => {
    const [releases, sprints] = [await trackerOf(1), await trackerOf(2)];
    const sprint = await make(sprints, 'Inner', { start_date: dayFromNow(3), duration: 5 }, 'Planned');
    const later = await make(sprints, 'Later', {}, 'Planned');
    const release = await make(releases, 'Outer', { start_date: dayFromNow(2), end_date: dayFromNow(9) }, 'Planned');
    const old = await make(releases, 'Old', { start_date: dayFromNow(-500), end_date: dayFromNow(-400) }, 'Delivered');
    const recent = await make(
      releases,
      'Recent',
      { start_date: dayFromNow(-60), end_date: dayFromNow(-30) },
      'Delivered',
    );
    const links = [{ id: sprint, type: '_is_child' }, { id: later }, { id: 12 }];
    const linked = await call('PUT', `/artifacts/${release}`, {
      values: [{ field_id: releases.field('links'), links }],
    });
    assert.equal(linked.status, 200, linked.text);

    const id = await roadmapOf({ tracker_ids: [1, 2], lvl1_iteration_tracker_id: 2 });
    const tasks = await call('GET', `/roadmaps/${id}/tasks`);
    assert.equal(tasks.status, 200, tasks.text);
    const outer = entryOf(tasks, release);
    assert.partialDeepStrictEqual(outer, {
      xref: `release #${release}`,
      html_url: `/plugins/tracker/?aid=${release}`,
      title: 'Outer',
      progress: null,
      progress_error_message: '',
      dependencies: { _is_child: [sprint], '': [later] },
      subtasks_uri: `roadmap_tasks/${release}/subtasks`,
      project: { id: 101 },
      are_dates_implied: false,
      is_open: true,
    });
    assert.equal(String(at(outer, 'start')).slice(0, 10), dayFromNow(2));
    assert.equal(String(at(outer, 'end')).slice(0, 10), dayFromNow(9));
    assert.equal(at(outer, 'time_period_error_message'), '');
    assert.equal(entryOf(tasks, sprint), undefined, 'it is below another one');
    assert.equal(entryOf(tasks, old), undefined, 'it ended more than a year ago');
    assert.partialDeepStrictEqual(entryOf(tasks, recent), { is_open: false, dependencies: [] });
    assert.partialDeepStrictEqual(entryOf(tasks, later), { start: null, end: null });
    const xml = await app.call(`/api/roadmaps/${id}/tasks`, { as: 'ana', headers: { accept: 'application/xml' } });
    assert.equal(xml.status, 200, xml.text);

    const below = await call('GET', `/roadmap_tasks/${release}/subtasks`);
    assert.deepEqual(
      listAt(below.json).map((one) => at(one, 'id')),
      [sprint],
    );
    assert.deepEqual((await call('GET', `/roadmap_tasks/${sprint}/subtasks`)).json, []);

    const iterations = await call('GET', `/roadmaps/${id}/iterations?level=1`);
    assert.partialDeepStrictEqual(entryOf(iterations, sprint), { title: 'Inner' });
    assert.equal(entryOf(iterations, later), undefined, 'it has no dates');

    const paged = await call('GET', `/roadmaps/${id}/tasks?limit=0`);
    assert.deepEqual(paged.json, []);
    assert.ok(Number(paged.headers.get('x-pagination-size')) >= 5);
    assert.equal((await call('GET', `/roadmaps/${id}/tasks?limit=101`)).status, 400);
  });

  it('tells progress by effort, and by how many of what it links to are closed', async () => {
    const sprints = await trackerOf(2);
    const effort = {
      total_effort_field_id: sprints.field('capacity'),
      remaining_effort_field_id: sprints.field('duration'),
    };
    const changed = await call('PATCH', '/trackers/2', { semantics: { progress: effort } });
    assert.equal(changed.status, 200, changed.text);
    const dates = { start_date: dayFromNow(1), duration: 2 };
    const some = await make(sprints, 'Some', { capacity: 8, ...dates }, 'Planned');
    const wrong = [
      await make(sprints, 'Nothing', { capacity: 0, ...dates }, 'Planned'),
      await make(sprints, 'Too much', { capacity: 1, ...dates }, 'Planned'),
    ];
    const id = await roadmapOf({ tracker_ids: [2] });
    const byEffort = await call('GET', `/roadmaps/${id}/tasks`);
    assert.equal(at(entryOf(byEffort, some), 'progress'), 0.75);
    for (const one of wrong) {
      assert.equal(at(entryOf(byEffort, one), 'progress'), null);
      assert.notEqual(at(entryOf(byEffort, one), 'progress_error_message'), '');
    }
    const byLinks = await call('PATCH', '/trackers/2', {
      semantics: { progress: { artifact_link_type: '_is_child' } },
    });
    assert.equal(byLinks.status, 200, byLinks.text);
    // One story that is done, and one that is not.
    const links = [7, 15].map((linkedId) => ({ id: linkedId, type: '_is_child' }));
    const linked = await call('PUT', `/artifacts/${some}`, { values: [{ field_id: sprints.field('links'), links }] });
    assert.equal(linked.status, 200, linked.text);
    assert.equal(at(entryOf(await call('GET', `/roadmaps/${id}/tasks`), some), 'progress'), 0.5);
  });

  it('is refused where there is none, or nothing to draw, and follows rights', async () => {
    const undrawable = await roadmapOf({ tracker_ids: [3] });
    const noDates = await call('GET', `/roadmaps/${undrawable}/tasks`);
    assert.equal(noDates.status, 400, noDates.text);
    const gone = await roadmapOf({ tracker_ids: [999_999] });
    assert.equal((await call('GET', `/roadmaps/${gone}/tasks`)).status, 404);
    const id = await roadmapOf({ tracker_ids: [1] });
    assert.equal((await call('GET', `/roadmaps/${undrawable}/tasks`)).status, 404, 'the widget was taken away');
    assert.equal((await call('GET', `/roadmaps/${id}/iterations?level=1`)).status, 400);
    assert.equal((await call('GET', `/roadmaps/${id}/iterations?level=3`)).status, 400);
    assert.equal((await call('GET', `/roadmaps/${id}/iterations`)).status, 400);
    assert.equal((await call('GET', '/roadmaps/1/tasks')).status, 404);
    assert.equal((await call('GET', '/roadmap_tasks/999999/subtasks')).status, 404);
    assert.equal((await call('GET', `/roadmaps/${id}/tasks`, undefined, 'stig')).status, 200);
  });
});
