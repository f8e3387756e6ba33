// Engine: both
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { createFilePath, notesMigration, openTestDatabase, usePlace } from '../database.fixture.ts';
import { createTableWithIds, openDatabase } from '../index.ts';
import type { DatabaseLocation, Migration } from '../index.ts';
import { sqliteOnly } from '../test-place.testing.ts';

const colours: Migration = {
  number: 2,
  name: 'colours',
  up: async (tx) => {
    await tx.schema.alterTable('test_notes').addColumn('colour', 'text').execute();
    await tx.updateTable('test_notes').set({ colour: 'red' }).where('title', '=', 'a').execute();
  },
};

async function countRows(context: TestContext, place: DatabaseLocation, table: string): Promise<number | undefined> {
  const database = await openTestDatabase(context, { place });
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    database.read,
  );
  return rows[0]?.count;
}

test('pending migrations are applied in order and recorded once', async (context) => {
  const place = await usePlace(context);
  const clock = { nowMs: () => 1234 };
  await (await openDatabase({ ...place, migrations: [notesMigration], clock })).close();
  await (await openDatabase({ ...place, migrations: [notesMigration, colours], clock })).close();
  const database = await openTestDatabase(context, { place, migrations: [notesMigration, colours], clock });
  const applied = await database.snapshot((db) => sql`select * from schema_migrations order by number`.execute(db));
  assert.deepEqual(applied.rows, [
    { number: 1, name: 'notes', applied_at_ms: 1234 },
    { number: 2, name: 'colours', applied_at_ms: 1234 },
  ]);
});

test('a migration that fails undoes them all', async (context) => {
  const place = await usePlace(context);
  const broken: Migration = { number: 2, name: 'broken', up: () => Promise.reject(new Error('no such colour')) };
  await assert.rejects(openDatabase({ ...place, migrations: [notesMigration, broken] }), /no such colour/);
  const untouched: Migration = {
    number: 1,
    name: 'other',
    up: (tx) => createTableWithIds(tx, 'test_notes', 1, (table) => table),
  };
  await openTestDatabase(context, { place, migrations: [untouched] });
});

test('a database of a newer program is refused politely', async (context) => {
  const place = await usePlace(context);
  await (await openDatabase({ ...place, migrations: [notesMigration, colours] })).close();
  await assert.rejects(openDatabase({ ...place, migrations: [notesMigration] }), {
    kind: 'conflict',
    message:
      'this database was written by a newer Tepal (schema 2, this program knows 1); start that version or restore a backup',
  });
});

test('the list must be numbered without gaps', async (context) => {
  const place = await usePlace(context);
  await assert.rejects(
    openDatabase({ ...place, migrations: [colours] }),
    /'colours' has number 2; its place in the list is 1/,
  );
});

test('opening takes no lock when nothing is pending', sqliteOnly, async (context) => {
  const file = createFilePath(context);
  const place = { file };
  await (await openDatabase({ ...place, migrations: [notesMigration] })).close();
  const other = new DatabaseSync(file);
  context.after(() => other.close());
  other.exec('begin immediate');
  await openTestDatabase(context, { place, busyTimeoutMs: 0 });
  other.exec('rollback');
});

test('four openers at once in one process migrate once', async (context) => {
  const place = await usePlace(context);
  await Promise.all(Array.from({ length: 4 }, () => openTestDatabase(context, { place })));
  assert.equal(await countRows(context, place, 'schema_migrations'), 1);
});

test('processes that start at once migrate once and write without losing anything', async (context) => {
  const place = await usePlace(context);
  const script = `
    const { openDatabase } = await import(${JSON.stringify(new URL('../index.ts', import.meta.url).href)});
    const { notesMigration } = await import(${JSON.stringify(new URL('../database.fixture.ts', import.meta.url).href)});
    const database = await openDatabase({ ...JSON.parse(process.argv[1]), migrations: [notesMigration] });
    for (let index = 0; index < 25; index += 1) {
      const title = process.pid + ' ' + index;
      await database.transact((tx) => tx.insertInto('test_notes').values({ title, body: null, parent_id: null }).execute());
    }
    await database.close();
  `;
  const exits = await Promise.all(
    Array.from({ length: 3 }, () =>
      once(
        spawn(process.execPath, ['--input-type=module', '-e', script, JSON.stringify(place)], { stdio: 'inherit' }),
        'exit',
      ),
    ),
  );
  assert.deepEqual(
    exits.map(([code]) => Number(code)),
    [0, 0, 0],
  );
  assert.equal(await countRows(context, place, 'schema_migrations'), 1);
  assert.equal(await countRows(context, place, 'test_notes'), 75);
});
