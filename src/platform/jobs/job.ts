// What a job is: a kind, a payload of that kind's shape, and how it is run.
import { randomUUID } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { notify, storedJson } from '../database/index.ts';
import type { Writer } from '../database/index.ts';
import { deleteWaiting, insertJob, insertJobs, resetFailed } from './jobs.store.ts';
import type { JobStatus } from './jobs.tables.ts';

/** A kind of job, known to those who ask for it and to the one who runs it. */
export interface JobType<S extends TSchema> {
  readonly name: string;
  readonly payload: S;
}

/** One attempt, as the work sees it. */
export interface Attempt {
  readonly id: number;
  /** 1 for the first. */
  readonly number: number;
  /** Aborted when the process stops, or when the lease is lost: then stop soon, by throwing. */
  readonly signal: AbortSignal;
  /**
   * Marks the job as done in the transaction that holds its effects, so that they happen once. Throws LeaseLostError, which
   * undoes the transaction, where another attempt has begun. Without it the job is done once the work resolves.
   */
  finish(tx: Writer): Promise<void>;
  /** Has the job wait until then, as if this attempt had not been. Nothing happens where the job is over, or another attempt has begun. */
  postpone(tx: Writer, dueAtMs: number): Promise<void>;
}

/** Runs jobs of one kind. */
export interface JobHandler {
  readonly name: string;
  readonly attemptsMax: number;
  run(payloadJson: string, attempt: Attempt): Promise<void>;
}

/** Another attempt at the job has begun, or it is over. */
export class LeaseLostError extends Error {
  constructor(id: number) {
    super(`the lease of job ${id} is lost`);
    this.name = 'LeaseLostError';
  }
}

const attemptsMaxByDefault = 8;

/**
 * Says how jobs of a kind are run. A job may run more than once: after a crash, or when its process was too slow to keep
 * its lease. So `run` either does all it does in one transaction with `finish`, or what can be repeated.
 */
export function handleJob<S extends TSchema>(
  type: JobType<S>,
  run: (payload: Static<S>, attempt: Attempt) => Promise<void>,
  attemptsMax = attemptsMaxByDefault,
): JobHandler {
  const readPayload = storedJson(type.payload);
  return {
    name: type.name,
    attemptsMax,
    run: (payloadJson, attempt) => run(readPayload(payloadJson, `payload of job ${attempt.id}`), attempt),
  };
}

/** The channel on which runners hear of new jobs. */
export const jobsChannel = 'jobs';

/** Whose a job is, where jobs of its kind share slots fairly. */
export interface JobShare {
  /** Who gets the turn. */
  readonly owner: string;
  /** What asked for the job. */
  readonly source: string;
  /** Where it goes. */
  readonly target: string;
}

export interface Order {
  readonly nowMs: number;
  /** Not before this time; by default at once. */
  readonly dueAtMs?: number;
  /** There is never another job with the same key. */
  readonly key?: string;
  readonly share?: JobShare;
}

const newJob = (kind: string, payload: unknown, { nowMs, dueAtMs = nowMs, key, share }: Order) => ({
  kind,
  payload_json: JSON.stringify(payload),
  unique_key: key ?? null,
  status: 'waiting' as const,
  due_at_ms: dueAtMs,
  set_at_ms: nowMs,
  attempts: 0,
  leased_by: null,
  last_error: null,
  created_at_ms: nowMs,
  started_at_ms: null,
  finished_at_ms: null,
  ...share,
});

/** Asks for a job once the transaction is durable. False where there was one with the key before. */
export async function enqueueJob<S extends TSchema>(
  tx: Writer,
  type: JobType<S>,
  payload: Static<S>,
  order: Order,
): Promise<boolean> {
  const isNew = await insertJob(tx, newJob(type.name, payload, order));
  if (isNew) await notify(tx, jobsChannel);
  return isNew;
}

/** Takes back what was asked for with this key; a job that runs goes on. */
export const cancelJob = (tx: Writer, key: string): Promise<unknown> => deleteWaiting(tx, key);

/** Asks for a job for each payload, in a few statements, once the transaction is durable. */
export async function enqueueJobs<S extends TSchema>(
  tx: Writer,
  type: JobType<S>,
  payloads: readonly Static<S>[],
  order: Omit<Order, 'key'>,
): Promise<void> {
  if (payloads.length === 0) return;
  await insertJobs(
    tx,
    payloads.map((payload) => newJob(type.name, payload, order)),
  );
  await notify(tx, jobsChannel);
}

/**
 * Has jobs start anew at once whose last attempt failed, given up or not, once the transaction is durable; gives how many
 * there were.
 */
export async function retryJobs(
  tx: Writer,
  which: { id?: number; status?: JobStatus },
  nowMs: number,
): Promise<number> {
  const count = await resetFailed(tx, which, nowMs);
  if (count > 0) await notify(tx, jobsChannel);
  return count;
}

/** A name for a lease that no other has. */
export const nameLease = (runner: string): string => `${runner} ${randomUUID()}`;
