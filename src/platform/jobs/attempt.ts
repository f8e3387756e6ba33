// One attempt at a job, from the claim to what is written down of it.
import type { Clock } from '../clock.ts';
import { afterCommit } from '../database/index.ts';
import type { Database, DatabaseLogger, Writer } from '../database/index.ts';
import { LeaseLostError } from './job.ts';
import type { Attempt, JobHandler } from './job.ts';
import { changeLeased, releaseLeased } from './jobs.store.ts';
import type { JobRow, Lease } from './jobs.store.ts';
import { retryDelayMs } from './retry.ts';

/** A job that this process runs. */
export interface Underway {
  readonly lease: Lease;
  readonly abort: AbortController;
  /** Resolves when the attempt is over; never rejects. */
  readonly ended: Promise<void>;
}

/** How attempts ended, since the start of the process. */
export interface JobStats {
  done: number;
  /** To be tried again. */
  failed: number;
  givenUp: number;
}

export interface JobsUnderway {
  readonly stats: JobStats;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: DatabaseLogger;
  readonly random: () => number;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly leaseMs: number;
  readonly underway: Map<number, Underway>;
}

/** Runs a claimed job and writes down what came of it; resolves whatever happens. */
export async function performJob(jobs: JobsUnderway, job: JobRow, signal: AbortSignal): Promise<void> {
  const { database, clock } = jobs;
  const lease: Lease = { id: job.id, leasedBy: job.leased_by ?? '' };
  let isOver = false;
  const noteOver = (tx: Writer): void =>
    afterCommit(tx, () => {
      isOver = true;
    });
  const attempt: Attempt = {
    id: job.id,
    number: job.attempts,
    signal,
    async finish(tx) {
      const change = { status: 'done', due_at_ms: null, leased_by: null, finished_at_ms: clock.nowMs() } as const;
      if (!(await changeLeased(tx, lease, change))) throw new LeaseLostError(job.id);
      noteOver(tx);
    },
    async postpone(tx, dueAtMs) {
      await releaseLeased(tx, lease, { dueAtMs, nowMs: clock.nowMs() });
      noteOver(tx);
    },
  };
  try {
    const handler = jobs.handlers.get(job.kind);
    if (handler === undefined) throw new Error(`nobody here runs jobs of the kind ${job.kind}`);
    if (job.attempts > handler.attemptsMax) throw new Error('its process ended during its last attempt');
    await handler.run(job.payload_json, attempt);
    if (!isOver) await database.transact((tx) => attempt.finish(tx));
    jobs.stats.done += 1;
  } catch (error) {
    await noteFailure(jobs, job, error, signal.aborted);
  }
}

/** Characters of an error that is stored with its job; the rest is cut off. */
const errorCharactersMax = 1000;

async function noteFailure(jobs: JobsUnderway, job: JobRow, error: unknown, isAborted: boolean): Promise<void> {
  const { database, clock, logger, random, handlers } = jobs;
  const lease: Lease = { id: job.id, leasedBy: job.leased_by ?? '' };
  if (error instanceof LeaseLostError) {
    logger.warn({ err: error }, 'an attempt was too slow, and is undone');
    return;
  }
  if (isAborted) return releaseJob(jobs, lease);
  const nowMs = clock.nowMs();
  const isGivenUp = job.attempts >= (handlers.get(job.kind)?.attemptsMax ?? 0);
  const next = isGivenUp
    ? ({ status: 'failed', due_at_ms: null, finished_at_ms: nowMs } as const)
    : ({ status: 'waiting', due_at_ms: nowMs + retryDelayMs(job.attempts, random()), set_at_ms: nowMs } as const);
  const message = (error instanceof Error ? error.message : String(error)).slice(0, errorCharactersMax);
  const share = job.owner === null ? {} : { owner: job.owner, source: job.source, target: job.target };
  const facts = { err: error, job: job.id, kind: job.kind, attempt: job.attempts, ...share };
  jobs.stats[isGivenUp ? 'givenUp' : 'failed'] += 1;
  if (isGivenUp) logger.error(facts, 'a job failed for good');
  else logger.warn(facts, 'a job failed and will be tried again');
  try {
    await database.transact((tx) => changeLeased(tx, lease, { ...next, leased_by: null, last_error: message }));
  } catch (cause) {
    // Its lease ends by itself, and then somebody takes it again.
    logger.warn({ err: cause }, `what came of job ${job.id} could not be written down`);
  }
}

/** Gives a job back, as if this attempt had not been, so that another process takes it at once. */
export async function releaseJob({ database, clock, logger }: JobsUnderway, lease: Lease): Promise<void> {
  try {
    const nowMs = clock.nowMs();
    await database.transact((tx) => releaseLeased(tx, lease, { dueAtMs: nowMs, nowMs }));
  } catch (error) {
    logger.warn({ err: error }, `job ${lease.id} could not be given back`);
  }
}
