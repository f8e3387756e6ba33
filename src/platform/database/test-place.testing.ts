// Where the databases of tests are, and on which engine: SQLite files, or, with TEST_DATABASE_ENGINE=postgres, databases of one
// PostgreSQL per test run.

import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sql } from 'kysely';
import type { DatabasePlace, Migration, Reader } from './index.ts';
import { openDatabase } from './index.ts';
import { holdPostgres } from './postgres-server.testing.ts';

/** The engine that this run of the tests uses. */
export const testEngine = process.env['TEST_DATABASE_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

/** For `test(name, sqliteOnly, …)`: of what only SQLite does. */
export const sqliteOnly = { skip: testEngine === 'sqlite' ? false : 'about SQLite itself' };

export interface TestPlace {
  readonly place: DatabasePlace;
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

/** A new empty database, or one that `migrations` have made already, copied instead of made again. */
export async function createTestPlace(migrations: readonly Migration[] = []): Promise<TestPlace> {
  if (testEngine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'tepal-database-'));
    return { place: { file: join(folder, 'test.db') }, remove: async () => rmSync(folder, { recursive: true }) };
  }
  return createPostgresPlace(migrations);
}

/** As createTestPlace, on PostgreSQL whatever engine this run uses. */
export async function createPostgresPlace(migrations: readonly Migration[] = []): Promise<TestPlace> {
  const template = migrations.length === 0 ? 'template0' : await makeTemplate(migrations);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer((client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  return {
    place: { url: await urlOf(name), poolSize: 4 },
    remove: async () => void (await runOnServer((client) => client.query(`drop database ${name} with (force)`))),
  };
}

async function urlOf(database: string): Promise<string> {
  const url = new URL(await serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}

async function runOnServer<R>(use: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: await serverUrl() });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** The database to copy, made by whichever process is first. */
async function makeTemplate(migrations: readonly Migration[]): Promise<string> {
  const key = migrations.map(({ number, name, up }) => `${number} ${name} ${up.toString()}`).join('\n');
  const template = `template_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
  await runOnServer(async (client) => {
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 1) return;
    const draft = `${template}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} template template0`);
    await (await openDatabase({ url: await urlOf(draft), migrations })).close();
    await client.query(`alter database ${draft} rename to ${template}`);
  });
  return template;
}
