// The database. Its rooms, each of which uses those before it:
// sessions/            queries, transactions and migrations, whatever the engine
// sqlite/, postgres/   everything in which the engines differ
// copying/             from one engine to the other
// The database's front door: opening it, reading from it, changing it in transactions.

import { AsyncLocalStorage } from 'node:async_hooks';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { unavailable } from '../errors.ts';
import { refuseUnfinishedCopy } from './copying/copy-marker.ts';
import type { DatabaseLogger, DatabaseStats, Engine } from './sessions/engine.ts';
import { nameFile } from './sessions/faults.ts';
import { migrate } from './sessions/migrate.ts';
import type { Migration } from './sessions/migrate.ts';
import { refuseAfterEnd, refuseInsideScope, runInCheck, runInScope, sessionOfCheck } from './sessions/scope.ts';
import type { Scope } from './sessions/scope.ts';
import { checkSession, openReader, openWriter, sessionOf } from './sessions/session.ts';
import type { Session } from './sessions/session.ts';
import { createSignals } from './sessions/signals.ts';
import type { Signals } from './sessions/signals.ts';
import { openSqlite } from './sqlite/sqlite.ts';
import type { Reader, Tables, Writer } from './sessions/tables.ts';

export { byId, countByValue, countInParts, firstInParts, listInParts, newestFirst, partsOf } from './parts.ts';
export type { Part, Walk } from './parts.ts';
export { anyOf, isOverIn, memberOf, throughIndex } from './sessions/expressions.ts';
export { isForeignKeyViolation, isUniqueViolation, mapConstraint, readConstraint } from './errors.ts';
export type { DatabaseLogger, DatabaseStats } from './sessions/engine.ts';
export { hasOpenWrites, isFar, skipLocked, takeIds, writesAtOnce } from './sessions/locking.ts';
export type { Migration, MigrationWriter } from './sessions/migrate.ts';
export { prepareList, prepareLongList, prepareLookup } from './sessions/lookup.ts';
export { param, prepareQuery, prepareWrite } from './sessions/prepared.ts';
export type { Param, PreparedQuery } from './sessions/prepared.ts';
export { prepareRows } from './sessions/prepared-rows.ts';
export type { ParamRows } from './sessions/prepared-rows.ts';
export {
  columnTypesOf,
  createCoveringIndex,
  createTable,
  createTableWithIds,
  startIdsAt,
  storeByKey,
} from './sessions/schema.ts';
export { readStoredObject, storedJson } from './sessions/stored-json.ts';
export { createTextIndex, findTextItems, isTextIndexInOrder, renewTextIndex } from './sessions/text-index.ts';
export {
  clearDocuments,
  createWordIndex,
  findDocuments,
  findInBatches,
  countDocuments,
  listDocuments,
  removeDocuments,
  saveDocuments,
  gatherDocuments,
  tidyDocuments,
  tidyDocumentsApart,
  wordIndexFormat,
} from './sessions/word-index.ts';
export type { ColumnTypes, Needles, SchemaHandle, WordDocument, WordQuery } from './sessions/session.ts';
export type { Reader, Tables, Writer } from './sessions/tables.ts';

/** Which engine holds the data, and where. */
export type DatabaseLocation =
  /** Path of an SQLite file; its folder must exist. */
  | { readonly file: string }
  /** Of a PostgreSQL server, such as `postgres://user:password@host:5432/database`. */
  | {
      readonly url: string;
      /** Connections of this process to the server, at least 2. */
      readonly poolSize?: number;
      readonly connectTimeoutMs?: number;
      /** How long one statement may take; 0: as long as it likes. */
      readonly statementTimeoutMs?: number;
      /** A streaming replica that takes load off the server. */
      readonly replica?: ReplicaLocation;
    };

export interface ReplicaLocation {
  readonly url: string;
  /** How long a read waits until the replica has all that was committed before; then the server itself answers. */
  readonly waitMaxMs: number;
}

