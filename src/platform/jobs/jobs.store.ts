// Reads and writes jobs.
import type { Insertable, Selectable, Updateable } from 'kysely';
import { listInParts, newestFirst, skipLocked } from '../database/index.ts';
import type { Reader, Tables, Writer } from '../database/index.ts';
import type { JobStatus } from './jobs.tables.ts';
import './jobs.tables.ts';

export type JobRow = Selectable<Tables['jobs']>;

/** Whoever holds it may end the job; it is gone once somebody else has taken the job. */
export interface Lease {
  readonly id: number;
  readonly leasedBy: string;
}

/** Whether the job is new: false where one with the same key was there before. */
export async function insertJob(tx: Writer, job: Insertable<Tables['jobs']>): Promise<boolean> {
  const row = await tx
    .insertInto('jobs')
    .values(job)
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets the job with this key where it waits. */
export const deleteWaiting = (tx: Writer, key: string): Promise<unknown> =>
  tx.deleteFrom('jobs').where('unique_key', '=', key).where('status', '=', 'waiting').execute();

const rowsPerStatement = 200;

/** Inserts jobs without keys. */
export async function insertJobs(tx: Writer, jobs: readonly Insertable<Tables['jobs']>[]): Promise<void> {
  for (let start = 0; start < jobs.length; start += rowsPerStatement) {
    await tx
      .insertInto('jobs')
      .values(jobs.slice(start, start + rowsPerStatement))
      .execute();
  }
}

/** What the jobs of this kind that wait or run are to do, as JSON. */
export async function listUnfinishedPayloads(db: Reader, kind: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('payload_json')
    .where('kind', '=', kind)
    .where('due_at_ms', 'is not', null)
    .execute();
  return rows.map(({ payload_json }) => payload_json);
}

/** When the first job of these kinds may be taken; undefined where none waits or runs. */
export async function readNextDue(db: Reader, kinds: readonly string[]): Promise<number | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('due_at_ms')
    .where('due_at_ms', 'is not', null)
    .where('kind', 'in', kinds)
    .orderBy('due_at_ms')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at_ms ?? undefined;
}

export interface Claim {
  readonly kinds: readonly string[];
  readonly leasedBy: string;
  readonly nowMs: number;
  readonly leaseEndsMs: number;
  readonly limit: number;
  /** These alone. */
  readonly ids?: readonly number[];
}

/** Takes jobs that are due, and those whose lease is over because their process is gone. */
export async function claimJobs(tx: Writer, claim: Claim): Promise<JobRow[]> {
  let due = tx
    .selectFrom('jobs')
    .select('id')
    .where('due_at_ms', '<=', claim.nowMs)
    .where('kind', 'in', claim.kinds)
    .orderBy('due_at_ms')
    .orderBy('id')
    .limit(claim.limit);
  if (claim.ids !== undefined) due = due.where('id', 'in', claim.ids);
  return tx
    .with('due', () => skipLocked(tx, due))
    .updateTable('jobs')
    .set((eb) => ({
      status: 'running' as const,
      attempts: eb('attempts', '+', 1),
      leased_by: claim.leasedBy,
      due_at_ms: claim.leaseEndsMs,
      set_at_ms: claim.nowMs,
      started_at_ms: claim.nowMs,
    }))
    .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
    .returningAll()
    .execute();
}

/** Changes a job that is still under this lease; false where it is not. */
export async function changeLeased(
  tx: Writer,
  { id, leasedBy }: Lease,
  change: Updateable<Tables['jobs']>,
): Promise<boolean> {
  const result = await tx
    .updateTable('jobs')
    .set(change)
    .where('id', '=', id)
    .where('leased_by', '=', leasedBy)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Gives a job back as if it had not been taken; nothing happens where the lease is lost. */
export async function releaseLeased(
  tx: Writer,
  { id, leasedBy }: Lease,
  times: { dueAtMs: number; nowMs: number },
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set((eb) => ({
      status: 'waiting' as const,
      due_at_ms: times.dueAtMs,
      set_at_ms: times.nowMs,
      leased_by: null,
      attempts: eb('attempts', '-', 1),
    }))
    .where('id', '=', id)
    .where('leased_by', '=', leasedBy)
    .execute();
}

/** What a job must match; an absent key matches everything. */
export interface JobFilter {
  status?: JobStatus | undefined;
  /** Whether its last attempt failed. */
  hasFailed?: boolean;
}

/** A page of jobs, newest first, and how many there are. */
export function listJobs(
  db: Reader,
  { status, hasFailed }: JobFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: JobRow[]; size: number }> {
  const rows = db.selectFrom('jobs').selectAll();
  let found = rows;
  if (status !== undefined) found = found.where('status', '=', status);
  if (hasFailed !== undefined) found = found.where('last_error', hasFailed ? 'is not' : 'is', null);
  return listInParts(db, { rows, ...newestFirst }, found, page);
}

/** How many jobs wait and run. */
export const countOpenJobs = (db: Reader): Promise<{ status: JobStatus; count: number }[]> =>
  db
    .selectFrom('jobs')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('due_at_ms', 'is not', null)
    .groupBy('status')
    .execute();

export const findJob = (db: Reader, id: number): Promise<JobRow | undefined> =>
  db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();

/** Forgets the attempts of jobs that failed, so that they are taken at once; gives how many there were. */
export async function resetFailed(
  tx: Writer,
  which: { id?: number; status?: JobStatus },
  nowMs: number,
): Promise<number> {
  let update = tx
    .updateTable('jobs')
    .set({ status: 'waiting', due_at_ms: nowMs, set_at_ms: nowMs, attempts: 0, last_error: null, finished_at_ms: null })
    .where('status', 'in', ['waiting', 'failed'])
    .where('last_error', 'is not', null);
  if (which.id !== undefined) update = update.where('id', '=', which.id);
  if (which.status !== undefined) update = update.where('status', '=', which.status);
  return Number((await update.executeTakeFirst()).numUpdatedRows);
}

interface ClockBounds {
  readonly nowMs: number;
  /** From here on nobody's clock can be right. */
  readonly aheadMs: number;
}

/** Whether there is a job whose time was set by a clock that was ahead. */
export async function hasJobsAhead(db: Reader, { nowMs, aheadMs }: ClockBounds): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('due_at_ms', '>', nowMs)
    .where('set_at_ms', '>', aheadMs)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Has jobs whose time was set by a clock that was ahead wait from now on for as long as they were to wait from then on; gives how
 * many there were.
 */
export async function bringBackJobs(tx: Writer, { nowMs, aheadMs }: ClockBounds): Promise<number> {
  const result = await tx
    .updateTable('jobs')
    .set((eb) => ({
      due_at_ms: eb('due_at_ms', '-', eb.parens('set_at_ms', '-', nowMs)),
      set_at_ms: nowMs,
    }))
    .where('due_at_ms', '>', nowMs)
    .where('set_at_ms', '>', aheadMs)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Forgets jobs that were over before `atMs`, whether they succeeded or failed. */
export async function deleteJobsFinishedBefore(tx: Writer, atMs: number): Promise<void> {
  await tx.deleteFrom('jobs').where('finished_at_ms', '<', atMs).execute();
}
