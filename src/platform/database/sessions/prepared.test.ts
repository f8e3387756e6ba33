// Engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../database.fixture.ts';
import { param, prepareQuery, prepareWrite } from '../index.ts';
import type { Param } from '../index.ts';

const insertNote = prepareWrite((tx, arg: Param<{ title: string; parentId: number | null }>) =>
  tx
    .insertInto('test_notes')
    .values({ title: arg('title'), body: null, parent_id: arg('parentId') })
    .returning('id'),
);

const deleteNote = prepareWrite((tx, arg: Param<{ id: number }>) =>
  tx.deleteFrom('test_notes').where('id', '=', arg('id')),
);

const listNotes = prepareQuery((db, arg: Param<{ after: number; limit: number }>) =>
  db
    .selectFrom('test_notes')
    .select(['id', 'title'])
    .where('id', '>', arg('after'))
    .where('title', '!=', 'hidden')
    .orderBy('id')
    .limit(arg('limit')),
);

test('runs with other values on every kind of handle', async (context) => {
  const database = await openTestDatabase(context);
  await database.transact(async (tx) => {
    assert.deepEqual(await insertNote(tx, { title: 'a', parentId: null }), [{ id: 101 }]);
    assert.deepEqual(await insertNote.first(tx, { title: 'hidden', parentId: 101 }), { id: 102 });
    await insertNote(tx, { title: 'c', parentId: null });
    assert.deepEqual(await listNotes.first(tx, { after: 0, limit: 1 }), { id: 101, title: 'a' });
  });
  assert.deepEqual(await listNotes(database.read, { after: 0, limit: 9 }), [
    { id: 101, title: 'a' },
    { id: 103, title: 'c' },
  ]);
  assert.deepEqual(await database.snapshot((db) => listNotes(db, { after: 101, limit: 9 })), [{ id: 103, title: 'c' }]);
  assert.equal(await listNotes.first(database.read, { after: 999, limit: 1 }), undefined);
  const deleted: never[] = await database.transact((tx) => deleteNote(tx, { id: 103 }));
  assert.deepEqual(deleted, []);
  assert.deepEqual(await listNotes(database.read, { after: 101, limit: 9 }), []);
});

test('is built once', async (context) => {
  const database = await openTestDatabase(context);
  let builtCount = 0;
  const countNotes = prepareQuery((db) => {
    builtCount += 1;
    return db.selectFrom('test_notes').select((eb) => eb.fn.countAll<number>().as('count'));
  });
  assert.deepEqual(await countNotes(database.read, {}), [{ count: 0 }]);
  assert.deepEqual(await countNotes.first(database.read, {}), { count: 0 });
  assert.equal(builtCount, 1);
});

test('names a missing argument', async (context) => {
  const database = await openTestDatabase(context);
  const findByTitle = prepareQuery((db) =>
    db.selectFrom('test_notes').select('id').where('title', '=', param<string>('title')),
  );
  assert.deepEqual(await findByTitle(database.read, { title: 'a' }), []);
  await assert.rejects(findByTitle(database.read, { tilte: 'a' }), /argument 'title' is missing/);
});

test('is held by the guards of its handle', async (context) => {
  const database = await openTestDatabase(context);
  await assert.rejects(
    database.transact(() => listNotes(database.read, { after: 0, limit: 1 })),
    /the outer handle was used inside a transaction/,
  );
  const ended = await database.transact(async (tx) => tx);
  await assert.rejects(insertNote(ended, { title: 'a', parentId: null }), /after its end/);
  const derived = await database.transact(async (tx) => tx.withSchema('main'));
  await assert.rejects(listNotes(derived, { after: 0, limit: 1 }), /this is no database handle/);
});
