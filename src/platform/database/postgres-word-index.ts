// The index of words of PostgreSQL: GIN over the words of each document, without positions.

import { sql } from 'kysely';
import type { WordIndex, WordQuery } from './session.ts';

/** On SQLite it is a virtual table, which no copy has. */
export const wordIndexTable = 'search_index';
const index = sql.table(wordIndexTable);
const documentsAtOnce = 100;

export const postgresWordIndex: WordIndex = {
  format: 'tsvector 1',
  isInOrder: false,
  async create(db) {
    await sql`create table ${index} (key bigint primary key, words tsvector not null)`.execute(db);
    await sql`create index search_index_words on ${index} using gin (words)`.execute(db);
  },
  find: (query, { start, end }) => sql`select key from ${index}
    where words @@ cast(${write(query)} as tsquery) and key >= ${start} and key < ${end}`,
  list: (below, limit) => sql`select key from ${index} where key < ${below} order by key desc limit ${limit}`,
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

function write(query: WordQuery): string {
  if (query.kind !== 'word') return `(${query.of.map(write).join(query.kind === 'and' ? ' & ' : ' | ')})`;
  const word = `'${query.word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return query.isPrefix ? `${word}:*` : word;
}
