// Engine: both
// How plannings are set up, on the scrum sample: new ones, changes, their end, backlogs that are filled by hand, and archives.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportFrom, importInto } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let test: TestApp;

before(async () => {
  scrum = await openScrum();
  ({ test } = scrum);
});
after(() => test.close());

const send = (method: string, path: string, body: unknown, status = 200, as = 'ana'): Promise<Answered> =>
  expectRow(test, { path: `/api/${path}`, method, body, as, status });
const get = (path: string, app = test): Promise<Answered> =>
  expectRow(app, { path: `/api/${path}`, as: 'ana', status: 200 });
const idsOf = async (path: string): Promise<unknown[]> => listAt((await get(path)).json).map((item) => at(item, 'id'));

describe('a planning', () => {
  it('is made, changed and taken away, and everybody sees it at once', async () => {
    const [bugs, tasks] = [scrum.tracker('Bugs'), scrum.tracker('Tasks')];
    const body = {
      label: 'Bug hunts',
      milestone_tracker: { id: bugs },
      backlog_trackers: [{ id: tasks }],
      plan_title: 'Hunt',
      priority_groups: [{ id: '101_4' }],
    };
    const made = await send('POST', 'plannings', body, 201);
    const id = Number(at(made.json, 'id'));
    assert.deepEqual((await get(`plannings/${id}`)).json, made.json);
    assert.deepEqual(await idsOf('projects/101/plannings'), [1, 2, id]);
    assert.equal(at(made.json, 'milestone_tracker.label'), 'Bugs');
    assert.deepEqual(at(made.json, 'priority_groups'), [{ id: '101_4' }]);
    await send('POST', 'plannings', body, 409);
    await send('PATCH', `plannings/${id}`, {
      label: 'Hunts',
      backlog_trackers: [{ id: scrum.tracker('User stories') }],
    });
    const { json } = await get(`plannings/${id}`);
    assert.equal(at(json, 'label'), 'Hunts');
    assert.equal(at(json, 'plan_title'), 'Hunt');
    assert.equal(at(json, 'backlog_trackers.0.id'), scrum.tracker('User stories'));
    await send('PATCH', `plannings/${id}`, { priority_groups: [] });
    assert.deepEqual(at((await get(`plannings/${id}`)).json, 'priority_groups'), []);
    assert.equal((await get('milestones/30')).status, 200);
    await send('DELETE', `plannings/${id}`, undefined);
    assert.deepEqual(await idsOf('projects/101/plannings'), [1, 2]);
    await send('DELETE', `plannings/${id}`, undefined, 404);
  });

  it('is refused where it makes no sense, and to who does not administer the project', async () => {
    const bugs = { id: scrum.tracker('Bugs') };
    const rows: Row[] = [
      {
        path: '/api/plannings',
        status: 400,
        body: { label: ' ', milestone_tracker: bugs, backlog_trackers: [{ id: 3 }] },
      },
      { path: '/api/plannings', status: 400, body: { label: 'A', milestone_tracker: bugs, backlog_trackers: [] } },
      { path: '/api/plannings', status: 400, body: { label: 'A', milestone_tracker: bugs, backlog_trackers: [bugs] } },
      {
        path: '/api/plannings',
        status: 400,
        body: { label: 'A', milestone_tracker: bugs, backlog_trackers: [{ id: 99 }] },
      },
      {
        path: '/api/plannings',
        status: 404,
        body: { label: 'A', milestone_tracker: { id: 99 }, backlog_trackers: [] },
      },
    ];
    for (const row of rows) await expectRow(test, { ...row, method: 'POST', as: 'ana' });
    await send('POST', 'plannings', { label: 'A', milestone_tracker: bugs, backlog_trackers: [] }, 403, 'bruno');
    await send('PATCH', 'plannings/1', { label: 'A' }, 403, 'bruno');
    await send('DELETE', 'plannings/1', undefined, 403, 'bruno');
    await send('PUT', 'projects/101/backlog_setting', { is_explicit: true }, 403, 'bruno');
  });
});

