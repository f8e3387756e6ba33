// Engine: both
// What is read through an index is what the table has, and on SQLite the table is left alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { notesMigration, openTestDatabase } from './database.fixture.ts';
import { createCoveringIndex, throughIndex } from './index.ts';
import type { Migration, Reader } from './index.ts';
import { sqliteOnly } from './test-place.testing.ts';

const indexed: Migration = {
  number: 2,
  name: 'indexed',
  async up(db) {
    await createCoveringIndex(db, 'notes_titles', 'test_notes', ['id', 'title']);
    await sql`insert into test_notes (title, parent_id) values ('one', null), ('two', 101), ('three', 101)`.execute(db);
  },
};
const migrations = [notesMigration, indexed];

const selectTitles = (db: Reader) =>
  db
    .selectFrom(throughIndex(db, 'test_notes', 'notes_titles'))
    .select(['test_notes.id', 'test_notes.title'])
    .where('test_notes.id', 'in', [101, 103, 999])
    .orderBy('test_notes.id');

const selectParents = (db: Reader) =>
  db
    .selectFrom('test_notes as children')
    .leftJoin(throughIndex(db, 'test_notes', 'notes_titles'), 'test_notes.id', 'children.parent_id')
    .select(['children.title', 'test_notes.title as parent'])
    .orderBy('children.id');

test('gives the rows of the table', async (context) => {
  const { read, transact } = await openTestDatabase(context, { migrations });
  assert.deepEqual(await selectTitles(read).execute(), [
    { id: 101, title: 'one' },
    { id: 103, title: 'three' },
  ]);
  const update = (tx: Reader) => sql`update test_notes set title = 'first' where id = 101`.execute(tx);
  assert.deepEqual(
    await transact(async (tx) => {
      await update(tx);
      return selectParents(tx).execute();
    }),
    [
      { title: 'first', parent: null },
      { title: 'two', parent: 'first' },
      { title: 'three', parent: 'first' },
    ],
  );
});

test('reads nothing but the index', sqliteOnly, async (context) => {
  const { read } = await openTestDatabase(context, { migrations });
  for (const select of [selectTitles, selectParents]) {
    const query = select(read).compile();
    const { rows } = await sql<{
      detail: string;
    }>`explain query plan ${sql.raw(query.sql.replaceAll('?', '1'))}`.execute(read);
    assert.match(rows.map(({ detail }) => detail).join('\n'), /test_notes USING COVERING INDEX notes_titles \(id=\?\)/);
  }
});
