// Dashboards go along with a project: into rows, out as they are, and to projects that are made from it.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { listFaults } from './archive-format.ts';
import { exportFrom, importInto, query } from '../support/archive-world.ts';
import { writeEveryPart } from '../support/every-part-archive.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { sampleFolder } from '../support/scenario.ts';

const folder = await mkdtemp(join(tmpdir(), 'tepal-dashboards-'));
after(() => rm(folder, { recursive: true }));

const weather =
  '<widget name="weather"><preference name="place"><value name="title">Here &amp; there</value></preference></widget>';
const unknownReport = `<widget name="plugin_tracker_projectrenderer"><preference name="renderer"><reference name="id" REF="R9"/></preference></widget>`;
const dashboards = `<dashboards><dashboard name="Team &amp; work"><line layout="two-columns-small-big">
<column><widget name="projectmembers"/>${weather}</column>
<column><widget name="plugin_agiledashboard_projects_kanban"><preference name="kanban"><value name="title">Todo</value><reference name="id" REF="K1"/></preference></widget>
<widget name="projectnote"><preference name="note"><value name="title">Say</value><value name="content">**Hello**</value></preference></widget></column></line>
<line><column>${unknownReport}</column></line></dashboard>
<dashboard name="Later"><line><column><widget name="plugin_roadmap_project_widget"><preference name="roadmap"><value name="title">Road</value>
<value name="tracker_id">T1</value><value name="tracker_id">T2</value><value name="default-timescale">week</value><value name="lvl1_iteration_tracker_id">T2</value></preference></widget></column></line></dashboard></dashboards>`;

async function writeArchive(text = dashboards): Promise<string> {
  const root = await writeEveryPart(await mkdtemp(join(folder, 'source-')));
  const path = join(root, 'project.xml');
  const xml = await readFile(path, 'utf8');
  await writeFile(
    path,
    xml.replace(/<dashboards>.*<\/dashboards>/s, () => text),
  );
  return root;
}

/** All dashboards of a project, with ids of things by their names. */
async function listDashboards(app: TestApp, projectId: number): Promise<unknown[]> {
  const { json } = await app.call(`/api/projects/${projectId}/dashboards`, { as: 'root' });
  assert.ok(Array.isArray(json));
  const shown: unknown[] = [];
  for (const entry of json) {
    const answer = await app.call(`/api/dashboards/${String(at(entry, 'id'))}`, { as: 'root' });
    assert.equal(answer.status, 200);
    shown.push({ name: at(answer.json, 'name'), lines: at(answer.json, 'lines') });
  }
  return shown;
}

test('widgets are read, written as they are, and read again', async (context) => {
  const first = await startApp();
  context.after(() => first.close());
  const { projectId } = await importInto(first, await writeArchive());
  const imported = await listDashboards(first, projectId);
  const [kanban] = await query(first, 'select id from kanbans');
  assert.partialDeepStrictEqual(imported, [
    {
      name: 'Team & work',
      lines: [
        {
          layout: 'two-columns-small-big',
          columns: [
            {
              widgets: [
                { name: 'projectmembers', is_known: true },
                { name: 'weather', is_known: false },
              ],
            },
            {
              widgets: [
                { is_known: true, settings: { title: 'Todo', kanban_id: kanban?.['id'] } },
                { is_known: true, settings: { title: 'Say', content: '**Hello**' } },
              ],
            },
          ],
        },
        { layout: 'one-column', columns: [{ widgets: [{ is_known: false }] }] },
      ],
    },
    { name: 'Later', lines: [{ columns: [{ widgets: [{ is_known: true, settings: { timescale: 'week' } }] }] }] },
  ]);

  const second = await startApp();
  context.after(() => second.close());
  const path = join(await mkdtemp(join(folder, 'out-')), 'every-part');
  await exportFrom(first, 'every-part', path);
  const xml = await readFile(join(path, 'project.xml'), 'utf8');
  assert.ok(xml.includes(weather) && xml.includes(unknownReport), xml);
  assert.match(xml, /<value name="title">Todo<\/value>\s*<reference name="id" REF="K1"\/>/);
  const again = await importInto(second, path);
  assert.deepEqual(await listDashboards(second, again.projectId), imported);
  const third = join(await mkdtemp(join(folder, 'out-')), 'every-part');
  await exportFrom(second, 'every-part', third);
  assert.deepEqual(await listFaults(third), []);
  assert.equal(await readFile(join(third, 'project.xml'), 'utf8'), xml);

  // A project that is made from it has them, with things of its own.
  const made = await first.call('/api/projects', {
    as: 'root',
    method: 'POST',
    body: { shortname: 'likeness', label: 'Likeness', description: '', template_id: projectId, is_public: true },
  });
  assert.equal(made.status, 201, made.text);
  const copied = await listDashboards(first, Number(at(made.json, 'id')));
  assert.equal(at(copied, '0.lines.0.columns.1.widgets.0.is_known'), true);
  assert.notEqual(
    at(copied, '0.lines.0.columns.1.widgets.0.settings.kanban_id'),
    at(imported, '0.lines.0.columns.1.widgets.0.settings.kanban_id'),
  );
});

