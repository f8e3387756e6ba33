// Moving a site from its file to PostgreSQL: nothing lost, nothing else there, and every end in between is one to go on from.
// Engine: PostgreSQL alone, because it is where the site goes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { createHttpServer, databaseFile, openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { runCommandLine } from '../../src/commands/index.ts';
import { importArchive } from '../../src/features/archive/index.ts';
import { cleanUp, usePlace } from '../../src/platform/database/database.fixture.ts';
import { writeHostileArchive } from '../support/archive-world.ts';
import { loadSettings } from '../../src/settings/index.ts';
import { triesOf } from '../support/depth.ts';
import { chooseSteps, runKilled } from '../faults/killed-command.ts';
import { createRandom } from '../faults/random.ts';
import { at, issueToken, testPassword } from '../support/harness.ts';
import { programEnv, programPath } from '../support/program-env.ts';

const root = join(import.meta.dirname, '../..');
const sample = (name: string): string => join(root, 'samples', name);

function makeFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-migrate-'));
  cleanUp(context, async () => rmSync(folder, { recursive: true }));
  return folder;
}

/** Lets the folder's settings name this database. */
function setUrl(folder: string, url: string): void {
  mkdirSync(join(folder, 'conf'));
  writeFileSync(join(folder, 'conf/local.inc'), `<?php\n$database_url = '${url}';\n`);
}

async function makeTarget(context: TestContext): Promise<{ url: string; ask(sql: string): Promise<unknown[]> }> {
  const place = await usePlace(context);
  assert.ok('url' in place);
  const { url } = place;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  cleanUp(context, () => client.end());
  return { url, ask: async (sql) => (await client.query<object>(sql)).rows };
}

/** A site in a file, with the password of `root` known; the app is closed. */
async function makeSite(context: TestContext, work: (app: App) => Promise<void> = async () => {}): Promise<string> {
  const folder = makeFolder(context);
  const app = await openApp({ dataDir: folder, logLevel: 'silent' });
  const { people, site } = app.features;
  await people.create({ username: 'root', email: 'root@example.org', isSiteAdmin: true, password: testPassword });
  await site.changeSetting('sys_rest_api_over_http', '1');
  await work(app);
  await app.close();
  return folder;
}

async function tepal(args: readonly string[], input = ''): Promise<{ status: number; text: string }> {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const io = {
    input: Readable.from([input]),
    output: sink,
    errors: sink,
    waitForStop: () => new Promise<void>(() => {}),
  };
  return { status: await runCommandLine(args, io), text };
}

const move = (folder: string, url: string, ...flags: string[]) =>
  tepal(['migrate-database', '--to', url, '--data', folder, ...flags]);

function inFile<R>(folder: string, work: (db: DatabaseSync) => R): R {
  const db = new DatabaseSync(databaseFile(folder));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const spell = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;

/** Every row of every table as text, in an order that both engines can give. */
function dumpFile(folder: string): Record<string, string[]> {
  return inFile(folder, (db) => {
    const names = db.prepare(
      "select name from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite@_%' escape '@'",
    );
    const tables: Record<string, string[]> = {};
    for (const { name } of names.all())
      tables[String(name)] = db
        .prepare(`select * from "${String(name)}"`)
        .all()
        .map((row) => JSON.stringify({ ...row }, spell))
        .sort();
    return tables;
  });
}

async function dumpServer(url: string): Promise<Record<string, string[]>> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const client = new pg.Client({ connectionString: url, types });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    // The index of words is a virtual table where the site comes from; here a server fills it.
    "select tablename as name from pg_tables where schemaname = current_schema() and tablename <> 'search_index'",
  );
  const tables: Record<string, string[]> = {};
  for (const { name } of rows) {
    const found = await client.query<object>(`select * from "${name}"`);
    tables[name] = found.rows.map((row) => JSON.stringify(row, jsonSpell)).sort();
  }
  await client.end();
  return tables;
}

// A Buffer turns itself into an object before it is asked about.
const jsonSpell = (_key: string, value: unknown): unknown =>
  at(value, 'type') === 'Buffer' &&
  typeof value === 'object' &&
  value !== null &&
  'data' in value &&
  Array.isArray(value.data)
    ? Buffer.from(value.data).toString('hex')
    : value;

interface Answered {
  status: number;
  etag: string | null;
  changed: string | null;
  text: string;
}

type Ask = (path: string, body?: object) => Promise<Answered>;

async function serve(context: TestContext, folder: string, headers: Record<string, string>): Promise<Ask> {
  const app = await openApp({ dataDir: folder, logLevel: 'silent' });
  const server = createHttpServer(app);
  cleanUp(context, async () => {
    await server.close();
    await app.close();
  });
  const base = await server.listen({ port: 0, host: '127.0.0.1' });
  return async (path, body) => {
    const post = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, 'content-type': 'application/json' },
    };
    const response = await fetch(base + path, body === undefined ? { headers } : post);
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      changed: response.headers.get('last-modified'),
      text: await response.text(),
    };
  };
}