export type DatabaseOptions = DatabaseLocation & OpeningOptions;

export interface OpeningOptions {
  /** Numbered 1, 2, 3, …; pending ones are applied before the database opens. */
  readonly migrations: readonly Migration[];
  /** Gets what has no caller to be told; by default it becomes a warning of the process. */
  readonly logger?: DatabaseLogger;
  readonly clock?: Clock;
  /** How long a writer waits for others before DomainError 'unavailable'. */
  readonly busyTimeoutMs?: number;
  /** Bounds of one group commit. PostgreSQL keeps at hand up to 64 savepoints of a transaction. */
  readonly batchMaxMembers?: number;
  readonly batchMaxMs?: number;
  /** Units of work that may wait for the writer; more are refused as 'unavailable'. */
  readonly writesWaitingMax?: number;
}

export interface Database {
  /** Reads what is committed, each statement on its own. Throws a programming error inside a transaction or snapshot. */
  readonly read: Reader;
  /**
   * As `read`, for the reads by a key that every request begins with, such as the site's version and who asks: where others wait for
   * a lock, these don't wait behind them.
   */
  readonly readFirst: Reader;
  /**
   * As `read`, for reads that cost the engine much. A replica may answer, never with anything older than what `read` gave
   * before; but what it gives may be newer than what `read` gives next, by a change that nobody was told of yet.
   */
  readonly readBulk: Reader;
  /**
   * As `readBulk`, for statements that take as long as the question of a person makes them take: no other read waits behind
   * them. Throws DomainError 'unavailable' where one takes very long.
   */
  readonly readSlow: Reader;
  /** Whether a COMMIT holds up everything else that this process does. */
  readonly blocksAtCommit: boolean;
  /**
   * Runs `work` as if alone in a transaction and resolves once it is durable; where `work` throws, all it did is undone
   * and its error comes back. `work` awaits nothing but queries on `tx`, and leaves nothing behind but rows and what
   * `afterCommit` got, because it may be undone and run again. Throws a programming error inside another one, and
   * DomainError 'unavailable' where others keep their locks, too many wait, the server does not answer or the database is closing. Tables
   * must not defer constraints to the COMMIT, because one that fails there takes down the works that share it.
   */
  transact<R>(work: (tx: Writer) => Promise<R>): Promise<R>;
  /** As `transact`, for what goes before the transaction that `guard` is about, and stays where that one is refused. */
  transactBefore<R>(work: (tx: Writer) => Promise<R>): Promise<R>;
  /**
   * As `transact`, for bookkeeping that one process does after the other: `work` waits for others that run like this and
   * sees what they left, but what it reads may change under it where several processes write.
   */
  transactInTurn<R>(work: (tx: Writer) => Promise<R>): Promise<R>;
  /**
   * Runs `work`, whose first transaction starts with `check`: what `check` finds still holds when the transaction
   * commits, and what it throws undoes it. Inside `check`, `read` and `snapshot` see what the transaction sees. Where
   * `work` opens no transaction, `check` runs after it. `join` writes what belongs to that first transaction, before `work`
   * does; where there is none, it is not called.
   */
  guard<R>(check: () => Promise<void>, work: () => Promise<R>, join?: (tx: Writer) => Promise<void>): Promise<R>;
  /** Runs `work` on a handle that sees one committed state throughout. */
  snapshot<R>(work: (db: Reader) => Promise<R>): Promise<R>;
  /**
   * Calls `heard` after each commit of a transaction that told `channel` by `notify`, until the function that it gives is
   * called. On PostgreSQL commits of other processes are heard too; any may go unheard.
   */
  listen(channel: string, heard: () => void): () => void;
  /**
   * A number that differs after any commit, whichever process made it, so that as long as it stays nothing has changed.
   * undefined where the engine can't tell without a round trip, or can't be asked just now.
   */
  readDataVersion(): number | undefined;
  /** Counts since opening. */
  stats(): DatabaseStats;
  /** Refuses new work, waits for work that runs or waits, tidies up and closes. A second call waits for the first. */
  close(): Promise<void>;
}

