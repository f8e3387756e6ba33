// Transactions on PostgreSQL: how they begin and end. Code above is written for one writer at a time, so each that changes
// data is SERIALIZABLE; postgres-queue.ts runs what it undoes again.

import type { Pool, PoolClient, QueryResult } from 'pg';
import { DomainError } from '../../errors.ts';
import { isPostgresConflict, isPostgresLost, readPostgresConstraint } from './postgres-dialect.ts';
import type { WriteStats } from '../sessions/write-queue.ts';

/** Attempts beside other writers, and then those that no other writer of any process runs beside. */
export const attemptsBesideOthers = 3;
/** Attempts of both kinds; after the last the change is answered 503. */
export const attemptsMax = 6;

// LOCK comes before the first query, which fixes what the transaction sees. Scanning a whole table would make the
// transaction depend on each of its rows, so an index is used where there is one. Values hardly matter to a plan then.
const beginWithLock = (lockMode: 'row exclusive' | 'share row exclusive'): string =>
  `begin isolation level serializable; set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan;
    lock table schema_migrations in ${lockMode} mode`;

// What a migration does may take long, and so may waiting for another process that does it.
const beginAlone = (lockKey: number): string =>
  `begin isolation level read committed; set local statement_timeout = 0; set local lock_timeout = 0;
    select pg_advisory_xact_lock(${lockKey})`;

/** Runs on a connection inside a transaction; `noteFailure` gets what a statement throws, which ends the transaction. */
export type Work<R> = (client: PoolClient, noteFailure: (error: unknown) => void) => Promise<R>;

export interface WriteCounts extends WriteStats {
  /** How often other work at the same time made a transaction start again. */
  busyRetries: number;
}

/** Takes a connection and begins; once more where the connection had been lost while it was idle. */
export async function beginOn(pool: Pool, begin: string): Promise<PoolClient> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect();
    try {
      await client.query(begin);
      return client;
    } catch (error) {
      client.release(true);
      if (attempt > 1 || !isPostgresLost(error)) throw error;
    }
  }
}

/** A transaction that is asked for: its first statement may be on its way with its BEGIN. */
export interface OpenTransaction {
  readonly client: PoolClient;
  /**
   * What a statement that is about to be sent has to wait for. The first ones go with the BEGIN as long as they only read: where
   * that fails, they would be carried out by themselves.
   */
  begunBefore(sql: string): Promise<void> | undefined;
  /** What is sent until the end of this turn of microtasks reaches the server in one write. */
  gatherWrites(): void;
  /** What refused the BEGIN, once that is known. */
  refusal(): Promise<{ readonly cause: unknown } | undefined>;
}

/**
 * Takes a connection and sends BEGIN. The transaction sees what is committed when its first statement comes; where `isAlone`, no
 * other writer of any process is beside it.
 */
export async function openSerializable(pool: Pool, isAlone: boolean): Promise<OpenTransaction> {
  const client = await pool.connect();
  const { stream } = client.connection;
  let isGathering = false;
  const gatherWrites = (): void => {
    if (isGathering) return;
    isGathering = true;
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };
  gatherWrites();
  const answer = client.query(beginWithLock(isAlone ? 'share row exclusive' : 'row exclusive'));
  let begun: Promise<void> | undefined = answer.then(() => (begun = undefined));
  const refusal = begun.then(
    () => undefined,
    (cause: unknown) => ({ cause }),
  );
  let onlyReads = true;
  return {
    client,
    gatherWrites,
    refusal: () => refusal,
    begunBefore(sql) {
      onlyReads &&= sql.startsWith('select ');
      return onlyReads ? undefined : begun;
    },
  };
}

/** Runs `work` in a transaction, alone among those who hold the same advisory lock, and seeing what the last one left. */
export async function runAlone<R>(pool: Pool, lockKey: number, work: Work<R>): Promise<R> {
  const client = await beginOn(pool, beginAlone(lockKey));
  let result: R;
  try {
    result = await work(client, () => {});
  } catch (error) {
    await rollBack(client, true);
    throw error;
  }
  await commit(client);
  return result;
}

/** Commits and gives the connection back. Throws what the server refuses; unavailable where its answer was lost. */
const commit = (client: PoolClient): Promise<void> => endCommit(client, client.query('commit'));

/** The same once COMMIT is sent. */
export async function endCommit(client: PoolClient, sent: Promise<QueryResult>): Promise<void> {
  let command: string;
  try {
    ({ command } = await sent);
  } catch (error) {
    const isLost = isPostgresLost(error);
    client.release(isLost);
    throw isLost ? mapDoubt(error) : error;
  }
  client.release();
  if (command !== 'COMMIT') throw new Error('the engine rolled the transaction back during the work');
}

/** Undoes all and gives the connection back, or ends it where it `isStale` or lost. */
export async function rollBack(client: PoolClient, isStale: boolean): Promise<void> {
  try {
    await client.query('rollback');
    client.release(isStale);
  } catch {
    // Without its connection the server undoes the transaction by itself.
    client.release(true);
  }
}

/**
 * Whether a constraint refused what the work had not expected: one more sign of other work at the same time, since what it
 * checked before was no longer so. A statement that sees it again when it is alone is a mistake of the code.
 */
export const isUnforeseenConstraint = (failure: unknown, thrown: unknown): boolean =>
  failure === thrown && readPostgresConstraint(failure) !== undefined;

/** What those are told in whose way others have been too often. */
export const mapContention = (cause: unknown): unknown =>
  isPostgresConflict(cause)
    ? new DomainError('unavailable', 'too much is being changed at the same time; try again in a moment', {
        cause,
        headers: { 'retry-after': '1' },
      })
    : cause;

const mapDoubt = (cause: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'the connection to the database was lost while it saved; look whether it did before you try again',
    {
      cause,
    },
  );
