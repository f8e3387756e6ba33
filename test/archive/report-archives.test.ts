// Reports and archives: what came with one is used as it came, and what was made over REST goes along.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { listFaults } from './archive-format.ts';
import { exportFrom, importInto } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, sampleFolder } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

const criterion = (inner: string): string =>
  `<criteria rank="1"><field REF="F406"/><criteria_value type="list">${inner}</criteria_value></criteria>`;
const chart =
  '<renderer type="plugin_graphontrackersv5" rank="1"><name>Chart</name><charts><chart type="pie" width="400" height="200" rank="0" base="F406"><title>By status</title></chart></charts></renderer>';

let folder = '';
let scrum: Scrum;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-reports-'));
  const archive = join(folder, 'scrum');
  await cp(sampleFolder('scrum'), archive, { recursive: true });
  const path = join(archive, 'project.xml');
  const xml = await readFile(path, 'utf8');
  const [start, end] = [xml.indexOf('<name>All tasks</name>'), xml.indexOf('</reports>', xml.indexOf('All tasks'))];
  const report = xml
    .slice(start, end)
    .replace(
      /<criteria rank="1">[^]*?<\/criteria>/,
      criterion('<selected_value REF="F406-V2"/><selected_value REF="F406-V3"/>'),
    )
    .replace('</renderers>', `${chart}</renderers>`);
  assert.match(report, /F406-V3.*[^]*Chart/);
  await writeFile(path, xml.slice(0, start) + report + xml.slice(end));
  scrum = await openScrum({ folder: archive });
});
after(async () => {
  await scrum.test.close();
  await rm(folder, { recursive: true });
});

async function readFull(test: TestApp, trackerId: number): Promise<unknown[]> {
  const list = await expectRow(test, {
    path: `/api/trackers/${trackerId}/tracker_reports?limit=50`,
    as: 'root',
    status: 200,
  });
  const full = listAt(list.json).map(async (report) => {
    const path = `/api/tracker_reports/${String(at(report, 'id'))}?representation=full`;
    return (await expectRow(test, { path, as: 'root', status: 200 })).json;
  });
  return Promise.all(full);
}

/** Without what the number of a report decides. */
const contentOf = (report: unknown): [string, unknown][] =>
  Object.entries(report ?? {}).filter(([key]) => !['id', 'uri', 'resources'].includes(key));

it('criteria, columns and order of an imported report count', async () => {
  const [report] = await readFull(scrum.test, scrum.tracker('Tasks'));
  const value = (label: string): number => scrum.value('Tasks', 'status', label);
  assert.deepEqual(at(report, 'criteria'), {
    title: null,
    status: [value('In progress'), value('Blocked')],
    assigned_to: null,
  });
  const renderers = listAt(report, 'renderers');
  assert.deepEqual(
    renderers.map((renderer) => [at(renderer, 'id'), at(renderer, 'type')]),
    [
      [1, 'table'],
      [2, 'plugin_graphontrackersv5'],
    ],
  );
  const query = 'values=from_table_renderer&output_format=flat_with_semicolon_string_array&limit=50';
  const path = `/api/tracker_reports/${String(at(report, 'id'))}/artifacts?${query}`;
  const rows = listAt((await expectRow(scrum.test, { path, as: 'bruno', status: 200 })).json);
  assert.ok(rows.length > 1);
  for (const row of rows) {
    assert.ok(['In progress', 'Blocked'].includes(String(at(row, 'status'))), JSON.stringify(row));
    assert.deepEqual(Object.keys(row ?? {}), ['id', 'title', 'status', 'assigned_to', 'activity', 'remaining_effort']);
  }
  const efforts = rows.map((row) => Number(at(row, 'remaining_effort') ?? -1));
  assert.deepEqual(
    efforts,
    efforts.toSorted((a, b) => a - b),
  );
  await expectRow(scrum.test, { path: `${path}&table_renderer_id=1`, as: 'bruno', status: 200 });
  await expectRow(scrum.test, { path: `${path}&table_renderer_id=2`, as: 'bruno', status: 400 });
});

it('what was made or changed over REST goes into archives and comes back', async (t) => {
  const { test } = scrum;
  const tracker = scrum.tracker('Tasks');
  const field = (name: string): number => scrum.field('Tasks', name);
  const value = (label: string): number => scrum.value('Tasks', 'status', label);
  const bruno = await scrum.user('bruno');
  const bodies = [
    {
      criteria: {
        status: [value('Done'), 100],
        assigned_to: [bruno, 100],
        title: 'a <b> & "c" \u0001 \ud83d\udc22 ]]>',
      },
    },
    { criteria: { remaining_effort: '>=2', submitted_by: [bruno], activity: null } },
    { expert_query: `status = "Done" AND title != '<&"' OR assigned_to = MYSELF()`, description: 'T\n& more' },
    {
      columns: [field('title'), field('links')],
      sort: [{ field_id: field('title'), order: 'desc' }, { field_id: field('id') }],
    },
  ];
  for (const body of bodies)
    await expectRow(test, {
      path: `/api/trackers/${tracker}/tracker_reports`,
      method: 'POST',
      as: 'ana',
      body: { label: 'New <one>', is_public: true, ...body },
      status: 201,
    });
  const [first] = await readFull(test, tracker);
  const change = { columns: [field('title'), field('status')], sort: [{ field_id: field('status'), order: 'desc' }] };
  const path = `/api/tracker_reports/${String(at(first, 'id'))}`;
  await expectRow(test, { path, method: 'PATCH', as: 'ana', body: change, status: 200 });
  const before = await readFull(test, tracker);
  assert.equal(before.length, 5);
  assert.deepEqual(at(before[0], 'renderers.0.columns'), change.columns);
  const zip = join(folder, 'out.zip');
  const { unix_name: unixName } = await test.app.database.read
    .selectFrom('projects')
    .select('unix_name')
    .where('id', '=', 101)
    .executeTakeFirstOrThrow();
  await exportFrom(test, unixName, zip);
  assert.deepEqual(await listFaults(zip), []);
  const second = await startApp();
  t.after(() => second.close());
  // Accounts in the same order have the same ids.
  const accounts = await test.app.features.people.list();
  for (const { id, username, email, ldap_id: ldapId, real_name: realName } of accounts.sort((a, b) => a.id - b.id))
    if (username !== 'root') {
      assert.equal(await second.app.features.people.create({ username, email, ldapId, realName }), id);
    }
  await importInto(second, zip);
  assert.deepEqual((await readFull(second, tracker)).map(contentOf), before.map(contentOf));
  const charts = await second.app.database.read
    .selectFrom('reports')
    .select('settings_json')
    .where('name', '=', 'All tasks')
    .execute();
  assert.match(charts[0]?.settings_json ?? '', /By status/);
});