const afterCommitCalls = new WeakMap<Writer, { scope: Scope; calls: (() => void)[] }>();

/**
 * Calls `notify` once the transaction is durable and before `transact` resolves; never where it is undone. What
 * `notify` throws is logged, because the change can't be taken back.
 */
export function afterCommit(tx: Writer, notify: () => void): void {
  const known = afterCommitCalls.get(tx);
  if (known === undefined) throw new Error('this is no transaction given by database.transact');
  refuseAfterEnd(known.scope);
  known.calls.push(notify);
}

/** Runs `work`, which changes nothing, and in which the database's own `read` and `snapshot` see what the transaction sees. */
export const readThrough = <R>(tx: Writer, work: () => Promise<R>): Promise<R> => runInCheck(sessionOf(tx), work);

const signalsOf = new WeakMap<Writer, Signals>();

/** Calls those who listen on `channel` once the transaction is durable, as `afterCommit` does; on PostgreSQL in all processes. */
export async function notify(tx: Writer, channel: string): Promise<void> {
  notifyHere(tx, channel);
  await signalsOf.get(tx)?.announce(sessionOf(tx), channel);
}

/** As `notify`, for those who listen in this process alone; costs nothing else. */
export function notifyHere(tx: Writer, channel: string): void {
  const signals = signalsOf.get(tx);
  afterCommit(tx, () => signals?.emit(channel));
}

/**
 * Opens or creates the database and brings its tables up to date. Throws as `migrate` and `refuseUnfinishedCopy` do, DomainError
 * 'unavailable' that names the file where it is locked, damaged or refused by its disk, or the engine's error.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const logger = options.logger ?? processLogger;
  try {
    return createDatabase(await openMigrated(options, logger), logger);
  } catch (error) {
    throw 'file' in options ? nameFile(error, options.file) : error;
  }
}

async function openMigrated(options: DatabaseOptions, logger: DatabaseLogger): Promise<Engine> {
  const engine = await openEngine(options, logger);
  try {
    await refuseUnfinishedCopy(engine.reading);
    await migrate(engine, options.migrations, options.clock ?? systemClock);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return engine;
}

// An install on SQLite should not pay for the other engine's client, so it is loaded where it is wanted.
async function openEngine(options: DatabaseOptions, logger: DatabaseLogger): Promise<Engine> {
  const busyTimeoutMs = options.busyTimeoutMs ?? 5000;
  const { writesWaitingMax: waitingMax = 500 } = options;
  if ('file' in options) {
    const { file, batchMaxMembers = 64, batchMaxMs = 20 } = options;
    return openSqlite({ file, logger, busyTimeoutMs, batchMaxMembers, batchMaxMs, waitingMax });
  }
  const { batchMaxMembers = 32, batchMaxMs = 50 } = options;
  const { url, poolSize = 10, connectTimeoutMs = 10_000, statementTimeoutMs = 60_000, replica } = options;
  const { openPostgres } = await import('./postgres/postgres.ts');
  const limits = { lockTimeoutMs: busyTimeoutMs, connectTimeoutMs, statementTimeoutMs };
  return openPostgres({ url, logger, poolSize, replica, ...limits, batchMaxMembers, batchMaxMs, waitingMax });
}

/** Of the work that runs under `Database.guard`; gone once it has held in a transaction that ran to its end. */
interface Guard {
  check: (() => Promise<void>) | undefined;
  join: ((tx: Writer) => Promise<void>) | undefined;
}

const currentGuard = new AsyncLocalStorage<Guard>();

/** What the shared reader reads through: in a check its transaction, else what is committed. */
const readHere = (committed: Session): Session => ({
  dialect: committed.dialect,
  mayGather: () => sessionOfCheck() === undefined && committed.mayGather(),
  together: (send) => committed.together(send),
  execute: (sql, parameters) => (sessionOfCheck() ?? committed).execute(sql, parameters),
  stream: (sql, parameters, chunkRows) => committed.stream(sql, parameters, chunkRows),
});

