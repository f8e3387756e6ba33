// Engine: both
// What charts show over HTTP: counts, plans and numbers over time of what matches, as each reader may see it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, members } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;

const open = { read: [everybody], submit: [members], update: [members] };
const fields: FieldPlan[] = [
  { name: 'title', type: 'string', ...open },
  { name: 'status', type: 'sb', values: ['New', 'Doing', 'Done'], ...open },
  { name: 'kind', type: 'msb', values: ['Bug', 'Wish'], ...open },
  { name: 'owner', type: 'sb', ofPeople: true, ...open },
  { name: 'effort', type: 'int', ...open },
  { name: 'share', type: 'float', ...open },
  { name: 'start', type: 'date', ...open },
  { name: 'due', type: 'date', ...open },
  { name: 'secret', type: 'sb', values: ['A'], read: [admins], submit: [admins], update: [admins] },
];
/** Wednesday. */
const nowMs = new Date(2026, 10, 25, 12).getTime();
const day = (date: number): number => new Date(2026, 10, date, 10).getTime();

before(async () => {
  test = await startApp({ clock: createTestClock(nowMs) });
  const ada = await test.addUser('ada');
  const sam = await test.addUser('sam');
  world = await buildProject(test, {
    name: 'shop',
    admins: [ada],
    members: [sam],
    trackers: () => [
      {
        name: 'bugs',
        permissions: { full: [everybody] },
        fields,
        title: 'title',
        status: { field: 'status', open: ['New'] },
      },
      { name: 'closed', permissions: { full: [admins] }, fields },
    ],
  });
  const status = (label: string): number[] => [world.value('bugs', 'status', label)];
  const kind = (label: string): number => world.value('bugs', 'kind', label);
  const plan = (atMs: number, values: Record<string, unknown>) => ({
    by: sam,
    atMs,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [field(name), value])),
  });
  const first = { title: 'One', status: status('New'), kind: [kind('Bug'), kind('Wish')], owner: [sam], effort: 8 };
  await buildArtifacts(test, [
    {
      trackerId: world.tracker('bugs'),
      changes: [
        plan(day(18), { ...first, start: '2026-11-20', due: '2026-11-30', share: 0.5 }),
        plan(day(20), { status: status('Doing'), effort: 5 }),
        plan(day(24), { status: status('Done'), effort: 0 }),
      ],
    },
    { trackerId: world.tracker('bugs'), changes: [plan(day(19), { title: 'Two', status: status('New'), effort: 4 })] },
    {
      trackerId: world.tracker('bugs'),
      changes: [plan(day(23), { title: 'Three', kind: [kind('Bug')], start: '2026-11-10', share: 20 })],
    },
  ]);
});
after(() => test.close());

const field = (name: string): number => world.field('bugs', name);

const path = (query: Record<string, string | number>, tracker = 'bugs'): string =>
  `/api/trackers/${world.tracker(tracker)}/chart_content?${new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()}`;

const read = async (query: Record<string, string | number>, as = 'sam'): Promise<unknown> =>
  (await expectRow(test, { path: path(query), as, status: 200 })).json;

const labels = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (value === null ? null : at(value, 'label')));

