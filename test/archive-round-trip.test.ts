// What is imported, exported and imported elsewhere is the same: to callers, and in every table.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { exportArchive, importArchive } from '../src/features/archive/index.ts';
import { at, createTestClock, startApp } from './harness.ts';
import type { TestApp } from './harness.ts';
import { listAt, sampleFolder } from './scenario.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-round-trip-'));
});
after(() => rm(folder, { recursive: true }));

interface Row {
  [column: string]: unknown;
}

async function query({ app }: TestApp, text: string): Promise<Row[]> {
  const { rows } = await sql<Row>`${sql.raw(text)}`.execute(app.database.read);
  return rows.map((row) => ({ ...row }));
}

const importInto = ({ app }: TestApp, path: string) =>
  importArchive(
    { database: app.database, clock: { nowMs: () => 0 }, dataDir: app.dataDir },
    { path, as: 'root', mode: { automap: 'A' } },
  );

const exportFrom = ({ app }: TestApp, unixName: string, path: string) =>
  exportArchive({ database: app.database, dataDir: app.dataDir }, { unixName, path });

/** Makes the other server's accounts in the same order, so that ids of people are the same too. */
async function copyAccounts(from: TestApp, to: TestApp): Promise<void> {
  const accounts = await from.app.features.people.list();
  for (const row of accounts.filter(({ username }) => username !== 'root').sort((a, b) => a.id - b.id))
    await to.app.features.people.create({
      username: row.username,
      realName: row.real_name,
      email: row.email,
      ldapId: row.ldap_id,
    });
}

/** Two servers at the same moment, which default dates show. */
async function startTwo(context: TestContext): Promise<{ first: TestApp; second: TestApp }> {
  const clock = createTestClock(Date.now());
  const first = await startApp({ clock });
  context.after(() => first.close());
  const second = await startApp({ clock });
  context.after(() => second.close());
  return { first, second };
}

/** Tables that hold nothing of a project, or differ from server to server; references are compared by themselves. */
const otherTables = [
  'archive_references',
  'audit_events',
  'site',
  'settings',
  'schema_migrations',
  'users',
  'tokens',
  'sqlite_sequence',
];

/** Every row of every table; where attachments are on the disk, and whether links had types, may differ. */
async function dump(app: TestApp): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { name } of await query(app, "select name from sqlite_schema where type = 'table' order by name")) {
    if (otherTables.includes(String(name))) continue;
    const rows = await query(app, `select * from "${String(name)}"`);
    const texts = rows.map((row) => JSON.stringify(Object.entries(row).filter(([column]) => column !== 'path')));
    tables[String(name)] = texts.map((text) => text.replace('use-natures=\\"false', 'use-natures=\\"true')).sort();
  }
  return tables;
}

/** Everything that REST shows of the project, by path. */
async function show(test: TestApp, projectId: number): Promise<Map<string, unknown>> {
  const shown = new Map<string, unknown>();
  const get = async (path: string): Promise<unknown> => {
    const answer = await test.call(`/api/${path}`, { as: 'root' });
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    shown.set(path, answer.json);
    return answer.json;
  };
  const getList = async (path: string): Promise<readonly unknown[]> => {
    const items: unknown[] = [];
    for (let page = 50; page === 50;) {
      const found = listAt(await get(`${path}${path.includes('?') ? '&' : '?'}limit=50&offset=${items.length}`));
      items.push(...found);
      page = found.length;
    }
    return items;
  };
  await get(`projects/${projectId}`);
  for (const group of listAt(await get(`projects/${projectId}/user_groups`)))
    await getList(`user_groups/${String(at(group, 'id'))}/users`);
  for (const tracker of await getList(`projects/${projectId}/trackers`)) {
    const trackerId = String(at(tracker, 'id'));
    await get(`trackers/${trackerId}`);
    await getList(`trackers/${trackerId}/tracker_reports`);
    for (const artifact of await getList(`trackers/${trackerId}/artifacts`)) {
      const id = String(at(artifact, 'id'));
      await get(`artifacts/${id}?values_format=all`);
      await getList(`artifacts/${id}/changesets?fields=all`);
    }
  }
  return shown;
}

const fixtures = new URL('../../shared/fixtures', import.meta.url).pathname;
const archives = [
  ...(['scrum', 'kanban'] as const).map((name) => ({ name: `sample ${name}`, path: sampleFolder(name) })),
  ...(existsSync(fixtures) ? readdirSync(fixtures) : []).map((name) => ({ name, path: join(fixtures, name) })),
];

for (const { name, path } of archives)
  test(`the archive ${name} comes back as it went in`, async (context) => {
    const { first, second } = await startTwo(context);
    const { projectId, unixName } = await importInto(first, path);
    const zip = join(folder, `${unixName}.zip`);
    const exported = await exportFrom(first, unixName, zip);
    await copyAccounts(first, second);
    const imported = await importInto(second, zip);
    assert.deepEqual(
      { trackers: exported.trackers, artifacts: exported.artifacts, files: exported.files },
      { trackers: imported.trackers, artifacts: imported.artifacts, files: imported.files },
    );
    assert.equal(imported.users, 0);
    assert.deepEqual(await dump(second), await dump(first));
    const references = 'select kind, ref, target_id from archive_references order by kind, target_id';
    const known = new Set((await query(second, references)).map((row) => JSON.stringify(row)));
    for (const row of await query(first, references)) assert.ok(known.has(JSON.stringify(row)), JSON.stringify(row));
    const shown = await show(first, projectId);
    assert.ok(shown.size > 5);
    assert.deepEqual(await show(second, imported.projectId), shown);
  });
