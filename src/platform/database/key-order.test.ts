// Engine: both
// A table that is stored by its primary key is what it was before, but for where its rows are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { notesMigration, openTestDatabase } from './database.fixture.ts';
import { columnTypesOf, createTable, storeByKey } from './index.ts';
import type { Migration } from './index.ts';
import { sqliteOnly } from './test-place.testing.ts';

const rows = [
  { weight: -0.5, note_id: 101, label: 'b' },
  { weight: 12, note_id: 102, label: 'a' },
  { weight: 3, note_id: 102, label: 'b' },
];

const filled: Migration = {
  number: 2,
  name: 'labels',
  async up(db) {
    const { real, integer, text } = columnTypesOf(db);
    await createTable(db, 'labels')
      .addColumn('weight', real, (c) => c.notNull())
      .addColumn('note_id', integer, (c) => c.notNull().references('test_notes.id').onDelete('cascade'))
      .addColumn('label', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('labels_key', ['note_id', 'label'])
      .execute();
    await db.schema.createIndex('labels_weight').on('labels').columns(['label', 'weight']).unique().execute();
    await sql`insert into test_notes (title) values ('one'), ('two')`.execute(db);
    for (const { weight, note_id, label } of rows.toReversed())
      await sql`insert into labels (weight, note_id, label) values (${weight}, ${note_id}, ${label})`.execute(db);
  },
};
const stored: Migration = { number: 3, name: 'stored', up: (db) => storeByKey(db, 'labels') };

for (const migrations of [
  [notesMigration, filled],
  [notesMigration, filled, stored],
])
  test(`rows, keys, indexes and references after ${migrations.at(-1)?.name}`, async (context) => {
    const { read, transact } = await openTestDatabase(context, { migrations });
    const list = async () => (await sql`select * from labels order by note_id, label`.execute(read)).rows;
    const insert = (weight: number, note: number, label: unknown): Promise<unknown> =>
      transact((tx) =>
        sql`insert into labels (weight, note_id, label) values (${weight}, ${note}, ${label})`.execute(tx),
      );
    assert.deepEqual(await list(), rows);
    await assert.rejects(insert(4, 101, 'b'), 'the primary key is taken');
    await assert.rejects(insert(12, 101, 'a'), 'the unique index has it');
    await assert.rejects(insert(5, 999, 'c'), 'there is no such note');
    await assert.rejects(insert(5, 101, null), 'null');
    await insert(5, 101, 'c');
    await transact((tx) => sql`delete from test_notes where id = 102`.execute(tx));
    assert.deepEqual(await list(), [rows[0], { weight: 5, note_id: 101, label: 'c' }]);
  });

test('has no row numbers any more', sqliteOnly, async (context) => {
  const { read } = await openTestDatabase(context, { migrations: [notesMigration, filled, stored] });
  const { rows: found } = await sql`select wr from pragma_table_list where name = 'labels'`.execute(read);
  assert.deepEqual(found, [{ wr: 1 }]);
});
