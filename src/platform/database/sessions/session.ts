// The seam between Kysely and an engine: a session executes SQL text on one connection, a handle is a Kysely object
// over a session. An engine supplies sessions; everything above this file is the same for all engines.

import { DefaultQueryExecutor, DummyDriver, Kysely, OperatorNode, Transaction } from 'kysely';
import type {
  BinaryOperationNode,
  ColumnDataType,
  ConnectionProvider,
  CreateTableBuilder,
  DatabaseConnection,
  Dialect,
  Expression,
  KyselyProps,
  QueryExecutorProvider,
  QueryResult,
  RawBuilder,
  SqlBool,
} from 'kysely';
import type { Tables } from './tables.ts';

type ColumnType = ColumnDataType | Expression<unknown>;

/** Names of column types that are spelled differently by each engine. */
export interface ColumnTypes {
  /** A reference to an id, or any other whole number. */
  readonly integer: ColumnType;
  readonly real: ColumnType;
  readonly text: ColumnType;
  /** JSON as text: rows hold a string. */
  readonly json: ColumnType;
  /** Bytes: rows hold a Uint8Array. */
  readonly bytes: ColumnType;
  /** Milliseconds since 1970-01-01T00:00:00Z: rows hold a number. */
  readonly timeMs: ColumnType;
  /** A yes or no: rows hold 1 or 0. */
  readonly flag: ColumnType;
}

/** Its end is not part of it. */
export interface ItemRange {
  start: number;
  end: number;
}

/** Lists of needles: a text contains all of one of the lists. */
export type Needles = readonly (readonly string[])[];

/** How the engine finds texts by what they contain; see text-index.ts. */
export interface TextIndex {
  /** Whether items of a range are found without looking at the owner's other ones. */
  readonly isInOrder: boolean;
  create(db: SchemaHandle): Promise<void>;
  /** See renewTextIndex; absent where nothing has changed since. */
  renew?(db: SchemaHandle): Promise<void>;
  findItems(owner: number, needles: Needles, range: ItemRange | undefined): RawBuilder<unknown> | undefined;
}

/** Which documents are meant; words hold letters, digits and signs beyond ASCII alone. */
export type WordQuery =
  | { readonly kind: 'word'; readonly word: string; readonly isPrefix: boolean }
  | { readonly kind: 'and' | 'or'; readonly of: readonly WordQuery[] };

export interface WordDocument {
  key: number;
  words: readonly string[];
}

/** How the engine finds documents by their words; see word-index.ts. */
export interface WordIndex {
  /** Differs where what is stored would mean something else. */
  readonly format: string;
  create(db: SchemaHandle): Promise<void>;
  /** See findDocuments. */
  find(db: QueryExecutorProvider, query: WordQuery, range: ItemRange, limit: number): Promise<number[]>;
  /** All keys below the end, highest first, as many at once as suits the engine; none where a step found none. */
  findInSteps(db: QueryExecutorProvider, query: WordQuery, end: number): AsyncGenerator<number[], void>;
  /** A query of the `key`s below this one, highest first. */
  list(below: number, limit: number): RawBuilder<unknown>;
  /** A query of their `count`. */
  count(): RawBuilder<unknown>;
  save(db: QueryExecutorProvider, documents: readonly WordDocument[]): Promise<void>;
  remove(db: QueryExecutorProvider, keys: readonly number[]): Promise<void>;
  clear(db: QueryExecutorProvider): Promise<void>;
  /** Absent where the engine does all of it in the background. */
  readonly tidying?: {
    /** See tidyDocumentsApart. */
    setApart(db: SchemaHandle): Promise<void>;
    /** See gatherDocuments. */
    gather(db: QueryExecutorProvider): Promise<void>;
    /** See tidyDocuments. */
    step(db: QueryExecutorProvider): Promise<boolean>;
  };
}

/** Whatever lets `schema` statements run, whichever tables it knows. */
export type SchemaHandle = Pick<Kysely<unknown>, 'schema' | 'getExecutor'>;

/** How a statement says that a column holds one of some keys. */
export interface KeyMatch {
  /** The condition; what `bind` makes of the keys is bound to `keys`. */
  isOneOf(column: string, keys: RawBuilder<unknown>): RawBuilder<SqlBool>;
  bind(keys: readonly unknown[]): unknown;
}

