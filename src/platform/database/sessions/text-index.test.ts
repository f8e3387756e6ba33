// Engine: both
// The text index names every text that holds a word, also one that an earlier program indexed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../database.fixture.ts';
import { createTextIndex, findTextItems, renewTextIndex } from '../index.ts';
import type { Database, Migration, SchemaHandle } from '../index.ts';
import { postgresOnly } from '../test-place.testing.ts';

const owner = 7;
/** Some shorter than what an index takes a text apart into, some with characters of several bytes, a long one. */
const texts = [
  '',
  'ab',
  'abc',
  'ababab',
  'zwölf Boxkämpfer',
  'a 😀 b',
  Array.from({ length: 3000 }, (_, n) => `w${n}`).join(' '),
];

async function insertTexts(db: SchemaHandle): Promise<void> {
  for (const [item, text] of texts.entries())
    await sql`insert into search_texts (owner, item, text) values (${owner}, ${item}, ${text})`.execute(db);
}

const filled: Migration = {
  number: 1,
  name: 'texts',
  async up(db) {
    await sql`create table search_texts (owner bigint not null, item bigint not null, text text not null)`.execute(db);
    await createTextIndex(db);
    await insertTexts(db);
  },
};
const renewed: Migration = { number: 2, name: 'renewed', up: renewTextIndex };

async function find(database: Database, ...needles: string[][]): Promise<number[]> {
  const query = findTextItems(database.read, owner, needles);
  assert.ok(query !== undefined, JSON.stringify(needles));
  const { rows } = await sql<{ item: number }>`${query}`.execute(database.read);
  return rows.map(({ item }) => item).sort((a, b) => a - b);
}

for (const migrations of [[filled], [filled, renewed]])
  test(`names the texts that hold a word, after ${migrations.map(({ name }) => name).join(' and ')}`, async (context) => {
    const database = await openTestDatabase(context, { migrations });
    assert.deepEqual(await find(database, ['abc']), [2]);
    assert.deepEqual(await find(database, ['baba']), [3]);
    assert.deepEqual(await find(database, ['ölf Boxkä']), [4]);
    assert.deepEqual(await find(database, ['😀 b']), [5]);
    assert.deepEqual(await find(database, ['w2999']), [6]);
    assert.deepEqual(await find(database, ['xyz']), []);
    assert.deepEqual(await find(database, ['abc'], ['baba']), [2, 3]);
    assert.deepEqual(await find(database, ['abc', 'baba']), []);
    assert.deepEqual(await find(database, ['abc', 'b'], ['xyz']), [2]);
    assert.equal(findTextItems(database.read, owner, [['abc'], ['b']]), undefined);
  });

test('takes a text apart into every three bytes, each once', postgresOnly, async (context) => {
  const database = await openTestDatabase(context, { migrations: [filled, renewed] });
  for (const text of texts) {
    const bytes = [...Buffer.from(text)];
    const parts = bytes
      .slice(2)
      .map((last, at) => owner * 2 ** 24 + (bytes[at] ?? 0) * 2 ** 16 + (bytes[at + 1] ?? 0) * 256 + last);
    const { rows } = await sql<{
      parts: string;
    }>`select cast(search_text_parts(${owner}, ${text}) as text) as parts`.execute(database.read);
    const wanted = [...new Set(parts)].sort((a, b) => a - b);
    assert.equal(rows[0]?.parts, `{${wanted.join(',')}}`);
  }
});

test('asks the index for a word, however few are known of the texts', postgresOnly, async (context) => {
  const database = await openTestDatabase(context, { migrations: [filled, renewed] });
  await database.transact(async (tx) => {
    await sql`create index search_texts_key on search_texts (item, owner)`.execute(tx);
    await sql`insert into search_texts (owner, item, text)
      select ${owner}, 100 + n, repeat('login crash screen ', 20) || n from generate_series(1, 4000) as n`.execute(tx);
  });
  const query = findTextItems(database.read, owner, [['%_%_%_%10%_']]);
  const planned = async (): Promise<string> => {
    const { rows } = await sql`explain ${query} limit 251`.execute(database.read);
    return JSON.stringify(rows);
  };
  assert.match(await planned(), /search_texts_parts/);
  await database.transact((tx) => sql`analyze search_texts`.execute(tx));
  assert.match(await planned(), /search_texts_parts/);
});
