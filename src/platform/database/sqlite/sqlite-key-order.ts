// Tables of SQLite whose rows stand in the order of their primary key, instead of beside an index of it
// (https://www.sqlite.org/withoutrowid.html).

import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';

/** Makes a table that has a row number into one that has none; its rows and indexes stay. It must have no triggers. */
export async function storeByKey(db: QueryExecutorProvider, table: string): Promise<void> {
  const { rows } = await sql<{ type: string; text: string }>`select type, sql as text from sqlite_schema
    where tbl_name = ${table} and sql is not null`.execute(db);
  const { rows: key } = await sql<{ name: string }>`select name from pragma_table_info(${table})
    where pk > 0 order by pk`.execute(db);
  const made = rows.find(({ type }) => type === 'table')?.text ?? '';
  const interim = `${table}_by_key`;
  const text = made.replace(`"${table}"`, `"${interim}"`).replace(/\) strict$/, ') strict, without rowid');
  if (!text.includes(interim) || !text.endsWith('without rowid')) throw new Error(`no table like others: ${made}`);
  await sql.raw(text).execute(db);
  const order = sql.join(key.map(({ name }) => sql.ref(name)));
  await sql`insert into ${sql.table(interim)} select * from ${sql.table(table)} order by ${order}`.execute(db);
  await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table ${sql.table(interim)} rename to ${sql.table(table)}`.execute(db);
  for (const index of rows) if (index.type === 'index') await sql.raw(index.text).execute(db);
}
