// The side of a copy that is read: a SQLite file that no other process has open meanwhile.

import { createHash } from 'node:crypto';
import { conflict, DomainError } from '../../errors.ts';
import { describeKey, keyOf, listNames, quoteName } from './copy-batches.ts';
import type { CopyBatch, CopyColumn, CopyKey, CopyRow, CopyTable, CopyValue } from './copy-batches.ts';
import { openSqliteConnection } from '../sqlite/sqlite-connection.ts';
import type { SqliteConnection } from '../sqlite/sqlite-connection.ts';
import { isSqliteBusy } from '../sqlite/sqlite-dialect.ts';

/** Rows of one batch. */
const batchRowsMax = 5000;
/** Characters and bytes of one batch, after which it takes no more rows. */
const batchTextMax = 4 * 1024 * 1024;
const nulsShown = 20;

export interface CopySource {
  /** All tables, in the order in which they were made. */
  readonly tables: readonly CopyTable[];
  /** Differs from that of every other site. */
  readonly site: string;
  /** Differs after most changes. */
  readonly state: string;
  /** The next id of each table that numbers its rows. */
  readonly nextIds: ReadonlyMap<string, number>;
  /** The rows in the order of their keys, from the one after `after` on. */
  batches(table: CopyTable, after?: CopyKey): Generator<CopyBatch, void>;
  close(): void;
}

/**
 * Opens the file so that no other process can until `close`. With `replacesNul` texts come with U+FFFD in place of U+0000.
 * Throws DomainError 'conflict' where another process has it open, and 'invalid' for texts with U+0000 that stay.
 */
export function openCopySource(file: string, replacesNul: boolean): CopySource {
  const connection = openAlone(file);
  try {
    const tables = listTables(connection);
    refuseNuls(connection, tables, replacesNul);
    const sequences = read<{ name: string; seq: number }>(
      connection,
      'select name, seq from sqlite_sequence order by name',
    );
    const counts = tables.map(({ name, rowCount }) => ({ name, rowCount }));
    return {
      tables,
      site: fingerprint(read(connection, 'select name, applied_at_ms from schema_migrations where number = 1')),
      state: fingerprint([sequences, counts]),
      nextIds: new Map(sequences.map(({ name, seq }) => [name, seq + 1])),
      batches: (table, after) => readBatches(connection, table, after, replacesNul),
      close: () => connection.close(),
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

// In this mode SQLite keeps the write-ahead log to one process, so the lock that it takes is refused while another process
// has the file open at all, and keeps them from opening it (https://www.sqlite.org/wal.html#noshm).
function openAlone(file: string): SqliteConnection {
  const settings = 'PRAGMA locking_mode = EXCLUSIVE';
  const connection = openSqliteConnection({ file, readOnly: false, blockingWaitMs: 0, settings });
  try {
    connection.exec('BEGIN IMMEDIATE');
    return connection;
  } catch (error) {
    connection.close();
    if (!isSqliteBusy(error)) throw error;
    throw conflict(`another process has ${file} open; stop the server and wait for commands to end`, error);
  }
}

const read = <R>(connection: SqliteConnection, sql: string, parameters: readonly CopyValue[] = []): readonly R[] =>
  connection.execute<R>(sql, parameters).rows;

const fingerprint = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

function listTables(connection: SqliteConnection): CopyTable[] {
  const names = read<{ name: string }>(
    connection,
    // Without virtual tables and what they keep their index in.
    `select name from sqlite_schema join pragma_table_list using (name)
      where pragma_table_list.type = 'table' and schema = 'main' and name not like 'sqlite!_%' escape '!'
      order by sqlite_schema.rowid`,
  );
  return names.map(({ name }) => {
    const columns = read<CopyColumn & { pk: number }>(
      connection,
      'select name, lower(type) as type, pk from pragma_table_info(?) order by cid',
      [name],
    );
    const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    if (key.length === 0) throw new Error(`the table ${name} has no primary key, by which its rows could be copied`);
    const [counted] = read<{ n: number }>(connection, `select count(*) as n from ${quoteName(name)}`);
    return { name, columns, key, rowCount: counted?.n ?? 0 };
  });
}

// A key with another letter would stand in another place, so in keys nothing can be replaced.
function refuseNuls(connection: SqliteConnection, tables: readonly CopyTable[], replacesNul: boolean): void {
  const found: string[] = [];
  for (const table of tables) {
    const looked = (replacesNul ? table.key : table.columns).filter(({ type }) => type === 'text');
    if (looked.length === 0 || found.length > nulsShown) continue;
    const has = ({ name }: CopyColumn): string => `instr(cast(${quoteName(name)} as blob), x'00') > 0`;
    const sql = `select * from ${quoteName(table.name)} where ${looked.map(has).join(' or ')} limit ${nulsShown + 1}`;
    for (const row of connection.iterate<CopyRow>(sql, []))
      for (const { name } of looked)
        if (String(row[name]).includes('\0'))
          found.push(`${table.name}.${name} of ${describeKey(table, keyOf(table, row))}`);
  }
  if (found.length === 0) return;
  const more = found.length > nulsShown ? '; and more' : '';
  const advice = replacesNul ? 'change these keys' : 'change these texts, or let --replace-nul put U+FFFD in its place';
  throw new DomainError(
    'invalid',
    `PostgreSQL can't hold the character U+0000, which stands in: ${found.slice(0, nulsShown).join('; ')}${more}. ` +
      `Nothing was copied; ${advice}`,
  );
}

function* readBatches(
  connection: SqliteConnection,
  table: CopyTable,
  start: CopyKey | undefined,
  replacesNul: boolean,
): Generator<CopyBatch, void> {
  const order = listNames(table.key);
  const above = start === undefined ? '' : `where (${order}) > (${start.map(() => '?').join(', ')})`;
  const sql = `select * from ${quoteName(table.name)} ${above} order by ${order}`;
  let rows: CopyRow[] = [];
  let size = 0;
  let after = start;
  const take = (last: CopyRow): CopyBatch => {
    const batch = { rows, after, upTo: keyOf(table, last) };
    after = batch.upTo;
    rows = [];
    size = 0;
    return batch;
  };
  for (const found of connection.iterate<CopyRow>(sql, start ?? [])) {
    const row = replacesNul ? replaceNuls(found) : found;
    rows.push(row);
    size += sizeOf(row);
    if (rows.length >= batchRowsMax || size >= batchTextMax) yield take(row);
  }
  const last = rows.at(-1);
  if (last !== undefined) yield take(last);
}

function sizeOf(row: CopyRow): number {
  let size = 0;
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'string' || value instanceof Uint8Array) size += value.length;
  }
  return size;
}

const replaceNuls = (row: CopyRow): CopyRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value,
    ]),
  );
