// The PostgreSQL engine: a few connections for reads of committed state, some of them for reads by keys and some for reads that may
// take long, and a pool for transactions and snapshots.

import pg from 'pg';
import type { ClientConfig } from 'pg';
import type { QueryResult } from 'kysely';
import { DomainError } from '../../errors.ts';
import type { DatabaseLogger, Engine } from '../sessions/engine.ts';
import { configOf } from './postgres-connection.ts';
import type { ConnectionLimits } from './postgres-connection.ts';
import { isPostgresUnavailable, postgresDialect } from './postgres-dialect.ts';
import { createPostgresSignals } from './postgres-signals.ts';
import { createPipelinedReaders } from './postgres-reading.ts';
import { createReplica } from './postgres-replica.ts';
import type { Replica } from './postgres-replica.ts';
import type { PipelinedReaders } from './postgres-reading.ts';
import { PostgresQueue } from './postgres-queue.ts';
import { runSendingAhead, sessionOn } from './postgres-session.ts';
import { beginOn, runAlone } from './postgres-writing.ts';
import type { Session } from '../sessions/session.ts';
import type { WriteQueueLimits } from '../sessions/write-queue.ts';

const serverVersionMin = 15;
/** Milliseconds after which a connection that nobody uses is closed. */
const idleConnectionMaxMs = 60_000;
/** Connections of one process for short reads, those by keys included; a small pool has fewer. */
const readersMax = 4;
/** Connections of one process for reads that may take long; a small pool has fewer. */
const slowReadersMax = 2;
/** A read that waits longer for a lock fails: others wait behind it on its connection. */
const readLockMaxMs = 500;
/** After so long a read that every request begins with is asked again over a connection that is kept for such reads. */
const firstReadMaxMs = 250;
/** No read that may take long takes longer: others of its kind wait behind it. */
const slowStatementMaxMs = 20_000;
/** Any number that nothing else in the database uses for an advisory lock. */
const migrationLockKey = 7_301_926;
const turnLockKey = 7_301_927;

export interface PostgresOptions extends ConnectionLimits, WriteQueueLimits {
  readonly url: string;
  /** Connections of this process, at least 2. */
  readonly poolSize: number;
  readonly logger: DatabaseLogger;
  readonly replica?: { readonly url: string; readonly waitMaxMs: number } | undefined;
}

/**
 * Connects to a server that is there. Throws DomainError 'unavailable' where it can't be reached or refuses, and
 * 'conflict' where it is too old; no message holds the URL's password.
 */
export async function openPostgres(options: PostgresOptions): Promise<Engine> {
  const { url, poolSize, logger } = options;
  const config = configOf(url, options);
  const { readersCount, keyReadersCount, slowReadersCount } = shareConnections(poolSize);
  const readConfig = { ...config, lock_timeout: Math.min(readLockMaxMs, options.lockTimeoutMs) };
  const readers = createPipelinedReaders(readConfig, readersCount);
  await requireServer(readers, url);
  const keyReaders =
    keyReadersCount === 0 ? readers : createPipelinedReaders(configOfKeys(readConfig), keyReadersCount);
  const slowReaders =
    slowReadersCount === 0 ? undefined : createPipelinedReaders(configOfSlow(readConfig, options), slowReadersCount);
  const max = poolSize - readersCount - keyReadersCount - slowReadersCount;
  const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: idleConnectionMaxMs });
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'an idle connection to the database was lost'));
  // A connection in use tells its loss through the statement that runs on it.
  pool.on('connect', (client) => client.on('error', () => {}));
  const queue = new PostgresQueue(pool, options);
  const signals = createPostgresSignals(config, logger);
  const replicate = (connections: number): Replica | undefined =>
    options.replica === undefined || connections === 0
      ? undefined
      : createReplica({
          config: configOf(options.replica.url, options),
          connections,
          waitMaxMs: options.replica.waitMaxMs,
          logger,
          ask: <R>(sql: string) => readers.execute<R>(sql, []),
        });
  const replica = replicate(readersCount + keyReadersCount);
  const slowReplica = replicate(slowReadersCount);
  const reading = readThrough(readers, keyReaders);
  const idleReaders = createPipelinedReaders(configOfKeys(readConfig), 1);
  const readingBulk = preferReplica(replica, reading);
  return {
    blocksAtCommit: false,
    remoteSignals: signals,
    reading,
    readingFirst: { ...reading, execute: askAgain(reading, readThrough(idleReaders, idleReaders)) },
    readingBulk,
    readingSlow:
      slowReaders === undefined ? readingBulk : preferReplica(slowReplica, readThrough(slowReaders, slowReaders)),
    write: (work, afterCommit) =>
      mapUnavailable(queue.run((transaction, notes) => runSendingAhead(transaction, notes, work), afterCommit)),
    async writeInTurn(work, afterCommit) {
      const result = await mapUnavailable(
        runAlone(pool, turnLockKey, (client, noteFailure) => work(sessionOn(client, noteFailure))),
      );
      afterCommit();
      return result;
    },
    migrate: (work) =>
      mapUnavailable(runAlone(pool, migrationLockKey, (client, noteFailure) => work(sessionOn(client, noteFailure)))),
    snapshot: (work) => mapUnavailable(runSnapshot(pool, work)),
    readDataVersion: () => undefined,
    stats: () => ({ ...queue.counts, replicaReads: (replica?.reads() ?? 0) + (slowReplica?.reads() ?? 0) }),
    async close() {
      await queue.whenIdle();
      replica?.close();
      slowReplica?.close();
      const ends = [...new Set([readers, keyReaders, slowReaders, idleReaders])].map((one) => one?.close());
      await Promise.all([pool.end(), ...ends, signals.close()]);
    },
  };
}

