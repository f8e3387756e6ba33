// Engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../database.fixture.ts';
import { prepareRows } from '../index.ts';
import type { ParamRows } from '../index.ts';

const insertNotes = prepareRows((tx, rows: ParamRows<{ title: string; parentId: number | null }>) =>
  tx
    .insertInto('test_notes')
    .values(rows.map((row) => ({ title: row('title'), body: null, parent_id: row('parentId') })))
    .returning('id'),
);

const moveNotes = prepareRows((tx, rows: ParamRows<{ id: number; parentId: number }>) =>
  tx
    .updateTable('test_notes')
    .set({ parent_id: rows[0]('parentId') })
    .where(
      'id',
      'in',
      rows.map((row) => row('id')),
    ),
);

test('writes any number of rows in their order', async (context) => {
  const database = await openTestDatabase(context);
  for (const count of [0, 1, 2, 3, 63, 64, 65, 200]) {
    const titles = Array.from({ length: count }, (_, index) => `${count}: ${index}`);
    const ids = await database.transact((tx) =>
      insertNotes(
        tx,
        titles.map((title) => ({ title, parentId: null })),
      ),
    );
    assert.equal(ids.length, count);
    const notes = database.read.selectFrom('test_notes').select(['id', 'title', 'body']).orderBy('id');
    const rows = await notes.where('title', 'like', `${count}: %`).execute();
    const sorted = ids.map(({ id }) => id).sort((a, b) => a - b);
    assert.deepEqual(
      rows,
      titles.map((title, index) => ({ id: sorted[index], title, body: null })),
    );
  }
});

test('takes rows as a list of values, too', async (context) => {
  const database = await openTestDatabase(context);
  const parents = await database.transact(async (tx) => {
    const notes = ['a', 'b', 'c', 'd', 'e'].map((title) => ({ title, parentId: null }));
    const [first, ...others] = await insertNotes(tx, notes);
    assert.ok(first);
    await moveNotes(
      tx,
      others.slice(0, 3).map(({ id }) => ({ id, parentId: first.id })),
    );
    return tx.selectFrom('test_notes').select('parent_id').orderBy('id').execute();
  });
  assert.deepEqual(
    parents.map(({ parent_id: id }) => id !== null),
    [false, true, true, true, false],
  );
});

test('refuses a row without one of its arguments', async (context) => {
  const database = await openTestDatabase(context);
  const rows: { title: string; parentId: number | null }[] = [{ title: 'a', parentId: null }];
  Reflect.deleteProperty(rows[0] ?? {}, 'title');
  await assert.rejects(
    database.transact((tx) => insertNotes(tx, rows)),
    /argument 'title' is missing/,
  );
});
