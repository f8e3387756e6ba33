// What migrations use to make tables that come out right on every engine.

import type { CreateTableBuilder } from 'kysely';
import { sessionOf } from './session.ts';
import type { ColumnTypes, SchemaHandle } from './session.ts';

/** The engine's names of column types. */
export function columnTypesOf(db: SchemaHandle): ColumnTypes {
  return sessionOf(db).dialect.columnTypes;
}

/** Starts a CREATE TABLE whose columns hold only values of their type; finish it with `execute()`. */
export function createTable<T extends string>(db: SchemaHandle, table: T): CreateTableBuilder<T> {
  return sessionOf(db).dialect.startTable(db, table);
}

/**
 * Creates a table whose first column is a primary key `id` that numbers itself from `firstId`, never giving a number
 * twice. `describe` adds the other columns.
 */
export async function createTableWithIds<T extends string>(
  db: SchemaHandle,
  table: T,
  firstId: number,
  describe: (table: CreateTableBuilder<T, 'id'>) => { execute(): Promise<void> },
): Promise<void> {
  const { dialect } = sessionOf(db);
  await describe(dialect.startTableWithIds(db, table)).execute();
  await dialect.setNextId(db, table, firstId);
}

/** Creates an index for `throughIndex`, of a table's ids and what else is read of it; nothing where the engine has no use for it. */
export async function createCoveringIndex(
  db: SchemaHandle,
  index: string,
  table: string,
  columns: readonly [id: string, ...string[]],
): Promise<void> {
  if (sessionOf(db).dialect.throughIndex === undefined) return;
  await db.schema
    .createIndex(index)
    .on(table)
    .columns([...columns])
    .execute();
}

/** The next row of a table that numbers itself gets this number. */
export const startIdsAt = (db: SchemaHandle, table: string, firstId: number): Promise<void> =>
  sessionOf(db).dialect.setNextId(db, table, firstId);

/**
 * Stores the rows of a table by its primary key alone, where the engine otherwise has an index of that key beside them; rows
 * and indexes stay. For tables of short rows without triggers.
 */
export async function storeByKey(db: SchemaHandle, table: string): Promise<void> {
  await sessionOf(db).dialect.storeByKey?.(db, table);
}
