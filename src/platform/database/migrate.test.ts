import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createFilePath, notesMigration, openTestDatabase } from './database.fixture.ts';
import { openDatabase } from './index.ts';
import type { Migration } from './index.ts';

const colours: Migration = {
  number: 2,
  name: 'colours',
  up: async (tx) => {
    await tx.schema.alterTable('test_notes').addColumn('colour', 'text').execute();
    await tx.updateTable('test_notes').set({ colour: 'red' }).where('title', '=', 'a').execute();
  },
};

test('pending migrations are applied in order and recorded once', async (context) => {
  const file = createFilePath(context);
  const clock = { nowMs: () => 1234 };
  await (await openDatabase({ file, migrations: [notesMigration], clock })).close();
  await (await openDatabase({ file, migrations: [notesMigration, colours], clock })).close();
  const database = await openTestDatabase(context, { file, migrations: [notesMigration, colours], clock });
  const applied = await database.snapshot((db) => sql`select * from schema_migrations order by number`.execute(db));
  assert.deepEqual(applied.rows, [
    { number: 1, name: 'notes', applied_at_ms: 1234 },
    { number: 2, name: 'colours', applied_at_ms: 1234 },
  ]);
});

test('a migration that fails undoes them all', async (context) => {
  const file = createFilePath(context);
  const broken: Migration = { number: 2, name: 'broken', up: () => Promise.reject(new Error('no such colour')) };
  await assert.rejects(openDatabase({ file, migrations: [notesMigration, broken] }), /no such colour/);
  const raw = new DatabaseSync(file);
  context.after(() => raw.close());
  assert.deepEqual(raw.prepare("select name from sqlite_schema where name not like 'sqlite_%'").all(), []);
});

test('a database of a newer program is refused politely', async (context) => {
  const file = createFilePath(context);
  await (await openDatabase({ file, migrations: [notesMigration, colours] })).close();
  await assert.rejects(openDatabase({ file, migrations: [notesMigration] }), {
    kind: 'conflict',
    message:
      'this database was written by a newer Tepal (schema 2, this program knows 1); start that version or restore a backup',
  });
});

test('the list must be numbered without gaps', async (context) => {
  const file = createFilePath(context);
  await assert.rejects(
    openDatabase({ file, migrations: [colours] }),
    /'colours' has number 2; its place in the list is 1/,
  );
});

test('opening takes no lock when nothing is pending', async (context) => {
  const file = createFilePath(context);
  await (await openDatabase({ file, migrations: [notesMigration] })).close();
  const other = new DatabaseSync(file);
  context.after(() => other.close());
  other.exec('begin immediate');
  await openTestDatabase(context, { file, busyTimeoutMs: 0 });
  other.exec('rollback');
});

test('four openers at once in one process migrate once', async (context) => {
  const file = createFilePath(context);
  await Promise.all(Array.from({ length: 4 }, () => openTestDatabase(context, { file })));
  const raw = new DatabaseSync(file);
  context.after(() => raw.close());
  assert.equal(raw.prepare('select count(*) as count from schema_migrations').get()?.['count'], 1);
});

test('processes that start at once migrate once and write without losing anything', async (context) => {
  const file = createFilePath(context);
  const script = `
    const { openDatabase } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    const { notesMigration } = await import(${JSON.stringify(new URL('./database.fixture.ts', import.meta.url).href)});
    const database = await openDatabase({ file: process.argv[1], migrations: [notesMigration] });
    for (let index = 0; index < 25; index += 1) {
      const title = process.pid + ' ' + index;
      await database.transact((tx) => tx.insertInto('test_notes').values({ title, body: null, parent_id: null }).execute());
    }
    await database.close();
  `;
  const exits = await Promise.all(
    Array.from({ length: 3 }, () =>
      once(spawn(process.execPath, ['--input-type=module', '-e', script, file], { stdio: 'inherit' }), 'exit'),
    ),
  );
  assert.deepEqual(
    exits.map(([code]) => Number(code)),
    [0, 0, 0],
  );
  const raw = new DatabaseSync(file);
  context.after(() => raw.close());
  assert.equal(raw.prepare('select count(*) as count from schema_migrations').get()?.['count'], 1);
  assert.equal(raw.prepare('select count(*) as count from test_notes').get()?.['count'], 75);
});
