// What tests of the PostgreSQL engine share: a database with notes in it, and connections beside its own.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { cleanUp, notesMigration, openTestDatabase } from '../database.fixture.ts';
import type { Database, OpeningOptions, Reader, Writer } from '../index.ts';
import { createPostgresPlace, migrated } from '../test-place.testing.ts';

export interface Opened {
  database: Database;
  url: string;
}

/** A database with the notes' table; by default two of its connections read, so that one may be busy. */
export async function open(
  context: TestContext,
  { poolSize = 4, ...options }: Partial<OpeningOptions> & { poolSize?: number } = {},
): Promise<Opened> {
  const { place, remove } = await createPostgresPlace(migrated([notesMigration]));
  cleanUp(context, remove);
  assert.ok('url' in place);
  return {
    database: await openTestDatabase(context, { ...options, place: { ...place, poolSize } }),
    url: place.url,
  };
}

/** A connection beside the database's own. */
export async function connect(context: TestContext, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  cleanUp(context, () => client.end());
  return client;
}

/** Ends all connections of the database but the one that asks. */
export const killOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

/** Gives the new row's id. */
export const insertNote = (tx: Writer, title: string, parentId: number | null = null) =>
  tx
    .insertInto('test_notes')
    .values({ title, body: null, parent_id: parentId })
    .returning('id')
    .executeTakeFirstOrThrow();

/** In the order of their bytes. */
export async function listTitles(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('test_notes').select('title').orderBy('title').execute();
  return rows.map((row) => row.title);
}

/** What the work threw; undefined where it did not. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
