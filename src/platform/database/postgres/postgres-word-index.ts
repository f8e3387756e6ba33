// The index of words of PostgreSQL: GIN over the words of each document, without positions.

import { sql } from 'kysely';
import type { QueryExecutorProvider, RawBuilder } from 'kysely';
import type { ItemRange, WordIndex, WordQuery } from '../sessions/session.ts';

/** On SQLite it is a virtual table, which no copy has. */
export const wordIndexTable = 'search_index';
const index = sql.table(wordIndexTable);
/** Documents that one statement writes. */
const documentsAtOnce = 100;

/** Keys that are walked through before it is known how frequent the words are: that takes a few milliseconds. */
const walkedKeys = 32_000;
/** Keys that one step of a walk gives. */
const walkedAtOnce = 500;
/** Where fewer than one in so many keys are found, GIN names all of them sooner than a walk meets the next. */
const rareAt = 512;
/** GIN looks for all of them, however few are wanted. */
const foundAtOnce = 5000;

export const postgresWordIndex: WordIndex = {
  format: 'tsvector 1',
  async create(db) {
    await sql`create table ${index} (key bigint primary key, words tsvector not null)`.execute(db);
    await sql`create index search_index_words on ${index} using gin (words)`.execute(db);
  },
  count: () => sql`select count(*) as count from ${index}`,
  list: (below, limit) => sql`select key from ${index} where key < ${below} order by key desc limit ${limit}`,
  find: (db, query, range, limit) => find(db, write(query), range, limit),
  async *findInSteps(db, query, end) {
    const words = write(query);
    for (let isRare = false; end > 0;) {
      if (isRare) {
        const keys = await find(db, words, { start: 0, end }, foundAtOnce);
        yield keys;
        end = keys.length < foundAtOnce ? 0 : (keys.at(-1) ?? 0);
        continue;
      }
      const start = Math.max(0, end - walkedKeys);
      let count = 0;
      for (let keys: number[] | undefined; keys === undefined || keys.length === walkedAtOnce;) {
        keys = await walk(db, words, { start, end: keys?.at(-1) ?? end }, walkedAtOnce);
        count += keys.length;
        yield keys;
      }
      isRare = count * rareAt < end - start;
      end = start;
    }
  },
  async save(db, documents) {
    for (let start = 0; start < documents.length; start += documentsAtOnce) {
      const rows = documents
        .slice(start, start + documentsAtOnce)
        .map(({ key, words }) => sql`(cast(${key} as bigint), array_to_tsvector(cast(${words} as text[])))`);
      await sql`insert into ${index} (key, words) values ${sql.join(rows)}
        on conflict (key) do update set words = excluded.words`.execute(db);
    }
  },
  async remove(db, keys) {
    await sql`delete from ${index} where key = any(cast(${keys.map(String)} as bigint[]))`.execute(db);
  },
  async clear(db) {
    await sql`truncate ${index}`.execute(db);
  },
};

// The planner does not know how frequent words are that it plans a prepared statement for, so each statement leaves it one way.

/** Keys in the range from its end on: GIN knows the operator, not the function. */
const walk = (db: QueryExecutorProvider, words: string, { start, end }: ItemRange, limit: number): Promise<number[]> =>
  select(
    db,
    sql`ts_match_vq(words, cast(${words} as tsquery)) and key >= ${start} and key < ${end} order by key desc`,
    limit,
  );

/** Keys in the range, all of them found by GIN: the index of keys is of no use to sums. */
const find = (db: QueryExecutorProvider, words: string, { start, end }: ItemRange, limit: number): Promise<number[]> =>
  select(
    db,
    sql`words @@ cast(${words} as tsquery) and key + 0 >= ${start} and key + 0 < ${end} order by key + 0 desc`,
    limit,
  );

async function select(db: QueryExecutorProvider, condition: RawBuilder<unknown>, limit: number): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`select key from ${index} where ${condition} limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

function write(query: WordQuery): string {
  if (query.kind !== 'word') return `(${query.of.map(write).join(query.kind === 'and' ? ' & ' : ' | ')})`;
  const word = `'${query.word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return query.isPrefix ? `${word}:*` : word;
}
