// Queries on a project's widget go along with the project.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dump, exportFrom, importInto, query, writeLongHistories } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-widget-'));
});
after(() => rm(folder, { recursive: true }));

const hostile = '<b> & "it\'s" ]]>\n $& $1';
const text = "SELECT @id FROM @project = 'self' WHERE @title = '<&>'";

const shownKeys = ['title', 'tql_query', 'description', 'is_default'];

/** All that is shown of the queries but their ids. */
const listQueries = async (app: TestApp, projectId: number): Promise<unknown[][]> => {
  const { status, json } = await app.call(`/api/crosstracker_widget/${projectId * 2}`, { as: 'root' });
  assert.equal(status, 200);
  return listAt(json, 'queries').map((shown) => shownKeys.map((key) => at(shown, key)));
};

/** An archive whose project has these dashboards. */
async function writeArchive(dashboards: string): Promise<string> {
  const root = await writeLongHistories(await mkdtemp(join(folder, 'source-')));
  const path = join(root, 'project.xml');
  const xml = await readFile(path, 'utf8');
  await writeFile(
    path,
    xml.replace('</project>', () => `${dashboards}</project>`),
  );
  return root;
}

const preference = (title: string, isDefault: string): string => `<preference name="query">
  <value name="is-default">${isDefault}</value><value name="title">${title}</value>
  <value name="description"/><value name="tql"><![CDATA[${text}]]></value></preference>`;

const widget = (content: string): string => `<widget name="crosstrackersearch">${content}</widget>`;

const rows: readonly (readonly [string, string, readonly string[]])[] = [
  ['no dashboard', '', []],
  ['a dashboard without the widget', '<dashboards><dashboard name="D"><line/></dashboard></dashboards>', []],
  ['a dashboard that is empty', '<dashboards/>', []],
  [
    'two widgets among others',
    `<dashboards><dashboard name="D"><line layout="x"><column><widget name="other"><preference name="query"><value name="tql">no</value></preference></widget>
     ${widget(preference('one', '1') + preference('two', '0'))}<widget name="crosstrackersearch"/>${widget(preference('three', '0'))}</column></line></dashboard></dashboards>`,
    ['one', 'two', 'three'],
  ],
];
for (const [title, dashboards, titles] of rows)
  test(`${title}: queries are the same after an export`, async (context) => {
    const first = await startApp();
    context.after(() => first.close());
    const { projectId } = await importInto(first, await writeArchive(dashboards));
    const imported = await listQueries(first, projectId);
    assert.deepEqual(
      imported.map(([shown]) => shown),
      titles,
    );
    assert.ok(imported.every(([, shown]) => shown === text));
    const body = { widget_id: projectId * 2, tql_query: text, title: hostile, description: hostile, is_default: true };
    const posted = await first.call('/api/crosstracker_query', { as: 'root', method: 'POST', body });
    assert.equal(posted.status, 201, posted.text);
    const me = await first.call('/api/users/self', { as: 'root' });
    const own = { ...body, widget_id: Number(at(me.json, 'id')) * 2 + 1 };
    assert.equal((await first.call('/api/crosstracker_query', { as: 'root', method: 'POST', body: own })).status, 201);

    const second = await startApp();
    context.after(() => second.close());
    const path = join(await mkdtemp(join(folder, 'out-')), 'long');
    await exportFrom(first, 'long', path);
    const again = await importInto(second, path);
    const kept = await listQueries(first, projectId);
    assert.equal(kept.length, titles.length + 1);
    assert.deepEqual(await listQueries(second, again.projectId), kept);

    const third = join(await mkdtemp(join(folder, 'out-')), 'long');
    await exportFrom(second, 'long', third);
    assert.equal(await readFile(join(third, 'project.xml'), 'utf8'), await readFile(join(path, 'project.xml'), 'utf8'));
    const blocks = "select xml from archive_blocks where name = 'dashboards'";
    assert.ok(!JSON.stringify(await query(second, blocks)).includes('SELECT'));
    assert.equal((await dump(second))['crosstracker_queries']?.length, titles.length + 1);
  });
