// Engine: both
// Rows that are looked at a part at a time are those that one statement gives, in the same order and number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from './database.fixture.ts';
import { byId, countByValue, countInParts, firstInParts, listInParts, newestFirst, partsOf } from './index.ts';
import type { Database, Reader } from './index.ts';
import { testEngine } from './test-place.testing.ts';

const count = 4500;
/** Titles are in another order than ids; a tenth of the notes has a parent, and ids have a gap where a whole part would be. */
async function openNotes(context: TestContext): Promise<Database> {
  const database = await openTestDatabase(context);
  await database.transact(async (tx) => {
    await sql`insert into test_notes (id, title) values (101, 'none')`.execute(tx);
    const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
    await sql`insert into test_notes (id, title, parent_id) ${numbers}
      select n + 101 + case when n > 2500 then 5000 else 0 end, 'note ' || (n * 7919 % 100003),
        case when n % 10 = 0 then 101 end from numbers`.execute(tx);
  });
  return database;
}

const all = (db: Reader) => db.selectFrom('test_notes').select(['id', 'title', 'parent_id']);
const children = (db: Reader) => all(db).where('parent_id', '=', 101);
const walks = [byId, newestFirst, { by: 'title', direction: 'asc' }] as const;
const pages = [0, 150, 199, 1990, 2000, 4450, 9999].map((offset) => ({ limit: 60, offset }));

test('parts have each row once', async (context) => {
  const { read } = await openNotes(context);
  for (const walk of walks) {
    const parts: number[][] = [];
    for await (const isIn of partsOf(read, { rows: all(read), ...walk }))
      parts.push((await all(read).where(isIn(walk.by)).execute()).map(({ id }) => id));
    assert.equal(new Set(parts.flat()).size, count + 1);
    assert.deepEqual(
      parts.map(({ length }) => length),
      testEngine === 'sqlite' ? [2000, 2000, 501] : [count + 1],
    );
  }
});

test('a page and its number are those of one statement', async (context) => {
  const { read } = await openNotes(context);
  for (const found of [all(read), children(read), children(read).where('id', '>', 7000)])
    for (const { by, direction } of walks)
      for (const page of pages) {
        const wanted = await found.orderBy(by, direction).limit(page.limit).offset(page.offset).execute();
        const { size } = await found
          .clearSelect()
          .select((eb) => eb.fn.countAll<number>().as('size'))
          .executeTakeFirstOrThrow();
        const given = await listInParts(read, { rows: all(read), by, direction }, found, page);
        assert.deepEqual(given, { rows: wanted, size: Number(size) }, `${by} ${direction} ${page.offset}`);
      }
});

test('the first ones are those behind a row, also where there are fewer', async (context) => {
  const { read } = await openNotes(context);
  for (const after of [undefined, 3000, 105]) {
    const wanted = await children(read)
      .where('id', '<', after ?? 1_000_000)
      .orderBy('id', 'desc')
      .limit(300)
      .execute();
    const walk = { rows: all(read), ...newestFirst, after };
    assert.deepEqual(await firstInParts(read, walk, children(read), 300), wanted);
    assert.equal(wanted.length, { none: 300, 3000: 250, 105: 0 }[after ?? 'none']);
  }
});

test('numbers are those of one statement, whole and by value', async (context) => {
  const { read } = await openNotes(context);
  const walk = { rows: all(read), ...byId };
  assert.equal(await countInParts(read, walk), count + 1);
  assert.equal(await countInParts(read, walk, children(read)), count / 10);
  assert.equal(await countInParts(read, { ...walk, after: 101 + count + 5000 - 3 }), 3);
  const byParent = await countByValue(read, { ...walk, after: 101 }, 'parent_id');
  assert.deepEqual(new Set(byParent.values()), new Set([450, 4050]));
});
