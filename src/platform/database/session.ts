// The seam between Kysely and an engine: a session executes SQL text on one connection, a handle is a Kysely object
// over a session. An engine (SQLite now) supplies sessions; everything above this file is the same for all engines.

import { DefaultQueryExecutor, DummyDriver, Kysely, Transaction } from 'kysely';
import type {
  ColumnDataType,
  ConnectionProvider,
  CreateTableBuilder,
  DatabaseConnection,
  Dialect,
  KyselyProps,
  QueryResult,
} from 'kysely';
import type { Tables } from './tables.ts';

/** Names of column types that are spelled differently by each engine. */
export interface ColumnTypes {
  /** A reference to an id, or any other whole number. */
  readonly integer: ColumnDataType;
  readonly real: ColumnDataType;
  readonly text: ColumnDataType;
  /** JSON as text: rows hold a string. */
  readonly json: ColumnDataType;
  /** Bytes: rows hold a Uint8Array. */
  readonly bytes: ColumnDataType;
  /** Milliseconds since 1970-01-01T00:00:00Z: rows hold a number. */
  readonly timeMs: ColumnDataType;
  /** A yes or no: rows hold 1 or 0. */
  readonly flag: ColumnDataType;
}

/** Whatever lets `schema` statements run, whichever tables it knows. */
export type SchemaHandle = Pick<Kysely<unknown>, 'schema' | 'getExecutor'>;

/** What an engine's dialect file says about its SQL. */
export interface EngineDialect {
  readonly name: 'sqlite';
  readonly kysely: Omit<Dialect, 'createDriver'>;
  readonly columnTypes: ColumnTypes;
  /** Whether transactions lock single rows, and may pass over those that others hold (FOR UPDATE SKIP LOCKED). */
  readonly skipsLocked: boolean;
  hasTable(db: SchemaHandle, table: string): Promise<boolean>;
  /** Starts a CREATE TABLE with the engine's table options. */
  startTable<T extends string>(db: SchemaHandle, table: T): CreateTableBuilder<T>;
  /** Starts a CREATE TABLE whose first column `id` numbers itself. */
  startTableWithIds<T extends string>(db: SchemaHandle, table: T): CreateTableBuilder<T, 'id'>;
  /** Makes `nextId` the next id of a table made by `startTableWithIds`. */
  setNextId(db: SchemaHandle, table: string, nextId: number): Promise<void>;
}

export interface Session {
  readonly dialect: EngineDialect;
  execute<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> | Promise<QueryResult<R>>;
  stream<R>(sql: string, parameters: readonly unknown[], chunkRows: number): AsyncIterableIterator<QueryResult<R>>;
}

const sessions = new WeakMap<object, Session>();

/**
 * The session under a handle. Throws a programming error for a Kysely object that was derived from a handle
 * (by `with`, `withSchema` or a plugin), which has none of its own.
 */
export function sessionOf(handle: object): Session {
  const session = sessions.get(handle);
  if (session === undefined) throw new Error('this is no database handle; pass the reader or transaction itself');
  return session;
}

/** The same session with `check` called before every statement and every chunk of a stream. */
export function checkSession(session: Session, check: () => void): Session {
  return {
    dialect: session.dialect,
    execute(sql, parameters) {
      check();
      return session.execute(sql, parameters);
    },
    async *stream<R>(sql: string, parameters: readonly unknown[], chunkRows: number) {
      check();
      for await (const chunk of session.stream<R>(sql, parameters, chunkRows)) {
        yield chunk;
        check();
      }
    },
  };
}

/** A handle that reads through `session`. */
export function openReader(session: Session): Kysely<Tables> {
  const reader = new Kysely<Tables>(handleProps(session));
  sessions.set(reader, session);
  return reader;
}

/** A handle that reads and writes through `session`, which is inside a transaction. */
export function openWriter<DB>(session: Session): Transaction<DB> {
  const writer = new Transaction<DB>(handleProps(session));
  sessions.set(writer, session);
  return writer;
}

function handleProps(session: Session): KyselyProps {
  const { kysely } = session.dialect;
  const connection: DatabaseConnection = {
    executeQuery: async (query) => session.execute(query.sql, query.parameters),
    streamQuery: (query, chunkRows = 100) => session.stream(query.sql, query.parameters, chunkRows),
  };
  const provider: ConnectionProvider = { provideConnection: async (consumer) => consumer(connection) };
  const driver = new DummyDriver();
  const dialect: Dialect = { ...kysely, createDriver: () => driver };
  return {
    config: { dialect },
    driver,
    executor: new DefaultQueryExecutor(kysely.createQueryCompiler(), kysely.createAdapter(), provider),
    dialect,
  };
}