it('a backlog that comes to be filled by hand keeps what is in it, and archives say so', async () => {
  const whole = await idsOf('projects/101/backlog');
  assert.ok(whole.length > 0);
  assert.deepEqual((await get('projects/101/backlog_setting')).json, { is_explicit: false });
  await send('PUT', 'projects/101/backlog_setting', { is_explicit: true });
  assert.deepEqual(await idsOf('projects/101/backlog'), whole);
  await tellBacklogActs(Number(whole[0]));
  await send('PATCH', 'plannings/2', { label: 'Sprints, as we plan them', priority_groups: [{ id: '101_4' }] });
  const folder = await mkdtemp(join(tmpdir(), 'tepal-plannings-'));
  const again = await startApp();
  try {
    const textOf = async (name: string): Promise<string> =>
      /<agiledashboard>.*<\/agiledashboard>/s.exec(await readFile(join(folder, name, 'project.xml'), 'utf8'))?.[0] ??
      '';
    await exportFrom(test, 'meadow-scrum', join(folder, 'one'));
    await importInto(again, join(folder, 'one'));
    await exportFrom(again, 'meadow-scrum', join(folder, 'two'));
    const text = await textOf('one');
    for (const part of ['is_used="1"', 'Sprints, as we plan them', '<top_backlog>', 'UGROUP_PROJECT_ADMIN'])
      assert.ok(text.includes(part), text);
    assert.equal(await textOf('two'), text);
    const found = listAt((await get('projects/101/backlog', again)).json);
    assert.equal(found.length, whole.length);
    await send('PUT', 'projects/101/backlog_setting', { is_explicit: false });
    assert.deepEqual(await idsOf('projects/101/backlog'), whole);
    await exportFrom(test, 'meadow-scrum', join(folder, 'three'));
    const last = await textOf('three');
    assert.ok(last.includes('is_used="0"') && !last.includes('<top_backlog>'), last);
  } finally {
    await again.close();
    await rm(folder, { recursive: true, force: true });
  }
});

it('whether the side bar lists milestones is for administrators to say, and goes with archives and copies', async () => {
  const path = 'projects/101/side_bar_setting';
  const [listing, quiet] = [{ lists_milestones: true }, { lists_milestones: false }];
  const attribute = 'should_sidebar_display_last_milestones';
  assert.deepEqual((await get(path)).json, listing);
  await send('PUT', path, quiet, 403, 'bruno');
  await send('PUT', path, {}, 400);
  for (let count = 0; count < 2; count += 1) await send('PUT', path, quiet);
  assert.deepEqual((await get(path)).json, quiet);
  const order = { shortname: 'quiet-likeness', label: 'Quiet', description: '', template_id: 101, is_public: true };
  const copy = await send('POST', 'projects', order, 201, 'root');
  const copied = `/api/projects/${String(at(copy.json, 'id'))}/side_bar_setting`;
  assert.deepEqual((await expectRow(test, { path: copied, as: 'root', status: 200 })).json, quiet);
  const folder = await mkdtemp(join(tmpdir(), 'tepal-side-bar-'));
  const again = await startApp();
  try {
    const startOf = async (app: TestApp, name: string): Promise<string> => {
      await exportFrom(app, 'meadow-scrum', join(folder, name));
      return /<agiledashboard[^>]*>/.exec(await readFile(join(folder, name, 'project.xml'), 'utf8'))?.[0] ?? '';
    };
    const wanted = `<agiledashboard ${attribute}="0">`;
    assert.equal(await startOf(test, 'quiet'), wanted);
    await importInto(again, join(folder, 'quiet'));
    assert.deepEqual((await get(path, again)).json, quiet);
    assert.equal(await startOf(again, 'again'), wanted);
    await expectRow(again, { path: `/api/${path}`, method: 'PUT', as: 'ana', body: listing, status: 200 });
    assert.equal(await startOf(again, 'listing'), '<agiledashboard>');
    await expectRow(again, { path: `/api/${path}`, method: 'PUT', as: 'ana', body: quiet, status: 200 });
    assert.equal(await startOf(again, 'last'), wanted);
  } finally {
    await send('PUT', path, listing);
    await again.close();
    await rm(folder, { recursive: true, force: true });
  }
});

/** What the page of an artifact offers to do with it in a backlog that is filled by hand; it is there before and after. */
async function tellBacklogActs(item: number): Promise<void> {
  const actOf = async (id: number, as = 'ana'): Promise<unknown> => {
    const path = `/api/artifacts/${id}?tracker_structure_format=complete&with_allowed_actions=true`;
    return at((await expectRow(test, { path, as, status: 200 })).json, 'allowed_actions.top_backlog');
  };
  const held = Number((await idsOf('milestones/3/content'))[0]);
  assert.deepEqual([await actOf(item), await actOf(item, 'freya')], ['remove', null]);
  await send('PATCH', 'projects/101/backlog', { remove: [{ id: item }] });
  assert.equal(await actOf(item), 'add');
  await send('PATCH', 'projects/101/backlog', { add: [{ id: item }] });
  assert.equal(await actOf(item), 'remove');
  assert.deepEqual([await actOf(held), await actOf(1)], [null, null], 'what a milestone holds, and milestones');
}