test('a whole site arrives: rows, answers with their entity tags, and the ids to come', async (context) => {
  let headers: Record<string, string> = {};
  const hostile = await writeHostileArchive(makeFolder(context));
  const folder = await makeSite(context, async (app) => {
    for (const path of [sample('scrum'), sample('kanban'), hostile])
      await importArchive(
        { database: app.database, clock: app.clock, blobs: app.blobs, parts: app.features.parts.archive },
        { path, as: 'root', mode: { automap: 'A' } },
      );
    headers = await issueToken(app, 'root');
  });
  const { url } = await makeTarget(context);
  const withPassword = url.replace('postgres@', 'postgres:very-secret@');
  const { status, text } = await tepal(
    ['migrate-database', '--to', '-', '--switch', '--data', folder],
    `${withPassword}\n`,
  );
  assert.equal(status, 0, text);
  assert.match(text, /^artifacts: 45 rows, SHA-256 [0-9a-f]{16}… in both$/m);
  assert.match(text, /Attachments and conf stay where they are/);
  assert.doesNotMatch(text, /very-secret/);
  const before = dumpFile(folder);
  assert.deepEqual(await dumpServer(url), before);

  const conf = join(folder, 'conf/local.inc');
  assert.ok(readFileSync(conf, 'utf8').includes(withPassword));
  const askMoved = await serve(context, folder, headers);
  rmSync(conf);
  const askStayed = await serve(context, folder, headers);
  for (const path of listPaths(before)) assert.deepEqual(await askMoved(path), await askStayed(path), path);
  const [here, there] = [await askMoved('/api/artifacts', addition), await askStayed('/api/artifacts', addition)];
  assert.deepEqual([here.status, here.text], [201, there.text]);
});

/** Ids of the sample's fields are those of the README. */
const addition = {
  tracker: { id: 4 },
  values: [
    { field_id: 181, value: 'x' },
    { field_id: 185, bind_value_ids: [124] },
  ],
};

function listPaths(tables: Record<string, string[]>): string[] {
  const ids = (table: string): string[] => (tables[table] ?? []).map((row) => String(at(JSON.parse(row), 'id')));
  const lists = [
    '/api/projects?limit=50',
    '/api/users?query=a&limit=50',
    '/api/users/self',
    '/api/audit_events?limit=50',
  ];
  return [
    ...lists,
    ...ids('projects').flatMap((id) => [
      `/api/projects/${id}`,
      `/api/projects/${id}/trackers`,
      `/api/projects/${id}/user_groups`,
    ]),
    ...ids('trackers').flatMap((id) => [`/api/trackers/${id}`, `/api/trackers/${id}/artifacts?values=all`]),
    ...ids('artifacts').flatMap((id) => [`/api/artifacts/${id}?values_format=all`, `/api/artifacts/${id}/changesets`]),
  ];
}

const eventCount = 40_000;

test('killed on the way it goes on there, unless one of both has changed', async (context) => {
  const folder = await makeSite(context);
  inFile(folder, (db) =>
    db.exec(`insert into audit_events (at_ms, kind, actor_name, details_json) with recursive n(i) as
      (select 1 union all select i + 1 from n where i < ${eventCount}) select i, 'test', 'nobody', '{}' from n`),
  );
  const { url, ask } = await makeTarget(context);
  const child = spawn(process.execPath, [programPath, 'migrate-database', '--to', url, '--data', folder], {
    stdio: 'ignore',
    env: programEnv,
  });
  const ended = once(child, 'exit');
  while (child.exitCode === null) {
    const [made] = await ask(`select to_regclass('audit_events') is not null as is_made`);
    const isMade = at(made, 'is_made') === true;
    if (isMade && (await ask('select from audit_events limit 1')).length > 0) break;
    await turn();
  }
  // The next batch waits now.
  await ask('begin; lock table audit_events in share mode');
  const [copied] = await ask('select count(*)::int as count from audit_events');
  child.kill('SIGKILL');
  assert.deepEqual(await ended, [null, 'SIGKILL']);
  await ask('rollback');
  const count = Number(at(copied, 'count'));
  assert.ok(count > 0 && count < eventCount, `${count} rows were copied`);

  const other = await makeSite(context);
  assert.match((await move(other, url)).text, /has an unfinished copy of another site/);
  const user = makeFolder(context);
  setUrl(user, url);
  assert.match(
    (await tepal(['user', 'list', '--data', user])).text,
    /has an unfinished copy; run "tepal migrate-database" again/,
  );
  const change = (sql: string): void => inFile(folder, (db) => db.exec(sql));
  change(`insert into preferences (user_id, name, value) values (101, 'a', 'b')`);
  assert.match((await move(folder, url)).text, /the site has changed since its unfinished copy was begun/);
  change('delete from preferences');

  await ask(`update users set email = 'x@example.org' where id = 101`);
  const tampered = await move(folder, url);
  assert.equal(tampered.status, 1);
  assert.match(
    tampered.text,
    /the copy of users differs from the source, from the first row to id 101: 3 rows there, 3 rows here/,
  );
  await ask(`update users set email = 'root@example.org' where id = 101`);
  await ask(`insert into settings (name, value) values ('zz', '')`);
  assert.match(
    (await move(folder, url)).text,
    /the copy of settings differs .* to the last: 0 rows there, 1 rows here/,
  );
  await ask(`delete from settings where name = 'zz'`);

  const { status, text } = await move(folder, url);
  assert.equal(status, 0, text);
  assert.deepEqual(await dumpServer(url), dumpFile(folder));
  assert.match((await move(folder, url)).text, /the target database is not empty/);
});