test('dashboards as somebody finds new ones, with nothing in them or in a column, are kept', async (context) => {
  const [app, other] = [await startApp({ archives: [sampleFolder('kanban')] }), await startApp()];
  context.after(async () => {
    await app.close();
    await other.close();
  });
  await app.app.database.transact((tx) => tx.deleteFrom('dashboards').execute());
  const add = async (name: string, lines: readonly object[]): Promise<void> => {
    const { json } = await app.call('/api/projects/101/dashboards', { as: 'root', method: 'POST', body: { name } });
    const put = { as: 'root', method: 'PUT', body: { name, lines } };
    const { status, text } = await app.call(`/api/dashboards/${String(at(json, 'id'))}`, put);
    assert.equal(status, 200, text);
  };
  const note = { name: 'projectnote', settings: { title: 'Say', content: '' } };
  const plain = { layout: 'one-column', columns: [{ widgets: [] }] };
  await add('Dashboard', []);
  await add('Plain', [plain]);
  await add('Half', [{ layout: 'two-columns-small-big', columns: [{ widgets: [] }, { widgets: [note] }] }, plain]);
  const path = join(await mkdtemp(join(folder, 'out-')), 'kanban');
  await exportFrom(app, 'harbor-kanban', path);
  const { projectId } = await importInto(other, path);
  assert.deepEqual(await listDashboards(other, projectId), await listDashboards(app, 101));
});

for (const [sample, widgets] of [
  ['scrum', 5],
  ['kanban', 3],
] as const)
  test(`the sample ${sample} has one dashboard, and all of its widgets show something`, async (context) => {
    const app = await startApp({ archives: [sampleFolder(sample)] });
    context.after(() => app.close());
    const found = await listDashboards(app, 101);
    assert.equal(found.length, 1);
    assert.equal(JSON.stringify(found).split('"is_known":true').length - 1, widgets);
    assert.ok(!JSON.stringify(found).includes('"is_known":false'));
  });

test('what was kept of dashboards before they could be shown goes out as it came', async (context) => {
  const app = await startApp();
  context.after(() => app.close());
  const { projectId } = await importInto(app, await writeArchive());
  await app.app.database.transact(async (tx) => {
    await tx.deleteFrom('dashboards').execute();
    await tx
      .insertInto('archive_blocks')
      .values({ project_id: projectId, tracker_id: null, name: 'dashboards', xml: dashboards })
      .execute();
  });
  const path = join(await mkdtemp(join(folder, 'out-')), 'every-part');
  await exportFrom(app, 'every-part', path);
  assert.ok((await readFile(join(path, 'project.xml'), 'utf8')).includes(dashboards));
});

for (const [what, from, to] of [
  ['kanban', 'REF="K1"', 'REF="K9"'],
  ['tracker of a roadmap', '<value name="tracker_id">T2', '<value name="tracker_id">T9'],
] as const)
  test(`a widget of a ${what} that the archive does not have is kept for exports, with a warning`, async (context) => {
    const app = await startApp();
    context.after(() => app.close());
    const { warnings } = await importInto(app, await writeArchive(dashboards.replace(from, to)));
    const told = warnings.filter((warning) => /project\.xml, line \d+, <widget>: .*`[KT]9`/.test(warning));
    assert.equal(told.length, 1, warnings.join('\n'));
    const path = join(await mkdtemp(join(folder, 'kept-')), 'every-part');
    await exportFrom(app, 'every-part', path);
    assert.ok((await readFile(join(path, 'project.xml'), 'utf8')).includes(to));
  });
