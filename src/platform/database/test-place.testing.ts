// Where the databases of tests are, and on which engine: SQLite files, or, with TEST_DATABASE_ENGINE=postgres, databases of one
// PostgreSQL per test run.

import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { sql } from 'kysely';
import type { DatabaseLocation, Migration, Reader } from './index.ts';
import { openDatabase } from './index.ts';
import { holdPostgres } from './postgres/postgres-server.testing.ts';

/** The engine that this run of the tests uses. */
export const testEngine = process.env['TEST_DATABASE_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

/** For `test(name, sqliteOnly, …)`: of what only SQLite does. */
export const sqliteOnly = { skip: testEngine === 'sqlite' ? false : 'about SQLite itself' };

/** The same, of what asks the database nothing, or nothing that tests beside it don't ask. */
export const onOneEngine = { skip: testEngine === 'sqlite' ? false : 'nothing more is asked of the database' };

export const postgresOnly = { skip: testEngine === 'postgres' ? false : 'about PostgreSQL itself' };

export interface TestPlace {
  readonly place: DatabaseLocation;
  remove(): Promise<void>;
}

/** The names of a database's tables, the engine's own left aside. */
export async function listTables(db: Reader): Promise<string[]> {
  const all =
    testEngine === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite!_%' escape '!'`
      : sql<{
          name: string;
        }>`select tablename::text as name from pg_catalog.pg_tables where schemaname = current_schema()`;
  return (await all.execute(db)).rows.map((row) => row.name).sort();
}

let server: Promise<string> | undefined;

/** URL of the run's server; a file that runs by itself starts one. */
const serverUrl = (): Promise<string> =>
  (server ??= Promise.resolve(process.env['TEST_POSTGRES_URL'] ?? holdPostgres()));

/** What a new database holds already: the first of each key is filled, all are copies of it. */
export interface Content {
  readonly key: string;
  /** Leaves the database closed. */
  fill(place: DatabaseLocation): Promise<void>;
}

/** The tables that `migrations` make. */
export const migrated = (migrations: readonly Migration[]): Content => ({
  key: migrations.map(({ number, name, up }) => `${number} ${name} ${up.toString()}`).join('\n'),
  fill: async (place) => (await openDatabase({ ...place, migrations })).close(),
});

/** A new database, empty where no content is given; on SQLite it is `file`, by default one in a folder of its own. */
export async function createTestPlace(content?: Content, file?: string): Promise<TestPlace> {
  if (testEngine === 'postgres') return createPostgresPlace(content);
  const folder = file === undefined ? mkdtempSync(join(tmpdir(), 'tepal-database-')) : undefined;
  const path = file ?? join(folder ?? '', 'test.db');
  if (content !== undefined) {
    const filled = await makeOnce(content.key, () => fillFile(content, basename(path)));
    copyFileSync(filled, path);
  }
  return {
    place: { file: path },
    remove: async () => (folder === undefined ? undefined : rmSync(folder, { recursive: true })),
  };
}

const made = new Map<string, Promise<string>>();

function makeOnce(key: string, make: () => Promise<string>): Promise<string> {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

let filesToCopy: string | undefined;

/** Path of the file to copy, called `name`; it stays as long as the process does. */
async function fillFile({ fill }: Content, name: string): Promise<string> {
  filesToCopy ??= makePassingFolder();
  const file = join(mkdtempSync(join(filesToCopy, 'of-')), name);
  await fill({ file });
  return file;
}

function makePassingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-content-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** As createTestPlace, on PostgreSQL whatever engine this run uses. */
export async function createPostgresPlace(content?: Content): Promise<TestPlace> {
  const template =
    content === undefined ? 'template0' : await makeOnce(`PostgreSQL: ${content.key}`, () => makeTemplate(content));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await askServer(`create database ${name} template ${template} strategy file_copy`);
  return {
    // One connection reads, two write.
    place: { url: await urlOf(name), poolSize: 3 },
    remove: () => askServer(`drop database ${name} with (force)`),
  };
}

async function urlOf(database: string): Promise<string> {
  const url = new URL(await serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}

/** Statements tell that their connection is lost; told of an idle one, nobody would listen, which ends the process as failed. */
async function connectToServer(socket = new Socket(), lost = (): void => {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await serverUrl(), stream: () => socket });
  client.on('error', lost);
  await client.connect();
  return client;
}

interface Line {
  socket: Socket;
  client: Promise<pg.Client>;
  questions: number;
}

let line: Line | undefined;

function openLine(): Line {
  const socket = new Socket();
  const lose = (): void => {
    if (line === opened) line = undefined;
  };
  const opened: Line = { socket, client: connectToServer(socket, lose), questions: 0 };
  return opened;
}

/** Over a connection that stays for the process's next question, and keeps it from ending only while one is open. */
async function askServer(statement: string): Promise<void> {
  const asked = (line ??= openLine());
  asked.questions += 1;
  asked.socket.ref();
  try {
    await (await asked.client).query(statement);
  } finally {
    asked.questions -= 1;
    if (asked.questions === 0) asked.socket.unref();
  }
}

/** The database to copy, made by whichever process is first. */
async function makeTemplate({ key, fill }: Content): Promise<string> {
  const template = `template_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
  const client = await connectToServer();
  try {
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 1) return template;
    const draft = `${template}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} template template0`);
    await fill({ url: await urlOf(draft) });
    await client.query(`alter database ${draft} rename to ${template}`);
    return template;
  } finally {
    await client.end();
  }
}
