import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { cleanUp, notesMigration, openTestDatabase } from './database.fixture.ts';
import { prepareLookup } from './index.ts';
import type { Database, Reader } from './index.ts';
import { createPostgresPlace, migrated } from './test-place.testing.ts';

const findNote = prepareLookup(
  (db, isKey) => db.selectFrom('test_notes').select(['id', 'title']).where(isKey('test_notes.id')),
  (row) => row.id,
);

const findByBody = prepareLookup(
  (db, isKey) => db.selectFrom('test_notes').select(['id', 'body']).where(isKey('body')),
  (row) => row.body ?? new Uint8Array(),
);

const fill = (database: Database, ...titles: string[]): Promise<unknown> =>
  database.transact((tx) =>
    tx
      .insertInto('test_notes')
      .values(titles.map((title) => ({ title, body: new TextEncoder().encode(title), parent_id: null })))
      .execute(),
  );

test('each of many lookups at once gets the row of its own key', async (context) => {
  const database = await openTestDatabase(context);
  await fill(database, 'a', 'b', 'c');
  const look = (db: Reader) => Promise.all([102, 101, 9, 102, 103].map((id) => findNote(db, id)));
  const expected = [
    { id: 102, title: 'b' },
    { id: 101, title: 'a' },
    undefined,
    { id: 102, title: 'b' },
    { id: 103, title: 'c' },
  ];
  assert.deepEqual(await look(database.read), expected);
  assert.deepEqual(await database.snapshot(look), expected);
  assert.deepEqual(await database.transact(look), expected);
  const body = new TextEncoder().encode('b');
  assert.deepEqual(await findByBody(database.read, body), { id: 102, body });
  assert.equal(await findByBody(database.read, new Uint8Array([0])), undefined);
});

test('a lookup sees what was committed before it was asked, and what its transaction wrote', async (context) => {
  const database = await openTestDatabase(context);
  const early = findNote(database.read, 101);
  await fill(database, 'a');
  assert.deepEqual(await findNote(database.read, 101), { id: 101, title: 'a' });
  await early;
  await database.transact(async (tx) => {
    await tx.updateTable('test_notes').set({ title: 'b' }).execute();
    assert.deepEqual(await findNote(tx, 101), { id: 101, title: 'b' });
  });
  const seen: unknown[] = [];
  const check = async (): Promise<void> => void seen.push(await findNote(database.read, 101));
  await database.guard(check, () => database.transact(async () => {}));
  assert.deepEqual(seen, [{ id: 101, title: 'b' }]);
});

test('who may not look does not spoil it for others', async (context) => {
  const database = await openTestDatabase(context);
  await fill(database, 'a');
  const refused = database.transact(() => findNote(database.read, 101));
  const allowed = findNote(database.read, 101);
  await assert.rejects(refused, /the outer handle was used inside a transaction/);
  assert.deepEqual(await allowed, { id: 101, title: 'a' });
  await database.close();
  await assert.rejects(findNote(database.read, 101), { kind: 'unavailable' });
});

test('on PostgreSQL, lookups of one turn share one statement', async (context) => {
  const { place, remove } = await createPostgresPlace(migrated([notesMigration]));
  cleanUp(context, remove);
  const database = await openTestDatabase(context, { place });
  await fill(database, 'a', 'b', 'c');
  const findWhen = prepareLookup(
    (db, isKey) =>
      db
        .selectFrom('test_notes')
        .select(['id', sql<string>`statement_timestamp()::text || pg_backend_pid()`.as('statement')])
        .where(isKey('id')),
    (row) => row.id,
  );
  const askedFromSockets = new Promise<(string | undefined)[]>((resolve) => {
    const rows: Promise<string | undefined>[] = [];
    const ask = async (id: number) => (await findWhen(database.read, id))?.statement;
    process.nextTick(() => rows.push(ask(101), ask(102)));
    queueMicrotask(() => rows.push(ask(103)));
    setImmediate(() => void Promise.all(rows).then(resolve));
  });
  const statements = await askedFromSockets;
  assert.equal(statements.length, 3);
  assert.equal(new Set(statements).size, 1);
  assert.notEqual((await findWhen(database.read, 101))?.statement, statements[0]);
});
