// Engine: SQLite alone; postgres.test.ts says the same of the other.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createFilePath, notesMigration, openTestDatabase } from '../database.fixture.ts';
import { isForeignKeyViolation, isUniqueViolation, mapConstraint, openDatabase, readConstraint } from '../index.ts';
import type { Database, Writer } from '../index.ts';

const insertNote = (tx: Writer, title: string, parentId: number | null = null) =>
  tx
    .insertInto('test_notes')
    .values({ title, body: null, parent_id: parentId })
    .returning('id')
    .executeTakeFirstOrThrow();

async function failureOf(database: Database, work: (tx: Writer) => Promise<unknown>): Promise<unknown> {
  return database.transact(work).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('the file is in WAL mode with full synchronisation and foreign keys', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  const settings = await database.transact(async (tx) => {
    const journal = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(tx);
    const synchronous = await sql<{ synchronous: number }>`pragma synchronous`.execute(tx);
    const foreignKeys = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(tx);
    return [...journal.rows, ...synchronous.rows, ...foreignKeys.rows];
  });
  assert.deepEqual(settings, [{ journal_mode: 'wal' }, { synchronous: 2 }, { foreign_keys: 1 }]);
});

test('ids start at the number given and are never given twice', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  const first = await database.transact((tx) => insertNote(tx, 'a'));
  await database.transact((tx) => tx.deleteFrom('test_notes').execute());
  const second = await database.transact((tx) => insertNote(tx, 'b'));
  assert.deepEqual([first, second], [{ id: 101 }, { id: 102 }]);
});

test('values come back as they went in', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  const body = new Uint8Array([0, 1, 255]);
  await database.transact((tx) =>
    tx
      .insertInto('test_notes')
      .values({ id: Number.MAX_SAFE_INTEGER, title: 'é\u0000😀', body, parent_id: null })
      .execute(),
  );
  assert.deepEqual(await database.read.selectFrom('test_notes').selectAll().execute(), [
    { id: Number.MAX_SAFE_INTEGER, title: 'é\u0000😀', body, parent_id: null },
  ]);
});

test('a list in a condition may be longer than the engine takes parameters', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  await database.transact((tx) => insertNote(tx, 'é"1'));
  const find = (operator: 'in' | 'not in', count: number, title: string) =>
    database.read
      .selectFrom('test_notes')
      .select('id')
      .where(
        'id',
        'in',
        Array.from({ length: count }, (_, index) => index),
      )
      .where('title', operator, [title, ...Array.from({ length: count }, (_, index) => `title ${index}`)])
      .execute();
  for (const count of [110, 200, 40_000]) {
    assert.deepEqual(await find('in', count, 'é"1'), [{ id: 101 }]);
    assert.deepEqual(await find('not in', count, 'é"1'), []);
    assert.deepEqual(await find('not in', count, 'x'), [{ id: 101 }]);
  }
});

test('numbers and booleans are bound as what they are', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  const bound = sql`select typeof(${5}) as whole, typeof(${0.5}) as broken, ${true} as yes, ${false} as no, ${7n} as big`;
  const { rows } = await bound.execute(database.read);
  assert.deepEqual(rows, [{ whole: 'integer', broken: 'real', yes: 1, no: 0, big: 7 }]);
});

for (const [name, value] of [
  ['undefined', undefined],
  ['a date', new Date(0)],
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['an object', {}],
  ['a list', [1]],
] as const) {
  test(`binding ${name} is a programming error`, async (context) => {
    const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
    await assert.rejects(
      sql`select ${value}`.execute(database.read),
      /TypeError: value 1 of a statement can't be bound/,
    );
  });
}

test('a value of the wrong type is refused by the table', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  const error = await failureOf(database, (tx) =>
    sql`insert into test_notes (title) values (${new Uint8Array(1)})`.execute(tx),
  );
  assert.match(String(error), /cannot store BLOB value in TEXT column/);
});

test('updates tell how many rows they changed', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  const result = await database.transact(async (tx) => {
    await insertNote(tx, 'a');
    await insertNote(tx, 'b');
    return tx
      .updateTable('test_notes')
      .set({ body: new Uint8Array(1) })
      .executeTakeFirstOrThrow();
  });
  assert.equal(result.numUpdatedRows, 2n);
});

test('a kept statement follows a change of its table', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  const rows = await database.transact(async (tx) => {
    await insertNote(tx, 'a');
    const select = () => tx.selectFrom('test_notes').selectAll().execute();
    const before = await select();
    await tx.schema.alterTable('test_notes').addColumn('extra', 'integer').execute();
    return [...before, ...(await select())];
  });
  const row = { id: 101, title: 'a', body: null, parent_id: null };
  assert.deepEqual(rows, [row, { ...row, extra: null }]);
});

test('more statements than the cache holds still run', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  for (let round = 0; round < 2; round += 1) {
    for (let index = 0; index < 600; index += 1) {
      const { rows } = await sql`select ${sql.raw(String(index))} as value`.execute(database.read);
      assert.deepEqual(rows, [{ value: index }]);
    }
  }
});

test('reading handles refuse writes', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  await assert.rejects(sql`insert into test_notes (title) values ('x')`.execute(database.read), /readonly database/);
  await assert.rejects(
    database.snapshot((db) => sql`delete from test_notes`.execute(db)),
    /readonly database/,
  );
});

