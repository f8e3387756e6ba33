// The text index of SQLite: FTS5 with all sequences of three characters, without positions, columns or the texts themselves
// (https://www.sqlite.org/fts5.html#the_trigram_tokenizer). A row's number is its owner, times 2^32, plus its item.

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { coverByParts } from '../sessions/text-parts.ts';
import type { TextIndex } from '../sessions/session.ts';

const partLength = 3;
const lastItem = 2 ** 32 - 1;

/** The name of the virtual table, with which the names of its shadow tables start. */
const index = sql.table('search_text_index');

const rowNumber = (row: 'old' | 'new'): RawBuilder<unknown> => sql.raw(`(${row}.owner << 32) | ${row}.item`);
const add = sql`insert into ${index} (rowid, text) values (${rowNumber('new')}, new.text);`;
const remove = sql`insert into ${index} (search_text_index, rowid, text) values ('delete', ${rowNumber('old')}, old.text);`;

export const sqliteTextIndex: TextIndex = {
  isInOrder: true,
  async create(db) {
    await sql`create virtual table ${index} using fts5 (
      text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
    )`.execute(db);
    await sql`create trigger search_texts_added after insert on search_texts begin ${add} end`.execute(db);
    await sql`create trigger search_texts_removed after delete on search_texts begin ${remove} end`.execute(db);
    await sql`create trigger search_texts_changed after update of owner, item, text on search_texts
      begin ${remove} ${add} end`.execute(db);
  },
  findItems(owner, needles, { start, end } = { start: 0, end: lastItem + 1 }) {
    const lists = needles.map((list) => list.flatMap((needle) => coverByParts([...needle], partLength)));
    if (lists.some(({ length }) => length === 0)) return undefined;
    const quote = (part: readonly string[]): string => `"${part.join('').replaceAll('"', '""')}"`;
    const query = lists.map((parts) => `(${[...new Set(parts.map(quote))].join(' AND ')})`).join(' OR ');
    return sql`select rowid & ${lastItem} as item from ${index} where ${index} match ${query}
      and rowid >= (${owner} << 32) + ${start} and rowid < (${owner} << 32) + ${end}`;
  },
};