test('killed before any of its steps it leaves a site that is in use in one place, and goes on', async (context) => {
  const template = await makeSite(context);
  const random = createRandom(Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000));
  const begin = async (at: number) => {
    const folder = join(makeFolder(context), 'site');
    cpSync(template, folder, { recursive: true });
    const { url, ask } = await makeTarget(context);
    const args = ['migrate-database', '--to', url, '--switch', '--data', folder];
    return { folder, url, ask, killed: await runKilled(args, at) };
  };
  const { killed: whole } = await begin(0);
  assert.equal(whole.status, 0, whole.said);
  // Of a process that ends by itself the last steps are those that say goodbye.
  for (const at of [...chooseSteps(whole.steps, triesOf(2), random.below), whole.steps - 3]) {
    const { folder, url, killed } = await begin(at);
    assert.ok(killed.status === undefined || killed.status === 0, `step ${at} of ${whole.steps}: ${killed.said}`);
    const isSwitched = (): boolean => loadSettings({ dataDir: folder, env: {} }).file.has('database_url');
    const user = makeFolder(context);
    setUrl(user, url);
    const used = await tepal(['user', 'list', '--data', user]);
    if (!isSwitched()) {
      const again = await move(folder, url, '--switch');
      const isComplete = /the target database is not empty.*set database_url/.test(again.text);
      assert.ok(again.status === 0 || isComplete, again.text);
      const isRefused = /unfinished copy|no Tepal|is empty|there is no/.test(used.text);
      assert.equal(isRefused, !isComplete, `step ${at}: ${used.text}`);
    }
    assert.deepEqual(await dumpServer(url), dumpFile(folder));
  }
});

test('keys, indexes and identities are those of a database made at once', async (context) => {
  const folder = await makeSite(context);
  inFile(folder, (db) =>
    db.exec(`insert into dashboards (user_id, name, content_json) values (101, 'a', '{}'); delete from dashboards`),
  );
  const [moved, made] = [await makeTarget(context), await makeTarget(context)];
  assert.equal((await move(folder, moved.url)).status, 0);
  const fresh = makeFolder(context);
  setUrl(fresh, made.url);
  assert.equal((await tepal(['init', '--data', fresh])).status, 0);
  for (const sql of [
    'select indexdef from pg_indexes where schemaname = current_schema() order by 1',
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) as is from pg_constraint
      where connamespace = current_schema()::regnamespace order by 1, 2`,
  ])
    assert.deepEqual(await moved.ask(sql), await made.ask(sql));
  const sequences = inFile(folder, (db) => db.prepare('select name, seq from sqlite_sequence').all());
  assert.deepEqual(sequences.find(({ name }) => name === 'dashboards')?.['seq'], 1);
  for (const { name, seq } of sequences)
    assert.deepEqual(
      await moved.ask(`select nextval(pg_get_serial_sequence('${String(name)}', 'id'))::int as next`),
      [{ next: Number(seq) + 1 }],
      String(name),
    );
});

test('a site that is open, a target that is no new database, and text that the target cannot hold are refused', async (context) => {
  const folder = await makeSite(context);
  const { url, ask } = await makeTarget(context);
  const app = await openApp({ dataDir: folder, logLevel: 'silent' });
  const busy = await move(folder, url);
  await app.close();
  assert.equal(busy.status, 1);
  assert.match(busy.text, /another process has .*tepal.sqlite open; stop the server/);
  await ask('create view something as select 1 as one');
  assert.match((await move(folder, url)).text, /the target database is not empty/);
  await ask('drop view something');
  assert.match((await move(folder, 'mysql://x:very-secret@y/z')).text, /database_url can't be "\*{8}"/);
  assert.match((await move(makeFolder(context), url)).text, /there is no Tepal data folder/);

  inFile(folder, (db) =>
    db.exec(`insert into preferences (user_id, name, value) values (101, 'a', 'x' || char(0) || 'y')`),
  );
  const refused = await move(folder, url);
  assert.equal(refused.status, 1);
  assert.match(
    refused.text,
    /U\+0000, which stands in: preferences.value of user_id 101, name "a"\. Nothing was copied/,
  );
  assert.deepEqual(await ask('select from pg_tables where schemaname = current_schema()'), []);
  assert.equal((await move(folder, url, '--replace-nul')).status, 0);
  assert.deepEqual(await ask('select value from preferences'), [{ value: 'x\ufffdy' }]);
});
