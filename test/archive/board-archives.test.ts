// Archives of the origin with boards, charts, roadmaps and programs: their parts are there, and projects made like them have the same.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { importInto } from '../support/archive-world.ts';
import { fixtureArchives } from '../support/fixtures.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';

const wanted = [
  'agiledashboard-explicit-backlog',
  'taskboard-taskboard',
  'agiledashboard-burnup',
  'kanban-cumulative-flow',
  'roadmap',
  'program-management-program',
  'program-management-team',
];
const archives = fixtureArchives.filter(({ name }) => wanted.includes(name));
const skip = archives.length === 0 ? 'no archives beside the checkout' : false;

let app: TestApp;
/** Ids of projects by the names of their archives. */
const projects = new Map<string, number>();
before(async () => {
  if (skip !== false) return;
  app = await startApp();
  for (const { name, path } of archives) projects.set(name, (await importInto(app, path)).projectId);
});
after(() => app?.close());

const read = async (path: string): Promise<unknown> => {
  const { json, status } = await app.call(`/api${path}`, { as: 'root' });
  return status === 200 ? json : undefined;
};
const idOf = (name: string): number => projects.get(name) ?? 0;

/** How a project plans, in the words of its trackers, which are the same in each copy. */
async function setupOf(project: number): Promise<unknown> {
  const trackers = listAt(await read(`/projects/${project}/trackers?limit=50`));
  const nameOf = new Map(trackers.map((one) => [at(one, 'id'), at(one, 'item_name')]));
  const named = (list: readonly unknown[]): unknown[] => list.map((one) => nameOf.get(at(one, 'id')));
  const plan = await read(`/projects/${project}/program_plan`);
  const walls = await Promise.all(
    [...nameOf].map(async ([id, name]) => {
      const wall = await read(`/trackers/${String(id)}/cardwall`);
      const columns = wall === undefined ? undefined : listAt(wall, 'columns').map((one) => at(one, 'label'));
      return columns === undefined ? [] : [name, columns];
    }),
  );
  const dashboards = listAt(await read(`/projects/${project}/dashboards`));
  const shown = await Promise.all(dashboards.map((one) => read(`/dashboards/${String(at(one, 'id'))}`)));
  return {
    plannings: listAt(await read(`/projects/${project}/plannings`)).map((one) => [
      at(one, 'label'),
      ...named([at(one, 'milestone_tracker'), ...listAt(one, 'backlog_trackers')]),
    ]),
    backlog: await read(`/projects/${project}/backlog_setting`),
    kanbans: listAt((await read(`/projects/${project}/kanban`)) ?? []).map((one) => at(one, 'label')),
    walls,
    widgets: shown.map((one) =>
      listAt(one, 'lines').map((line) =>
        listAt(line, 'columns').map((column) => listAt(column, 'widgets').map((widget) => at(widget, 'name'))),
      ),
    ),
    program:
      plan === undefined
        ? undefined
        : [
            nameOf.get(at(plan, 'program_increment_tracker_id')),
            ...listAt(plan, 'plannable_tracker_ids').map((id) => nameOf.get(id)),
          ],
  };
}

describe('archives of boards', { skip }, () => {
  it('bring plannings, boards, roadmaps and programs', async () => {
    const labelsOf = async (name: string, path: string): Promise<unknown[]> =>
      listAt(await read(`/projects/${idOf(name)}/${path}`)).map((one) => at(one, 'label'));
    assert.ok((await labelsOf('agiledashboard-explicit-backlog', 'plannings')).length > 0);
    assert.deepEqual(await read(`/projects/${idOf('agiledashboard-explicit-backlog')}/backlog_setting`), {
      is_explicit: true,
    });
    assert.partialDeepStrictEqual(await setupOf(idOf('program-management-program')), { plannings: [] });
    const program = await setupOf(idOf('program-management-program'));
    assert.ok(listAt(program, 'program').length > 1, JSON.stringify(program));
    const roadmap = JSON.stringify(await setupOf(idOf('roadmap')));
    assert.ok(roadmap.includes('plugin_roadmap_project_widget'), roadmap);
    const wall = JSON.stringify(await setupOf(idOf('taskboard-taskboard')));
    assert.ok(wall.includes('["Todo","On Going","Review","Done"]'), wall);
  });

  it('draw the burnup that the origin draws from the points that it keeps', async () => {
    const sprints = listAt(await read(`/projects/${idOf('agiledashboard-burnup')}/milestones?limit=50`));
    const series = new Set<string>();
    for (const sprint of sprints) {
      const shown = await read(`/artifacts/${String(at(sprint, 'id'))}?values_format=collection`);
      for (const value of listAt(shown, 'values'))
        if (at(value, 'type') === 'burnup') {
          const points = listAt(value, 'value.points_with_date');
          series.add(
            JSON.stringify([
              points.map((point) => at(point, 'team_effort')),
              points.map((point) => at(point, 'total_effort')),
            ]),
          );
        }
    }
    const known = [
      [0, 0, 20, 20, 20, 30, 30, 30],
      [0, 0, 100, 100, 100, 110, 110, 110],
    ];
    assert.ok(series.has(JSON.stringify(known)), [...series].join('\n'));
  });

  for (const { name } of archives)
    it(`are taken on by a project made like ${name}`, async () => {
      const body = {
        shortname: `like-${name}`.slice(0, 28),
        label: `Like ${name}`,
        description: '',
        template_id: idOf(name),
        is_public: true,
      };
      const made = await app.call('/api/projects', { as: 'root', method: 'POST', body });
      assert.equal(made.status, 201, made.text);
      assert.deepEqual(await setupOf(Number(at(made.json, 'id'))), await setupOf(idOf(name)));
    });
});
