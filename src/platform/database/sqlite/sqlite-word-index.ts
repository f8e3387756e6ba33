// The index of words of SQLite: FTS5 with rows for words alone, without positions or texts
// (https://www.sqlite.org/fts5.html#contentless_delete_tables). Beginnings of some lengths have an index of their own: for
// others FTS5 would put together the rows of every word that starts so.

import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';
import type { ItemRange, WordIndex, WordQuery } from '../sessions/session.ts';

const index = sql.table('search_index');
const prefixLengths = [2, 3, 4, 6];

/**
 * Keys looked through at first; four times as many with each step, because a step takes the longer the more they are, and holds
 * up everything else.
 */
const firstWindow = 800_000;
/** Half the time of one that finds them is for the first. */
const foundAtOnce = 1000;

/**
 * FTS5 writes changes as segments and merges these as they become many: within changes, up to some hundred of its pages at once.
 * So many of them take some milliseconds.
 */
const mergedPages = 16;

/** Characters of ASCII that are no letters or digits end a word, all others belong to it. */
const tokenizer = 'ascii';

export const sqliteWordIndex: WordIndex = {
  format: 'fts5 1',
  async create(db) {
    await sql`create virtual table ${index} using fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = ${sql.lit(tokenizer)},
      prefix = ${sql.lit(prefixLengths.join(' '))}
    )`.execute(db);
  },
  count: () => sql`select count(*) as count from ${index}`,
  list: (below, limit) =>
    sql`select rowid as key from ${index} where rowid < ${below} order by rowid desc limit ${limit}`,
  find,
  async *findInSteps(db, query, end) {
    for (let window = firstWindow; end > 0; window *= 4) {
      const start = Math.max(0, end - window);
      for (let keys: number[] | undefined; keys === undefined || keys.length === foundAtOnce;) {
        keys = await find(db, query, { start, end: keys?.at(-1) ?? end }, foundAtOnce);
        yield keys;
      }
      end = start;
    }
  },
  async save(db, documents) {
    for (const { key, words } of documents)
      await sql`insert or replace into ${index} (rowid, words) values (${key}, ${words.join(' ')})`.execute(db);
  },
  async remove(db, keys) {
    for (const key of keys) await sql`delete from ${index} where rowid = ${key}`.execute(db);
  },
  async clear(db) {
    await sql`insert into ${index} (search_index) values ('delete-all')`.execute(db);
  },
  tidying: {
    async setApart(db) {
      await sql`insert into ${index} (search_index, rank) values ('automerge', 0)`.execute(db);
    },
    async gather(db) {
      await merge(db, -mergedPages);
    },
    async step(db) {
      const before = await countChanges(db);
      await merge(db, mergedPages);
      return (await countChanges(db)) - before > 1;
    },
  },
};

/**
 * Merges so many pages, and the rest of the word at which it comes to that; with a negative number it begins with a merge of
 * all segments. Counts as two changes at least, unless there is nothing to do (https://www.sqlite.org/fts5.html#the_merge_command).
 */
async function merge(db: QueryExecutorProvider, pages: number): Promise<void> {
  await sql`insert into ${index} (search_index, rank) values ('merge', ${sql.lit(pages)})`.execute(db);
}

async function countChanges(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db);
  return rows[0]?.count ?? 0;
}

async function find(
  db: QueryExecutorProvider,
  query: WordQuery,
  { start, end }: ItemRange,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`select rowid as key from ${index}
    where ${index} match ${write(query)} and rowid >= ${start} and rowid < ${end}
    order by rowid desc limit ${limit} + 0`.execute(db);
  return rows.map(({ key }) => key);
}

function write(query: WordQuery): string {
  if (query.kind !== 'word') {
    const parts = query.of.map(write);
    return parts.length === 0 ? '""' : `(${parts.join(query.kind === 'and' ? ' AND ' : ' OR ')})`;
  }
  const { word, isPrefix } = query;
  const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  if (!isPrefix) return quote(word);
  const characters = [...word];
  const length = prefixLengths.findLast((one) => one <= characters.length) ?? characters.length;
  return `${quote(characters.slice(0, length).join(''))} *`;
}
