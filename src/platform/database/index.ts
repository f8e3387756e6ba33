// The database's front door: opening it, reading from it, changing it in transactions.

import { AsyncLocalStorage } from 'node:async_hooks';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { unavailable } from '../errors.ts';
import type { DatabaseLogger, DatabaseStats, Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrate.ts';
import { refuseAfterEnd, refuseInsideScope, runInCheck, runInScope, sessionOfCheck } from './scope.ts';
import type { Scope } from './scope.ts';
import { checkSession, openReader, openWriter } from './session.ts';
import type { Session } from './session.ts';
import { openSqlite } from './sqlite.ts';
import type { Reader, Tables, Writer } from './tables.ts';

export { isForeignKeyViolation, isUniqueViolation, mapConstraint, readConstraint } from './errors.ts';
export type { DatabaseLogger, DatabaseStats } from './engine.ts';
export type { Migration, MigrationWriter } from './migrate.ts';
export { param, prepareQuery, prepareWrite } from './prepared.ts';
export type { Param, PreparedQuery } from './prepared.ts';
export { columnTypesOf, createTable, createTableWithIds } from './schema.ts';
export { storedJson } from './stored-json.ts';
export type { ColumnTypes, SchemaHandle } from './session.ts';
export type { Reader, Tables, Writer } from './tables.ts';

export interface DatabaseOptions {
  /** Path of the SQLite file; its folder must exist. */
  readonly file: string;
  /** Numbered 1, 2, 3, …; pending ones are applied before the database opens. */
  readonly migrations: readonly Migration[];
  /** Gets what has no caller to be told; by default it becomes a warning of the process. */
  readonly logger?: DatabaseLogger;
  readonly clock?: Clock;
  /** How long a writer waits for another process before DomainError 'unavailable'. */
  readonly busyTimeoutMs?: number;
  /** Bounds of one group commit. */
  readonly batchMaxMembers?: number;
  readonly batchMaxMs?: number;
  /** Units of work that may wait for the writer; more are refused as 'unavailable'. */
  readonly writesWaitingMax?: number;
}

export interface Database {
  /** Reads what is committed, each statement on its own. Throws a programming error inside a transaction or snapshot. */
  readonly read: Reader;
  /**
   * Runs `work` alone in a transaction and resolves once it is durable; where `work` throws, all it did is undone and
   * its error comes back. `work` awaits nothing but queries on `tx`. Throws a programming error inside another one, and
   * DomainError 'unavailable' where another process keeps the lock, too many wait or the database is closing. Tables must not defer
   * constraints to the COMMIT, because one that fails there takes down the works that share it.
   */
  transact<R>(work: (tx: Writer) => Promise<R>): Promise<R>;
  /**
   * Runs `work`, whose first transaction starts with `check`: what `check` finds still holds when the transaction
   * commits, and what it throws undoes it. Inside `check`, `read` and `snapshot` see what the transaction sees. Where
   * `work` opens no transaction, `check` runs after it.
   */
  guard<R>(check: () => Promise<void>, work: () => Promise<R>): Promise<R>;
  /** Runs `work` on a handle that sees one committed state throughout. */
  snapshot<R>(work: (db: Reader) => Promise<R>): Promise<R>;
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

/** Opens or creates the database and brings its tables up to date. Throws as `migrate` does, or the engine's error. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const logger = options.logger ?? processLogger;
  const engine = await openSqlite({
    file: options.file,
    logger,
    busyTimeoutMs: options.busyTimeoutMs ?? 5000,
    batchMaxMembers: options.batchMaxMembers ?? 64,
    batchMaxMs: options.batchMaxMs ?? 20,
    waitingMax: options.writesWaitingMax ?? 500,
  });
  try {
    await migrate(engine, options.migrations, options.clock ?? systemClock);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return createDatabase(engine, logger);
}

/** Of the work that runs under `Database.guard`; gone once it was looked at. */
interface Guard {
  check: (() => Promise<void>) | undefined;
}

const currentGuard = new AsyncLocalStorage<Guard>();

async function runGuard(guard: Guard | undefined, session: Session): Promise<void> {
  if (guard?.check === undefined) return;
  await runInCheck(session, guard.check);
  guard.check = undefined;
}

/** What the shared reader reads through: in a check its transaction, else what is committed. */
const readHere = (committed: Session): Session => ({
  dialect: committed.dialect,
  execute: (sql, parameters) => (sessionOfCheck() ?? committed).execute(sql, parameters),
  stream: (sql, parameters, chunkRows) => committed.stream(sql, parameters, chunkRows),
});

function createDatabase(engine: Engine, logger: DatabaseLogger): Database {
  let closing: Promise<void> | undefined;
  const refuse = (used: string): void => {
    if (sessionOfCheck() !== undefined) return;
    refuseInsideScope(used);
    if (closing !== undefined) throw unavailable('the database is closed');
  };
  return {
    read: openReader(checkSession(readHere(engine.reading), () => refuse('database.read'))),
    async transact(work) {
      refuseInsideScope('database.transact');
      refuse('database.transact');
      const calls: (() => void)[] = [];
      const guard = currentGuard.getStore();
      return engine.write(
        (session) =>
          runInScope('transaction', async (scope) => {
            await runGuard(guard, session);
            const tx = openWriter<Tables>(checkSession(session, () => refuseAfterEnd(scope)));
            afterCommitCalls.set(tx, { scope, calls });
            return work(tx);
          }),
        () => notifyAll(calls, logger),
      );
    },
    async guard(check, work) {
      refuseInsideScope('database.guard');
      const guard: Guard = { check };
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
    stats: () => engine.stats(),
    close: () => (closing ??= engine.close()),
  };
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