test('snapshots stream, the shared reader does not', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  await database.transact(async (tx) => {
    for (const title of ['a', 'b', 'c', 'd', 'e']) await insertNote(tx, title);
  });
  const titles = await database.snapshot(async (db) => {
    const found: string[] = [];
    for await (const row of db.selectFrom('test_notes').select('title').orderBy('id').stream(2)) found.push(row.title);
    for await (const row of db.selectFrom('test_notes').select('title').orderBy('id').stream(2)) {
      found.push(row.title);
      break;
    }
    return found;
  });
  assert.deepEqual(titles, ['a', 'b', 'c', 'd', 'e', 'a']);
  await assert.rejects(database.read.selectFrom('test_notes').select('title').stream().next(), /stream inside/);
});

test('constraint failures are recognised and mapped', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  await database.transact((tx) => insertNote(tx, 'a'));
  const duplicate = await failureOf(database, (tx) => insertNote(tx, 'a'));
  assert.deepEqual(readConstraint(duplicate), { kind: 'unique', columns: ['test_notes.title'] });
  assert.equal(isUniqueViolation(duplicate), true);
  assert.equal(isUniqueViolation(duplicate, 'test_notes.title'), true);
  assert.equal(isUniqueViolation(duplicate, 'test_notes.body'), false);
  const mapped = mapConstraint(duplicate, { 'test_notes.title': 'Another note has this title.' });
  assert.match(String(mapped), /Another note has this title/);
  assert.equal(mapped instanceof Error && 'kind' in mapped && mapped.kind, 'conflict');
  assert.equal(mapConstraint(duplicate, { 'test_notes.body': 'x' }), duplicate);

  const sameId = (tx: Writer) =>
    tx.insertInto('test_notes').values({ id: 101, title: 'b', body: null, parent_id: null }).execute();
  assert.equal(isUniqueViolation(await failureOf(database, sameId), 'test_notes.id'), true);
  const orphan = await failureOf(database, (tx) => insertNote(tx, 'c', 999));
  assert.deepEqual(readConstraint(orphan), { kind: 'foreign-key', columns: [] });
  assert.equal(isForeignKeyViolation(orphan), true);
  const untitled = await failureOf(database, (tx) => sql`insert into test_notes (body) values (null)`.execute(tx));
  assert.deepEqual(readConstraint(untitled), { kind: 'not-null', columns: ['test_notes.title'] });
  assert.equal(readConstraint(new Error('UNIQUE constraint failed: a.b')), undefined);
});

test('a refused statement leaves the rest of the work standing', async (context) => {
  const database = await openTestDatabase(context, { place: { file: createFilePath(context) } });
  await database.transact(async (tx) => {
    await insertNote(tx, 'a');
    await assert.rejects(insertNote(tx, 'a'), (error) => isUniqueViolation(error));
    await insertNote(tx, 'b');
  });
  const rows = await database.read.selectFrom('test_notes').select('title').execute();
  assert.deepEqual(rows, [{ title: 'a' }, { title: 'b' }]);
});

test('a writer waits while another process holds the lock, and reads go on', async (context) => {
  const file = createFilePath(context);
  const database = await openTestDatabase(context, { place: { file } });
  const other = new DatabaseSync(file);
  context.after(() => other.close());
  other.exec("begin immediate; insert into test_notes (title) values ('other')");
  const writing = database.transact((tx) => insertNote(tx, 'ours'));
  while (database.stats().busyRetries < 2) await new Promise(setImmediate);
  assert.deepEqual(await database.read.selectFrom('test_notes').selectAll().execute(), []);
  other.exec('commit');
  assert.deepEqual(await writing, { id: 102 });
});

test('a writer that waits too long is refused, and the next one is not hurt', async (context) => {
  const file = createFilePath(context);
  const database = await openTestDatabase(context, { place: { file }, busyTimeoutMs: 20 });
  const other = new DatabaseSync(file);
  context.after(() => other.close());
  other.exec('begin immediate');
  const error = await failureOf(database, (tx) => insertNote(tx, 'a'));
  assert.equal(error instanceof Error && 'kind' in error && error.kind, 'unavailable');
  other.exec('rollback');
  await database.transact((tx) => insertNote(tx, 'b'));
});

test('opening waits while another process locks the whole file', async (context) => {
  const file = createFilePath(context);
  const other = new DatabaseSync(file);
  context.after(() => other.close());
  other.exec('begin exclusive');
  await assert.rejects(openTestDatabase(context, { place: { file }, busyTimeoutMs: 0 }), { kind: 'unavailable' });
  const opening = openTestDatabase(context, { place: { file } });
  other.exec('commit');
  const database = await opening;
  assert.deepEqual(await database.transact((tx) => insertNote(tx, 'a')), { id: 101 });
});

test('closing leaves one tidy file', async (context) => {
  const file = createFilePath(context);
  const database = await openDatabase({ file, migrations: [notesMigration] });
  await database.transact((tx) => insertNote(tx, 'a'));
  await database.close();
  assert.equal(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0, 0);
});

test('closing beside another process that writes is no error', async (context) => {
  const file = createFilePath(context);
  const warnings: string[] = [];
  const logger = { warn: (_: object, message: string) => warnings.push(message), error: () => {} };
  const database = await openDatabase({ file, migrations: [notesMigration], logger });
  const other = new DatabaseSync(file);
  context.after(() => other.close());
  other.exec("begin immediate; insert into test_notes (title) values ('other')");
  await database.close();
  other.exec('commit');
  assert.equal(other.prepare('select title from test_notes').get()?.['title'], 'other');
});
