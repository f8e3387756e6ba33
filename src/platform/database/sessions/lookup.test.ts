// Engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { cleanUp, notesMigration, openTestDatabase } from '../database.fixture.ts';
import { prepareList, prepareLookup } from '../index.ts';
import type { Database, Reader } from '../index.ts';
import { createPostgresPlace, migrated, testEngine } from '../test-place.testing.ts';

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

test('a list of any length has the rows of its keys, on every kind of handle', async (context) => {
  const database = await openTestDatabase(context);
  const many = Array.from({ length: 40_000 }, (_, index) => index);
  await fill(database, 'a', "it's", '"é\\');
  let builtCount = 0;
  const listTitles = prepareList((db, isOneOf) => {
    builtCount += 1;
    const notes = db.selectFrom('test_notes').select('title').where(isOneOf('test_notes.id'));
    return notes
      .union(db.selectFrom('test_notes').select('title').where(isOneOf('parent_id')))
      .orderBy('title', 'desc');
  });
  const listIds = prepareList((db, isOneOf) =>
    db.selectFrom('test_notes').select('id').where(isOneOf('title')).orderBy('id'),
  );
  const look = async (db: Reader): Promise<unknown> => [
    await listTitles(db, []),
    await listTitles(db, [102]),
    await listTitles(db, [101, 9, 102, 101]),
    await listTitles(db, many),
    await listIds(db, ["it's"]),
    await listIds(db, ['none', '"é\\', 'a']),
  ];
  const expected = [
    [],
    [{ title: "it's" }],
    [{ title: "it's" }, { title: 'a' }],
    [{ title: "it's" }, { title: 'a' }, { title: '"é\\' }],
    [{ id: 102 }],
    [{ id: 101 }, { id: 103 }],
  ];
  assert.deepEqual(await look(database.read), expected);
  assert.deepEqual(await database.snapshot(look), expected);
  assert.deepEqual(await database.transact(look), expected);
  assert.equal(builtCount, testEngine === 'sqlite' ? 2 : 1);
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
