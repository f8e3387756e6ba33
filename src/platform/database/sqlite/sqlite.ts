// The SQLite engine: one connection that writes, one that reads committed state, and a few lazily opened ones for
// snapshots. Another process may use the same file at the same time; waiting for it never blocks the event loop.

import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '../../errors.ts';
import { isSliceOver, yieldSlice } from '../../concurrency/time-slices.ts';
import type { DatabaseLogger, Engine } from '../sessions/engine.ts';
import type { Session } from '../sessions/session.ts';
import { openSqliteConnection } from './sqlite-connection.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { isSqliteBusy, sqliteDialect } from './sqlite-dialect.ts';
import { createSnapshotPool } from './snapshot-pool.ts';
import { WriteQueue } from '../sessions/write-queue.ts';

/** Milliseconds between two attempts while another process holds the file; the first pauses are shorter. */
const retryDelayMaxMs = 25;
/** Connections of one process for snapshots; more snapshots wait. */
const snapshotConnectionsMax = 8;
// With a million artifacts 32 MiB saved a tenth of the time of reads that the system's own page cache serves too.
const readCacheKib = 8192;
/** Bytes that the file of the write-ahead log keeps; a longer one is shortened once it is written back. */
const journalSizeMaxBytes = 64 * 1024 * 1024;

export interface SqliteOptions {
  readonly file: string;
  /** How long a writer waits for another process before it is refused. */
  readonly busyTimeoutMs: number;
  readonly batchMaxMembers: number;
  readonly batchMaxMs: number;
  readonly waitingMax: number;
  readonly logger: DatabaseLogger;
}

/** Opens the file, creating it where it is missing. Throws DomainError 'unavailable' while another process locks it. */
export async function openSqlite(options: SqliteOptions): Promise<Engine> {
  const { file, busyTimeoutMs, logger } = options;
  let busyRetries = 0;
  const retryBusy = <R>(attempt: () => R): Promise<R> =>
    retryWhileBusy(attempt, busyTimeoutMs, () => {
      busyRetries += 1;
    });

  const writer = await retryBusy(() => openWriteConnection(file));
  // Readers wait in WAL mode only while another process recovers or removes the log.
  const openReadConnection = () =>
    openSqliteConnection({
      file,
      readOnly: true,
      blockingWaitMs: busyTimeoutMs,
      settings: `PRAGMA cache_size = -${readCacheKib}`,
    });
  const reading = openReadConnection();
  const snapshots = createSnapshotPool(openReadConnection, snapshotConnectionsMax);
  const queue = new WriteQueue(
    {
      begin: () => retryBusy(() => beginAnew(writer)),
      commit: () => writer.exec('COMMIT'),
      rollback: () => rollBack(writer, logger),
      savepoint: () => writer.exec('SAVEPOINT member'),
      rollbackToSavepoint: () => writer.exec('ROLLBACK TO member'),
      releaseSavepoint: () => writer.exec('RELEASE member'),
      isInTransaction: () => writer.isInTransaction(),
    },
    options,
  );
  const writing = createSession(writer, true);
  const committed = { ...createSession(readCommitted(writer, reading), false), stream: refuseStream };
  return {
    blocksAtCommit: true,
    reading: committed,
    readingFirst: committed,
    readingBulk: committed,
    readingSlow: committed,
    write: (work, afterCommit) => queue.run(() => work(writing), afterCommit),
    writeInTurn: (work, afterCommit) => queue.run(() => work(writing), afterCommit),
    migrate: (work) =>
      queue.run(
        () => work(writing),
        () => {},
      ),
    snapshot: (work) => snapshots.run((connection) => work(createSession(connection, false))),
    readDataVersion: () => reading.readDataVersion(),
    stats: () => ({ ...queue.stats, busyRetries, replicaReads: 0 }),
    async close() {
      await queue.whenIdle();
      await snapshots.close();
      reading.close();
      tidyUp(writer, logger);
      writer.close();
    },
  };
}