describe('the content of a chart', () => {
  it('counts by value, those without one last', async () => {
    const pie = await read({ type: 'pie', base_field_id: field('status') });
    assert.deepEqual(labels(listAt(pie, 'categories')), ['New', 'Done', null]);
    assert.deepEqual(at(pie, 'series.0.values'), [1, 1, 1]);
    assert.equal(at(pie, 'size'), 3);
    const people = await read({ type: 'pie', base_field_id: field('owner') });
    assert.equal(listAt(people, 'categories').length, 2);
  });

  it('counts by two lists at once', async () => {
    const bar = await read({ type: 'bar', base_field_id: field('status'), group_field_id: field('kind') });
    assert.deepEqual(
      listAt(bar, 'series').map((one) => [at(one, 'value') && at(one, 'value.label'), at(one, 'values')]),
      [
        ['Bug', [0, 1, 1]],
        ['Wish', [0, 1, 0]],
        [null, [1, 0, 0]],
      ],
    );
  });

  it('plans by dates', async () => {
    const gantt = await read({
      type: 'gantt',
      start_field_id: field('start'),
      due_field_id: field('due'),
      progress_field_id: field('share'),
    });
    assert.deepEqual(
      listAt(gantt, 'bars').map((bar) => [
        at(bar, 'artifact.title'),
        at(bar, 'start'),
        at(bar, 'end'),
        at(bar, 'progress'),
      ]),
      [
        ['Three', '2026-11-10', null, 0.2],
        ['One', '2026-11-20', '2026-11-30', 0.5],
      ],
    );
    assert.equal(at(gantt, 'is_complete'), true);
  });

  it('burns down over working days, and knows nothing of days to come', async () => {
    const burndown = await read({
      type: 'burndown',
      base_field_id: field('effort'),
      start_date: '2026-11-19',
      duration: 5,
    });
    assert.deepEqual(at(burndown, 'dates'), [
      '2026-11-19',
      '2026-11-20',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
    ]);
    assert.deepEqual(at(burndown, 'series.0.values'), [12, 9, 9, 4, 4, null]);
    assert.deepEqual(at(burndown, 'series.1.values.5'), 0);
  });

  it('flows by day, week or month up to now', async () => {
    const flow = await read({ type: 'cumulative_flow', base_field_id: field('status'), start_date: '2026-11-18' });
    assert.equal(listAt(flow, 'dates').length, 8);
    assert.deepEqual(
      listAt(flow, 'series').map((one) => [at(one, 'value') && at(one, 'value.label'), at(one, 'values')]),
      [
        ['New', [1, 2, 1, 1, 1, 1, 1, 1]],
        ['Doing', [0, 0, 1, 1, 1, 1, 0, 0]],
        ['Done', [0, 0, 0, 0, 0, 0, 1, 1]],
        [null, [0, 0, 0, 0, 0, 1, 1, 1]],
      ],
    );
    const weeks = { type: 'cumulative_flow', base_field_id: field('status'), scale: 'week', start_date: '2026-11-09' };
    assert.deepEqual(at(await read(weeks), 'dates'), ['2026-11-15', '2026-11-22', '2026-11-25']);
  });

  it('is that of what matches, and of the criteria of a report', async () => {
    const query = { type: 'pie', base_field_id: field('kind') };
    assert.equal(at(await read({ ...query, expert_query: 'effort = 4' }), 'size'), 1);
    const reports = `/api/trackers/${world.tracker('bugs')}/tracker_reports`;
    const body = { label: 'New', criteria: { status: [world.value('bugs', 'status', 'New')] } };
    const made = await expectRow(test, { path: reports, method: 'POST', as: 'sam', body, status: 201 });
    const id = Number(at(made.json, 'id'));
    assert.equal(at(await read({ ...query, report_id: id }), 'size'), 1);
    assert.equal(at(await read({ ...query, report_id: id, query: '{"title": "One"}' }), 'size'), 0);
    await expectRow(test, { path: path({ ...query, report_id: id }), as: 'ada', status: 404 });
    await expectRow(test, { path: path({ ...query, report_id: id }, 'closed'), as: 'ada', status: 404 });
  });

  it('tells nothing of what one may not see or read, and refuses what can’t be drawn', async () => {
    const secret = { type: 'pie', base_field_id: field('secret') };
    await read(secret, 'ada');
    for (const as of ['sam', undefined])
      await expectRow(test, { path: path(secret), ...(as === undefined ? {} : { as }), status: 400 });
    await expectRow(test, { path: path({ type: 'pie', base_field_id: 1 }, 'closed'), as: 'sam', status: 404 });
    const refused = [
      { type: 'tower' },
      { type: 'pie' },
      { type: 'pie', base_field_id: field('effort') },
      { type: 'burndown', base_field_id: field('status') },
      { type: 'gantt' },
      { type: 'gantt', start_field_id: field('title') },
      { type: 'cumulative_flow', base_field_id: field('status'), start_date: '2026-02-31' },
      { type: 'cumulative_flow', base_field_id: field('status'), start_date: '1999-01-01' },
      { type: 'burndown', base_field_id: field('effort'), duration: 0 },
    ];
    for (const query of refused) await expectRow(test, { path: path(query), as: 'sam', status: 400 });
  });
});