/** What an engine's dialect file says about its SQL. */
export interface EngineDialect {
  readonly name: 'sqlite' | 'postgres';
  readonly kysely: Omit<Dialect, 'createDriver'>;
  readonly columnTypes: ColumnTypes;
  /** Whether transactions lock single rows, and may pass over those that others hold (FOR UPDATE SKIP LOCKED). */
  readonly skipsLocked: boolean;
  /** Whether statements are carried out by the thread that asks, which does nothing else meanwhile. */
  readonly isOnThisThread: boolean;
  readonly textIndex: TextIndex;
  readonly wordIndex: WordIndex;
  /** See hasOpenWrites. */
  hasOpenWrites(db: QueryExecutorProvider): Promise<boolean>;
  hasTable(db: SchemaHandle, table: string): Promise<boolean>;
  /** Starts a CREATE TABLE with the engine's table options. */
  startTable<T extends string>(db: SchemaHandle, table: T): CreateTableBuilder<T>;
  /** Starts a CREATE TABLE whose first column `id` numbers itself. */
  startTableWithIds<T extends string>(db: SchemaHandle, table: T): CreateTableBuilder<T, 'id'>;
  /** See storeByKey; absent where it changes nothing. */
  storeByKey?(db: SchemaHandle, table: string): Promise<void>;
  /** Of a single key, and of as many as are asked for in one turn where sessions gather. */
  readonly keyMatch: KeyMatch;
  /** Of any number of keys that are numbers or texts. */
  readonly listMatch: KeyMatch;
  /** See memberOf. */
  memberOf(column: string, key: string): RawBuilder<string | null>;
  /** The table's name, as that of what is read through this index; absent where covering indexes save nothing. */
  throughIndex?(table: string, index: string): RawBuilder<unknown>;
  /** See takeIds; absent where rows get their ids only when they are made. */
  takeIds?(session: Session, table: string, count: number): Promise<number[]>;
  /** Makes `nextId` the next id of a table made by `startTableWithIds`. */
  setNextId(db: SchemaHandle, table: string, nextId: number): Promise<void>;
}

/** A refusal by a constraint, in the engine-neutral form that `errors.ts` works on. */
export interface ConstraintFailure {
  readonly kind: 'unique' | 'foreign-key' | 'not-null' | 'check';
  /** `table.column` of each column in the order of the constraint, or `index 'name'` of a key over expressions; none of a foreign key. */
  readonly columns: readonly string[];
}

/** The operator of a comparison with a list. */
export function readListOperator({ operator }: BinaryOperationNode): 'in' | 'not in' | undefined {
  if (!OperatorNode.is(operator)) return undefined;
  return operator.operator === 'in' || operator.operator === 'not in' ? operator.operator : undefined;
}

export interface Session {
  readonly dialect: EngineDialect;
  /** Whether what several callers ask in one turn of the event loop may go out as one statement. */
  mayGather(): boolean;
  /** Runs `send`, in which statements are executed that should reach the engine as one and have keys for their only values. */
  together(send: () => void): void;
  /** Where it waits before it carries the statement out, it calls `check` again, which throws where that must not be any more. */
  execute<R>(sql: string, parameters: readonly unknown[], check?: () => void): QueryResult<R> | Promise<QueryResult<R>>;
  /**
   * Sends a statement whose answer nobody needs, ahead of the answers to earlier ones. Where it is refused, the work of its
   * transaction fails with that error, unless it failed by itself before the answer came. Gives when to go on, or undefined for at once. Absent
   * where statements are answered at once.
   */
  sendAhead?(sql: string, parameters: readonly unknown[], check?: () => void): Promise<void> | undefined;
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
    mayGather() {
      check();
      return session.mayGather();
    },
    together: (send) => session.together(send),
    execute(sql, parameters) {
      check();
      return session.execute(sql, parameters, check);
    },
    ...(session.sendAhead === undefined
      ? {}
      : {
          sendAhead(sql: string, parameters: readonly unknown[]) {
            check();
            return session.sendAhead?.(sql, parameters, check);
          },
        }),
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