/**
 * Reads that may take long have connections of their own, so that no other read waits behind one, and so have reads by keys, whose
 * plans serve any values; a small pool has none to spare.
 */
function shareConnections(poolSize: number) {
  const count = Math.min(readersMax, Math.ceil(poolSize / 3));
  const keyReadersCount = count < readersMax ? 0 : readersMax / 2;
  return {
    readersCount: count - keyReadersCount,
    keyReadersCount,
    slowReadersCount: Math.min(slowReadersMax, Math.floor(poolSize / 5)),
  };
}

/**
 * A select by a list of keys would be planned anew each time, which takes longer than running it, because a plan for one key seems
 * cheaper than one for ten. Planned once it goes by the index of its keys, however few rows there were then.
 */
const configOfKeys = (config: ClientConfig): ClientConfig => ({
  ...config,
  options: `${config.options ?? ''} -c plan_cache_mode=force_generic_plan -c enable_seqscan=off`,
});

const configOfSlow = (config: ClientConfig, { statementTimeoutMs }: ConnectionLimits): ClientConfig => ({
  ...config,
  statement_timeout: statementTimeoutMs === 0 ? slowStatementMaxMs : Math.min(statementTimeoutMs, slowStatementMaxMs),
});

function readThrough(readers: PipelinedReaders, keyReaders: PipelinedReaders): Session {
  let chosen = readers;
  return {
    dialect: postgresDialect,
    execute: (sql, parameters) => mapUnavailable(chosen.execute(sql, parameters)),
    stream: refuseStream,
    mayGather: () => true,
    together(send) {
      chosen = keyReaders;
      try {
        keyReaders.together(send);
      } finally {
        chosen = readers;
      }
    },
  };
}

/** Asks `kept`, too, where `first` does not answer soon: the first answer counts. */
const askAgain =
  (first: Session, kept: Session): Session['execute'] =>
  <R>(sql: string, parameters: readonly unknown[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<R>>();
    const ask = async (session: Session): Promise<void> => {
      await Promise.resolve(session.execute<R>(sql, parameters)).then(resolve, reject);
    };
    const again = setTimeout(() => void ask(kept), firstReadMaxMs);
    void ask(first).finally(() => clearTimeout(again));
    return promise;
  };

const preferReplica = (replica: Replica | undefined, session: Session): Session =>
  replica === undefined
    ? session
    : {
        ...session,
        execute: async <R>(sql: string, parameters: readonly unknown[]) =>
          (await mapUnavailable(replica.execute<R>(sql, parameters))) ?? session.execute<R>(sql, parameters),
      };

async function requireServer(readers: PipelinedReaders, url: string): Promise<void> {
  try {
    const { rows } = await readers.execute<{ number: number; version: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
      [],
    );
    const found = rows[0];
    if (found === undefined || found.number < serverVersionMin * 10_000) {
      throw new DomainError(
        'conflict',
        `PostgreSQL ${serverVersionMin} or newer is needed; ${describeServer(url)} is version ${found?.version ?? 'unknown'}`,
      );
    }
  } catch (error) {
    await readers.close();
    if (error instanceof DomainError) throw error;
    const reason = error instanceof Error ? error.message || String(error.name) : String(error);
    throw new DomainError('unavailable', `the database at ${describeServer(url)} can't be used: ${reason}`, {
      cause: error,
    });
  }
}

/** Where the server is, without user, password and options. */
function describeServer(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

// Reading first fixes the state: the transaction would else see what is committed at its first query.
const beginSnapshot = 'begin isolation level repeatable read read only; select 1';

async function runSnapshot<R>(pool: pg.Pool, work: (session: Session) => Promise<R>): Promise<R> {
  const client = await beginOn(pool, beginSnapshot);
  let isLost = true;
  try {
    return await work(sessionOn(client, () => {}));
  } finally {
    isLost = await client.query('rollback').then(
      () => false,
      () => true,
    );
    client.release(isLost);
  }
}

function refuseStream(): never {
  throw new Error('stream inside database.snapshot: the shared reader must not wait for one caller');
}

/** Turns what a server says that can't serve now into DomainError 'unavailable'. */
async function mapUnavailable<R>(answer: R | Promise<R>): Promise<R> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DomainError || !isPostgresUnavailable(error)) throw error;
    throw new DomainError('unavailable', 'the database does not answer just now; try again in a moment', {
      cause: error,
      headers: { 'retry-after': '5' },
    });
  }
}
