// One connection to a SQLite file: prepared statements kept by their text, values bound and rows built our way.
// Rows are plain objects, integers JavaScript numbers (one beyond 2^53 is an error), blobs Uint8Arrays.

import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { createCache } from '../../cache/index.ts';
import { explainFault } from '../sessions/faults.ts';

/** Estimate of what one takes in SQLite. */
const statementBytes = 2000;
const cacheSizeKib = 16_384;

interface CachedStatement {
  readonly statement: StatementSync;
  /** Empty for a statement that yields no rows. */
  columns: readonly string[];
}

export interface SqliteConnection {
  execute<R>(sql: string, parameters: readonly unknown[]): QueryResult<R>;
  /** Rows one by one; the read transaction that this needs lasts until the iterator ends or is returned. */
  iterate<R>(sql: string, parameters: readonly unknown[]): Generator<R, void>;
  /** Runs statements without parameters or rows. */
  exec(sql: string): void;
  isInTransaction(): boolean;
  /** Differs after any other connection's commit (https://www.sqlite.org/pragma.html#pragma_data_version). */
  readDataVersion(): number;
  close(): void;
}

export interface SqliteConnectionOptions {
  readonly file: string;
  readonly readOnly: boolean;
  /** How long a statement may block the process while another connection holds the lock that it needs. */
  readonly blockingWaitMs: number;
  /** PRAGMA statements beyond those of every connection. */
  readonly settings: string;
}

/**
 * Opens the file, which is created unless `readOnly`. What is refused about its disk or files, here and by every call of
 * the connection, is DomainError 'unavailable'; any other error is the engine's.
 */
export function openSqliteConnection(options: SqliteConnectionOptions): SqliteConnection {
  const { readOnly } = options;
  const db = explainFaults(readOnly, () => openFile(options));
  const findStatement = createStatementCache(db);
  const readVersion = db.prepare('PRAGMA data_version');
  readVersion.setReturnArrays(true);
  return {
    execute(sql, parameters) {
      try {
        return execute(findStatement(sql), parameters);
      } catch (error) {
        throw explainFault(error, readOnly);
      }
    },
    *iterate(sql, parameters) {
      try {
        yield* iterate(prepare(db, sql), parameters);
      } catch (error) {
        throw explainFault(error, readOnly);
      }
    },
    exec: (sql) => explainFaults(readOnly, () => db.exec(sql)),
    readDataVersion: () => explainFaults(readOnly, () => Number(Object.values(readVersion.get() ?? [])[0])),
    isInTransaction: () => db.isTransaction,
    close: () => db.close(),
  };
}

function explainFaults<R>(readOnly: boolean, work: () => R): R {
  try {
    return work();
  } catch (error) {
    throw explainFault(error, readOnly);
  }
}

function openFile(options: SqliteConnectionOptions): DatabaseSync {
  const db = new DatabaseSync(options.file, {
    readOnly: options.readOnly,
    enableForeignKeyConstraints: true,
    timeout: options.blockingWaitMs,
  });
  try {
    db.exec(`PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${cacheSizeKib}`);
    db.exec(options.settings);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

function createStatementCache(db: DatabaseSync): (sql: string) => CachedStatement {
  const statements = createCache<string, CachedStatement>({
    name: 'sqlite_statements',
    maxBytes: 1_048_576,
    sizeOf: () => statementBytes,
  });
  return (sql) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const prepared = prepare(db, sql);
    statements.set(sql, prepared);
    return prepared;
  };
}

function prepare(db: DatabaseSync, sql: string): CachedStatement {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  const columns = readColumnNames(statement);
  // The last row's number, which comes with each change, may be one of FTS5's own, beyond what a number holds.
  if (columns.length === 0) statement.setReadBigInts(true);
  return { statement, columns };
}

function readColumnNames(statement: StatementSync): string[] {
  return statement.columns().map((column) => column.name);
}

function execute<R>(entry: CachedStatement, parameters: readonly unknown[]): QueryResult<R> {
  const values = parameters.map(toBindable);
  if (entry.columns.length === 0) {
    const { changes, lastInsertRowid } = entry.statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
  const rows: unknown[] = entry.statement.all(...values);
  for (let index = 0; index < rows.length; index += 1) rows[index] = toRow(entry, rows[index]);
  if (!areRowsOf<R>(rows)) throw new Error('the engine gave no list of rows');
  return { rows };
}

function* iterate<R>(entry: CachedStatement, parameters: readonly unknown[]): Generator<R, void> {
  for (const values of entry.statement.iterate(...parameters.map(toBindable))) {
    const row = [toRow(entry, values)];
    if (areRowsOf<R>(row)) yield* row;
  }
}

// Building objects from arrays is about a third faster than the engine's own objects, and gives them a prototype.
function toRow(entry: CachedStatement, values: unknown): Record<string, SQLOutputValue> {
  if (!isValueList(values)) throw new Error('the engine gave a row that is no list of values');
  // The columns of `select *` change when a migration changes the table.
  if (values.length !== entry.columns.length) entry.columns = readColumnNames(entry.statement);
  const row: Record<string, SQLOutputValue> = {};
  let index = 0;
  for (const name of entry.columns) {
    row[name] = values[index] ?? null;
    index += 1;
  }
  return row;
}

function isValueList(values: unknown): values is SQLOutputValue[] {
  return Array.isArray(values);
}

// The shape of a row is what the query builder derived from the table types; no engine can prove it.
function areRowsOf<R>(rows: unknown): rows is R[] {
  return Array.isArray(rows);
}

/**
 * The value as the engine takes it. Whole numbers are bound as integers, because a bound floating point number would
 * become '5.0' in a text column. Throws a TypeError for undefined, dates, NaN, infinities and other objects.
 */
function toBindable(value: unknown, index: number): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Uint8Array) return value;
  const found = value instanceof Date ? 'a Date (bind its milliseconds)' : `a value of type ${typeof value}`;
  throw new TypeError(
    `value ${index + 1} of a statement can't be bound: ${found}; it takes null, finite numbers, text, booleans and bytes`,
  );
}