// What a failing disk did not let roll back is still open here.
function beginAnew(writer: SqliteConnection): void {
  if (writer.isInTransaction()) writer.exec('ROLLBACK');
  writer.exec('BEGIN IMMEDIATE');
}

function rollBack(writer: SqliteConnection, logger: DatabaseLogger): void {
  try {
    writer.exec('ROLLBACK');
  } catch (error) {
    logger.error({ err: error }, 'a transaction could not be rolled back; the next one tries it again');
  }
}

// It never blocks: opening and taking the lock are retried between turns of the event loop, and inside a transaction
// nothing is busy.
function openWriteConnection(file: string): SqliteConnection {
  const settings = `PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = ${journalSizeMaxBytes}`;
  return openSqliteConnection({ file, readOnly: false, blockingWaitMs: 0, settings });
}

type ReadConnection = Pick<SqliteConnection, 'execute' | 'iterate'>;

/**
 * Reads what is committed. A connection keeps what it has in memory through its own commits, and reads it anew after those of
 * another, so selects go over the one that writes as long as it is in no transaction.
 */
function readCommitted(writer: SqliteConnection, reader: SqliteConnection): ReadConnection {
  return {
    iterate: reader.iterate,
    execute<R>(sql: string, parameters: readonly unknown[]) {
      if (!sql.startsWith('select ') || writer.isInTransaction()) return reader.execute<R>(sql, parameters);
      try {
        return writer.execute<R>(sql, parameters);
      } catch (error) {
        // It never waits for another process, as the other one does.
        if (isSqliteBusy(error)) return reader.execute<R>(sql, parameters);
        throw error;
      }
    },
  };
}

/** The engine works on the thread that answers everybody, so what asks for much rests between its statements. */
function createSession(connection: ReadConnection, holdsLock: boolean): Session {
  return {
    dialect: sqliteDialect,
    mayGather: () => false,
    together: (send: () => void) => send(),
    execute<R>(sql: string, parameters: readonly unknown[], check?: () => void) {
      if (!isSliceOver()) return connection.execute<R>(sql, parameters);
      return yieldSlice(holdsLock).then(() => {
        check?.();
        return connection.execute<R>(sql, parameters);
      });
    },
    async *stream<R>(sql: string, parameters: readonly unknown[], chunkRows: number) {
      let rows: R[] = [];
      for (const row of connection.iterate<R>(sql, parameters)) {
        rows.push(row);
        if (rows.length >= chunkRows) {
          yield { rows };
          if (isSliceOver()) await yieldSlice(holdsLock);
          rows = [];
        }
      }
      if (rows.length > 0) yield { rows };
    },
  };
}

// An open stream keeps its connection at one state, and the shared reader must always see the newest.
function refuseStream(): never {
  throw new Error('stream inside database.snapshot: the shared reader sees no new rows while a stream is open');
}

function tidyUp(writer: SqliteConnection, logger: DatabaseLogger): void {
  try {
    writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!isSqliteBusy(error) && !(error instanceof DomainError)) throw error;
    logger.warn({ err: error }, 'the database was closed without tidying up; nothing is lost, the next start does it');
  }
}

/** The one place that retries what another process's lock refused. Throws DomainError 'unavailable' at the end. */
async function retryWhileBusy<R>(attempt: () => R, timeoutMs: number, noteRetry: () => void): Promise<R> {
  const deadlineMs = performance.now() + timeoutMs;
  for (let delayMs = 1; ; delayMs = Math.min(delayMs * 2, retryDelayMaxMs)) {
    try {
      return attempt();
    } catch (error) {
      if (!isSqliteBusy(error)) throw error;
      if (performance.now() >= deadlineMs) {
        const message = 'another process is writing to the database; try again in a moment';
        throw new DomainError('unavailable', message, { cause: error, headers: { 'retry-after': '5' } });
      }
      noteRetry();
      await delay(delayMs);
    }
  }
}
