// Engine: both
// Renderers of reports over REST: tables, charts and boards are made, changed, moved and deleted by those who may change the
// report, and archives take them along with what nobody here understands.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportFrom, importInto } from '../support/archive-world.ts';
import { at, headerOf, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { admins, buildProject, everybody, members } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;

const open = { read: [everybody], submit: [members], update: [members] };
const closed = { read: [admins], submit: [admins], update: [admins] };
const fields: FieldPlan[] = [
  { name: 'title', type: 'string', ...open },
  { name: 'status', type: 'sb', values: ['New', 'Done'], ...open },
  { name: 'kind', type: 'msb', values: ['Bug', 'Wish'], ...open },
  { name: 'effort', type: 'int', ...open },
  { name: 'start', type: 'date', ...open },
  { name: 'secret', type: 'sb', values: ['A'], ...closed },
];

before(async () => {
  test = await startApp();
  const ada = await test.addUser('ada');
  const sam = await test.addUser('sam');
  await test.addUser('stranger');
  world = await buildProject(test, {
    name: 'shop',
    admins: [ada],
    members: [sam],
    trackers: () => [{ name: 'bugs', permissions: { full: [everybody] }, fields, title: 'title' }],
  });
});
after(() => test.close());

const field = (name: string): number => world.field('bugs', name);

async function makeReport(as: string, body: Record<string, unknown> = {}): Promise<string> {
  const path = `/api/trackers/${world.tracker('bugs')}/tracker_reports`;
  const made = await expectRow(test, { path, method: 'POST', as, body: { label: 'One', ...body }, status: 201 });
  return `/api/tracker_reports/${String(at(made.json, 'id'))}`;
}

const listed = async (report: string, as: string): Promise<readonly unknown[]> =>
  listAt((await expectRow(test, { path: `${report}/renderers`, as, status: 200 })).json);

describe('renderers of a report', () => {
  it('are made, changed, moved and deleted, and keep their ids', async () => {
    const report = await makeReport('sam', { columns: [field('title')] });
    const path = `${report}/renderers`;
    const chart = { type: 'pie', title: 'By status', base_field_id: field('status') };
    const charts = { type: 'plugin_graphontrackersv5', label: 'Charts', charts: [chart] };
    const made = await expectRow(test, { path, method: 'POST', as: 'sam', body: charts, status: 201 });
    assert.deepEqual([at(made.json, 'id'), at(made.json, 'charts.0.title')], [2, 'By status']);
    assert.equal(at(made.json, 'charts.0.base_field_id'), field('status'));
    const wall = { type: 'plugin_cardwall', label: 'Wall & <all>', field_id: field('status'), rank: 0 };
    await expectRow(test, { path, method: 'POST', as: 'sam', body: wall, status: 201 });
    const order = async (): Promise<unknown[]> => (await listed(report, 'sam')).map((one) => at(one, 'id'));
    assert.deepEqual(await order(), [3, 1, 2]);
    await expectRow(test, { path: `${path}/2`, method: 'PATCH', as: 'sam', body: { rank: 0 }, status: 200 });
    assert.deepEqual(await order(), [2, 3, 1]);
    await expectRow(test, { path: `${path}/3`, method: 'DELETE', as: 'sam', status: 204 });
    await expectRow(test, { path, method: 'POST', as: 'sam', body: wall, status: 201, contains: ['"id":4', 'Wall &'] });
    const rows = `${report}/artifacts?values=from_table_renderer&table_renderer_id=`;
    await expectRow(test, { path: `${rows}1`, as: 'sam', status: 200 });
    await expectRow(test, { path: `${rows}2`, as: 'sam', status: 400 });
    const full = await expectRow(test, { path: `${report}?representation=full`, as: 'sam', status: 200 });
    assert.deepEqual(
      listAt(full.json, 'renderers').map((one) => at(one, 'label')),
      ['Wall & <all>', 'Charts', 'Table'],
    );
    await expectRow(test, { path: `${path}/3`, method: 'PATCH', as: 'sam', body: { label: 'x' }, status: 404 });
    for (const renderer of await listed(report, 'sam')) {
      const same = `${path}/${String(at(renderer, 'id'))}`;
      const answer = await expectRow(test, { path: same, method: 'PATCH', as: 'sam', body: renderer, status: 200 });
      assert.deepEqual(answer.json, renderer, 'what is shown may be sent back');
    }
  });

  it('keep of charts what a change does not name, in any order', async () => {
    const report = await makeReport('sam');
    const path = `${report}/renderers`;
    const charts = [
      { type: 'bar', title: 'First', base_field_id: field('status'), group_field_id: field('kind') },
      {
        type: 'cumulative_flow',
        title: 'Second',
        base_field_id: field('status'),
        scale: 'week',
        start_date: '2026-02-01',
      },
    ];
    const body = { type: 'plugin_graphontrackersv5', charts };
    await expectRow(test, { path, method: 'POST', as: 'sam', body, status: 201 });
    const change = {
      charts: [{ id: 2, title: 'Flow' }, { id: 1 }, { type: 'burndown', base_field_id: field('effort') }],
    };
    const changed = await expectRow(test, { path: `${path}/1`, method: 'PATCH', as: 'sam', body: change, status: 200 });
    const told = listAt(changed.json, 'charts').map((one) => [
      at(one, 'id'),
      at(one, 'type'),
      at(one, 'title'),
      at(one, 'group_field_id'),
      at(one, 'scale'),
      at(one, 'start_date'),
    ]);
    assert.deepEqual(told, [
      [1, 'cumulative_flow', 'Flow', null, 'week', '2026-02-01'],
      [2, 'bar', 'First', field('kind'), null, null],
      [3, 'burndown', '', null, null, null],
    ]);
  });

  it('belong to those who may change the report', async () => {
    const body = { type: 'plugin_cardwall', label: 'Wall' };
    const shared = await makeReport('ada', { is_public: true });
    await expectRow(test, { path: `${shared}/renderers`, method: 'POST', as: 'ada', body, status: 201 });
    for (const as of ['sam', 'stranger']) {
      await expectRow(test, { path: `${shared}/renderers`, as, status: 200, contains: ['Wall'] });
      await expectRow(test, { path: `${shared}/renderers`, method: 'POST', as, body, status: 403 });
      await expectRow(test, { path: `${shared}/renderers/1`, method: 'PATCH', as, body: { rank: 0 }, status: 403 });
      await expectRow(test, { path: `${shared}/renderers/1`, method: 'DELETE', as, status: 403 });
    }
    await expectRow(test, { path: `${shared}/renderers`, method: 'POST', body, status: 401 });
    const own = await makeReport('sam');
    await expectRow(test, { path: `${own}/renderers`, as: 'ada', status: 404 });
    await expectRow(test, { path: `${own}/renderers`, method: 'POST', as: 'ada', body, status: 404 });
  });

  it('hide fields that one may not read, and keep them', async () => {
    const report = await makeReport('ada', { is_public: true });
    const path = `${report}/renderers`;
    const wall = { type: 'plugin_cardwall', field_id: field('secret') };
    const charts = [{ type: 'pie', title: 'Hidden', base_field_id: field('secret') }];
    await expectRow(test, { path, method: 'POST', as: 'ada', body: wall, status: 201 });
    await expectRow(test, {
      path,
      method: 'POST',
      as: 'ada',
      body: { type: 'plugin_graphontrackersv5', charts },
      status: 201,
    });
    const seen = await listed(report, 'sam');
    assert.deepEqual([at(seen[0], 'field_id'), at(seen[1], 'charts.0.base_field_id')], [null, null]);
    assert.equal(at((await listed(report, 'ada'))[1], 'charts.0.base_field_id'), field('secret'));
  });

  it('refuse what makes no sense, with its place', async () => {
    const report = await makeReport('sam', { columns: [field('title')] });
    const path = `${report}/renderers`;
    const refused: [body: Record<string, unknown>, part: string][] = [
      [{ type: 'plugin_other' }, 'type'],
      [{ type: 'table' }, 'columns'],
      [{ type: 'table', columns: [field('title')], field_id: field('status') }, 'field_id'],
      [{ type: 'plugin_cardwall', field_id: field('title') }, 'field_id'],
      [{ type: 'plugin_cardwall', field_id: field('secret') }, 'field_id'],
      [{ type: 'plugin_cardwall', charts: [{ type: 'pie' }] }, 'charts'],
      [{ type: 'plugin_cardwall', columns: [field('title')] }, 'columns'],
      [{ type: 'plugin_cardwall', label: ' ' }, 'label'],
    ];
    for (const [body, part] of refused)
      await expectRow(test, { path, method: 'POST', as: 'sam', body, status: 400, contains: [part] });
    const charts: [chart: Record<string, unknown>, part: string][] = [
      [{ type: 'tower' }, 'charts[0].type'],
      [{}, 'charts[0].type'],
      [{ id: 1 }, 'charts[0].id'],
      [{ type: 'pie', base_field_id: field('effort') }, 'charts[0].base_field_id'],
      [{ type: 'burndown', base_field_id: field('status') }, 'charts[0].base_field_id'],
      [{ type: 'gantt', start_field_id: field('title') }, 'charts[0].start_field_id'],
      [{ type: 'cumulative_flow', start_date: '2026-02-31' }, 'charts[0].start_date'],
    ];
    for (const [chart, part] of charts)
      await expectRow(test, {
        path,
        method: 'POST',
        as: 'sam',
        body: { type: 'plugin_graphontrackersv5', charts: [chart] },
        status: 400,
        contains: [part],
      });
  });

  it('are guarded by the tag of the report', async () => {
    const report = await makeReport('sam', { columns: [field('title')] });
    const read = await expectRow(test, { path: `${report}/renderers/1`, as: 'sam', status: 200 });
    const tag = headerOf(read, 'etag');
    const change = (label: string, ifMatch: string) =>
      test.call(`${report}/renderers/1`, {
        method: 'PATCH',
        as: 'sam',
        body: { label },
        headers: { 'if-match': ifMatch },
      });
    assert.equal((await change('Two', tag)).status, 200);
    assert.equal((await change('Three', tag)).status, 412);
    const whole = await expectRow(test, { path: report, as: 'sam', status: 200 });
    assert.equal((await change('Three', headerOf(whole, 'etag'))).status, 200);
  });
});

describe('archives', () => {
  it('take renderers along, as changed', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'tepal-renderers-'));
    t.after(() => rm(folder, { recursive: true }));
    const report = await makeReport('ada', { is_public: true, label: 'Goes along', columns: [field('title')] });
    const path = `${report}/renderers`;
    const charts = [
      { type: 'gantt', title: 'Plan', start_field_id: field('start'), scale: 'month', as_of_date: '2026-03-01' },
      { type: 'bar', title: 'B & "C"', base_field_id: field('status'), group_field_id: field('kind') },
    ];
    const wall = { type: 'plugin_cardwall', field_id: field('status'), rank: 0 };
    await expectRow(test, {
      path,
      method: 'POST',
      as: 'ada',
      body: { type: 'plugin_graphontrackersv5', charts },
      status: 201,
    });
    await expectRow(test, { path, method: 'POST', as: 'ada', body: wall, status: 201 });
    const zip = join(folder, 'out.zip');
    await exportFrom(test, 'shop', zip);
    const second = await startApp();
    t.after(() => second.close());
    for (const name of ['ada', 'sam', 'stranger']) await second.addUser(name);
    await importInto(second, zip);
    const found = await second.app.database.read
      .selectFrom('reports')
      .select('id')
      .where('name', '=', 'Goes along')
      .execute();
    const full = `${`/api/tracker_reports/${String(found[0]?.id)}`}/renderers`;
    const there = listAt((await expectRow(second, { path: full, as: 'ada', status: 200 })).json);
    const here = await listed(report, 'ada');
    const known = ['type', 'label', 'sort'];
    assert.deepEqual(
      there.map((one) => known.map((key) => at(one, key))),
      here.map((one) => known.map((key) => at(one, key))),
    );
    const plain = (renderer: unknown): unknown =>
      listAt(renderer, 'charts').map((chart) => ['type', 'title', 'scale', 'as_of_date'].map((key) => at(chart, key)));
    assert.deepEqual(plain(there[2]), plain(here[2]));
    assert.ok(Number(at(there[0], 'field_id')) > 0 && Number(at(there[2], 'charts.1.group_field_id')) > 0);
  });
});