function openTransaction(session: Session, signals: Signals, ending: { scope: Scope; calls: (() => void)[] }): Writer {
  const tx = openWriter<Tables>(checkSession(session, () => refuseAfterEnd(ending.scope)));
  afterCommitCalls.set(tx, ending);
  signalsOf.set(tx, signals);
  return tx;
}

function createDatabase(engine: Engine, logger: DatabaseLogger): Database {
  const signals = createSignals(engine.remoteSignals);
  let closing: Promise<void> | undefined;
  const refuse = (used: string): void => {
    if (sessionOfCheck() !== undefined) return;
    refuseInsideScope(used);
    if (closing !== undefined) throw unavailable('the database is closed');
  };
  const transact: Database['transact'] = async (work) => {
    refuseInsideScope('database.transact');
    refuse('database.transact');
    const calls: (() => void)[] = [];
    const guard = currentGuard.getStore();
    const { check, join } = guard ?? {};
    return engine.write(
      (session) =>
        runInScope('transaction', async (scope) => {
          calls.length = 0;
          if (check !== undefined) await runInCheck(session, check);
          const tx = openTransaction(session, signals, { scope, calls });
          if (join !== undefined) await join(tx);
          return work(tx);
        }),
      () => {
        if (guard !== undefined) guard.check = guard.join = undefined;
        notifyAll(calls, logger);
      },
    );
  };
  return {
    blocksAtCommit: engine.blocksAtCommit,
    read: openReader(checkSession(readHere(engine.reading), () => refuse('database.read'))),
    readFirst: openReader(checkSession(readHere(engine.readingFirst), () => refuse('database.readFirst'))),
    readBulk: openReader(checkSession(readHere(engine.readingBulk), () => refuse('database.readBulk'))),
    readSlow: openReader(checkSession(readHere(engine.readingSlow), () => refuse('database.readSlow'))),
    transact,
    transactBefore: (work) => currentGuard.exit(() => transact(work)),
    async transactInTurn(work) {
      refuseInsideScope('database.transactInTurn');
      refuse('database.transactInTurn');
      const calls: (() => void)[] = [];
      return engine.writeInTurn(
        (session) => runInScope('transaction', (scope) => work(openTransaction(session, signals, { scope, calls }))),
        () => notifyAll(calls, logger),
      );
    },
    async guard(check, work, join) {
      refuseInsideScope('database.guard');
      const guard: Guard = { check, join };
      const result = await currentGuard.run(guard, work);
      await guard.check?.();
      return result;
    },
    async snapshot(work) {
      const checked = sessionOfCheck();
      if (checked !== undefined) return work(openReader(checked));
      refuse('database.snapshot');
      return engine.snapshot((session) =>
        runInScope('snapshot', (scope) => work(openReader(checkSession(session, () => refuseAfterEnd(scope))))),
      );
    },
    listen: signals.listen,
    readDataVersion() {
      return closing === undefined ? readDataVersion(engine, logger) : undefined;
    },
    stats: () => engine.stats(),
    close: () => (closing ??= engine.close()),
  };
}

function readDataVersion(engine: Engine, logger: DatabaseLogger): number | undefined {
  try {
    return engine.readDataVersion();
  } catch (error) {
    logger.warn({ err: error }, 'the database could not say whether it has changed');
    return undefined;
  }
}

function notifyAll(calls: readonly (() => void)[], logger: DatabaseLogger): void {
  for (const call of calls) {
    try {
      call();
    } catch (error) {
      logger.error({ err: error }, 'a call after a commit failed');
    }
  }
}

const processLogger: DatabaseLogger = {
  warn: (details, message) => process.emitWarning(message, { detail: JSON.stringify(details) }),
  error: (details, message) => process.emitWarning(message, { detail: JSON.stringify(details) }),
};
