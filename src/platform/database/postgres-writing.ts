// Transactions on PostgreSQL. Code above is written for one writer at a time, so each runs SERIALIZABLE and, where other
// work at the same time was in the way, again from its start: the one place that retries. The last attempts are alone.

import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { DomainError } from '../errors.ts';
import {
  isPostgresConflict,
  isPostgresLost,
  isPostgresStale,
  isPostgresUnavailable,
  readPostgresConstraint,
} from './postgres-dialect.ts';
import type { WriteStats } from './write-queue.ts';

/** Attempts beside other writers, and then those that no other writer of any process runs beside. */
const attemptsBesideOthers = 3;
const attemptsMax = 6;
const delayMaxMs = 10;

// LOCK comes before the first query, which fixes what the transaction sees. Scanning a whole table would make the
// transaction depend on each of its rows, so an index is used where there is one.
const beginBeside = (lockMode: 'row exclusive' | 'share row exclusive'): string =>
  `begin isolation level serializable; set local enable_seqscan = off; lock table schema_migrations in ${lockMode} mode`;

// What a migration does may take long, and so may waiting for another process that does it.
const beginAlone = (lockKey: number): string =>
  `begin isolation level read committed; set local statement_timeout = 0; set local lock_timeout = 0;
    select pg_advisory_xact_lock(${lockKey})`;

/** Runs on a connection inside a transaction; `noteFailure` gets what a statement throws, which ends the transaction. */
export type Work<R> = (client: PoolClient, noteFailure: (error: unknown) => void) => Promise<R>;

type Outcome<R> = { readonly result: R } | { readonly error: unknown; readonly mayRepeat: boolean };

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

/** Runs `work` to its COMMIT, as often as it takes; throws unavailable where it takes too often. Counts into `counts`. */
export async function runSerializable<R>(pool: Pool, work: Work<R>, counts: WriteCounts): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const mode = attempt > attemptsBesideOthers ? 'share row exclusive' : 'row exclusive';
    const outcome = await runOnce(await beginOn(pool, beginBeside(mode)), work);
    if ('result' in outcome) {
      counts.commits += 1;
      counts.committedWorks += 1;
      return outcome.result;
    }
    if (!outcome.mayRepeat || attempt === attemptsMax) {
      counts.failedWorks += 1;
      throw outcome.mayRepeat ? tellContention(outcome.error) : outcome.error;
    }
    counts.busyRetries += 1;
    await delay(Math.random() * delayMaxMs);
  }
}

/** As runSerializable, once, alone among those who hold the same advisory lock, and seeing what the last one left. */
export async function runAlone<R>(pool: Pool, lockKey: number, work: Work<R>): Promise<R> {
  const client = await beginOn(pool, beginAlone(lockKey));
  const outcome = await runOnce(client, work);
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

async function runOnce<R>(client: PoolClient, work: Work<R>): Promise<Outcome<R>> {
  const failures: unknown[] = [];
  let result: R;
  try {
    result = await work(client, (error) => failures.push(error));
    if (failures.length > 0) throw new Error('a statement failed and the work went on', { cause: failures[0] });
  } catch (error) {
    const [failure] = failures;
    await rollBack(client, isPostgresStale(failure));
    return { error: isPostgresUnavailable(failure) ? failure : error, mayRepeat: isWorthRepeating(failure, error) };
  }
  try {
    const { command } = await client.query('commit');
    client.release();
    if (command === 'COMMIT') return { result };
    return { error: new Error('the engine rolled the transaction back during the work'), mayRepeat: false };
  } catch (error) {
    client.release(true);
    return { error: isPostgresLost(error) ? tellDoubt(error) : error, mayRepeat: isPostgresConflict(error) };
  }
}

/**
 * A constraint that the work did not expect is one more sign of other work at the same time: what it checked before was
 * no longer so. A statement that sees it again when it is alone is a mistake of the code.
 */
const isWorthRepeating = (failure: unknown, thrown: unknown): boolean =>
  isPostgresConflict(failure) ||
  isPostgresStale(failure) ||
  (failure === thrown && readPostgresConstraint(failure) !== undefined);

async function rollBack(client: PoolClient, isStale: boolean): Promise<void> {
  try {
    await client.query('rollback');
    client.release(isStale);
  } catch {
    // Without its connection the server undoes the transaction by itself.
    client.release(true);
  }
}

const tellContention = (cause: unknown): unknown =>
  isPostgresConflict(cause)
    ? new DomainError('unavailable', 'too much is being changed at the same time; try again in a moment', {
        cause,
        headers: { 'retry-after': '1' },
      })
    : cause;

const tellDoubt = (cause: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'the connection to the database was lost while it saved; look whether it did before you try again',
    {
      cause,
    },
  );
