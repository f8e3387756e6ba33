// Runs jobs in this process: takes what is due, keeps the leases of what runs, asks for scheduled work.
import { hostname } from 'node:os';
import type { Static, TSchema } from 'typebox';
import type { Clock } from '../clock.ts';
import type { Database, DatabaseLogger } from '../database/index.ts';
import { performJob, releaseJob } from './attempt.ts';
import type { JobStats, JobsUnderway, Underway } from './attempt.ts';
import { createFairChoice } from './fair-claim.ts';
import type { ChooseDue, FairShares } from './fair-claim.ts';
import { enqueueJob, jobsChannel, nameLease } from './job.ts';
import type { JobHandler, JobType } from './job.ts';
import { changeLeased, claimJobs, readNextDue } from './jobs.store.ts';
import type { JobRow } from './jobs.store.ts';
import { dayOf, latestOccurrence, nextOccurrence } from './schedule.ts';
import type { DailySchedule } from './schedule.ts';
import { createClockWatch } from './wrong-clock.ts';
import { systemTimers } from '../concurrency/timers.ts';
import type { Timers } from '../concurrency/timers.ts';

/** A job that is asked for at its times, once for each of them among all processes. */
export interface Scheduled<S extends TSchema = TSchema> {
  readonly name: string;
  readonly times: DailySchedule;
  readonly type: JobType<S>;
  readonly payload: Static<S>;
}

export interface RunnerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: DatabaseLogger;
  readonly handlers: readonly JobHandler[];
  readonly schedules: readonly Scheduled[];
  readonly timers?: Timers;
  /** In whose time schedules are; by default the server's. */
  readonly timeZone?: string;
  /** How many jobs run at a time. */
  readonly slots?: number;
  /** Has the owners of jobs share the slots; without it jobs are taken in their order. All kinds then have shares. */
  readonly fair?: FairShares;
  /** After this time another process takes over from one that is gone. */
  readonly leaseMs?: number;
  /** How often to look for what other processes asked for. */
  readonly pollMs?: number;
  /** From 0 to 1, to spread retries. */
  readonly random?: () => number;
}

export interface JobRunner {
  start(): void;
  stats(): Readonly<JobStats>;
  /**
   * Takes no more jobs, tells those that run to stop and gives them this long; others get those that don't. Does nothing
   * where it was not started.
   */
  stop(graceMs: number): Promise<void>;
}

interface Runner extends JobsUnderway {
  readonly options: RunnerOptions;
  readonly timers: Timers;
  readonly timeZone: string;
  readonly slots: number;
  readonly choose: ChooseDue | undefined;
  readonly pollMs: number;
  readonly kinds: readonly string[];
  readonly name: string;
  /** Brings back what was asked for under a clock that was ahead. */
  readonly watchClock: (nowMs: number) => Promise<void>;
  /** Key of the last occurrence that was asked for, by name of the schedule. */
  readonly planned: Map<string, string>;
}

export function createJobRunner(options: RunnerOptions): JobRunner {
  const { database, logger, timers = systemTimers, leaseMs = 60_000, handlers } = options;
  const runner: Runner = {
    options,
    database,
    logger,
    clock: options.clock,
    random: options.random ?? Math.random,
    handlers: new Map(handlers.map((handler) => [handler.name, handler])),
    leaseMs,
    underway: new Map(),
    stats: { done: 0, failed: 0, givenUp: 0 },
    timers,
    timeZone: options.timeZone ?? Temporal.Now.timeZoneId(),
    slots: options.slots ?? 4,
    choose: options.fair && createFairChoice(database, options.fair),
    pollMs: options.pollMs ?? 5000,
    kinds: handlers.map(({ name }) => name),
    name: `${hostname()} ${process.pid}`,
    watchClock: createClockWatch(database, logger),
    planned: new Map(),
  };
  let turning: Promise<void> | undefined;
  let isWoken = false;
  let stopListening: (() => void) | undefined;
  let cancelTurn = (): void => {};
  let cancelRenewal = (): void => {};

  /** Looks for work now, or once more after the look that is under way. */
  const wake = (): void => {
    isWoken = true;
    if (stopListening !== undefined) turning ??= turnWhileWoken();
  };
  const turnWhileWoken = async (): Promise<void> => {
    cancelTurn();
    let nextMs = 0;
    while (isWoken && stopListening !== undefined) {
      isWoken = false;
      nextMs = await takeTurn(runner, wake);
    }
    turning = undefined;
    if (stopListening !== undefined) {
      // A clock that went back meanwhile makes the pause no longer.
      const pauseMs = Math.min(Math.max(nextMs - options.clock.nowMs(), 0), runner.pollMs);
      cancelTurn = timers.after(pauseMs, wake);
    }
  };
  const renew = async (): Promise<void> => {
    await renewLeases(runner);
    if (stopListening !== undefined) cancelRenewal = timers.after(leaseMs / 3, () => void renew());
  };

  return {
    stats: () => runner.stats,
    start() {
      stopListening = database.listen(jobsChannel, wake);
      cancelRenewal = timers.after(leaseMs / 3, () => void renew());
      wake();
    },
    async stop(graceMs) {
      if (stopListening === undefined) return;
      stopListening();
      stopListening = undefined;
      cancelTurn();
      cancelRenewal();
      await turning;
      await stopUnderway(runner, graceMs);
    },
  };
}

/** Runners beside each other as one, so that work of some kinds does not wait for slots that others hold. */
export const joinRunners = (runners: readonly JobRunner[]): JobRunner => ({
  start() {
    for (const runner of runners) runner.start();
  },
  stats() {
    const sum: JobStats = { done: 0, failed: 0, givenUp: 0 };
    for (const { done, failed, givenUp } of runners.map((runner) => runner.stats())) {
      sum.done += done;
      sum.failed += failed;
      sum.givenUp += givenUp;
    }
    return sum;
  },
  async stop(graceMs) {
    await Promise.all(runners.map((runner) => runner.stop(graceMs)));
  },
});

/** One look at what is due; gives when to look again. A failure is logged. */
async function takeTurn(runner: Runner, wake: () => void): Promise<number> {
  const { database, clock, logger } = runner;
  const pollAtMs = clock.nowMs() + runner.pollMs;
  try {
    await askForScheduled(runner);
    const nowMs = clock.nowMs();
    await runner.watchClock(nowMs);
    const free = runner.slots - runner.underway.size;
    const nextDueMs = free > 0 ? await readNextDue(database.read, runner.kinds) : undefined;
    if (nextDueMs !== undefined && nextDueMs <= nowMs) {
      const jobs = await claim(runner, nowMs, free);
      for (const job of jobs.sort((a, b) => a.id - b.id)) begin(runner, job, wake);
      if (jobs.length > 0) wake();
      return pollAtMs;
    }
    return Math.min(pollAtMs, nextDueMs ?? Infinity, ...listNextOccurrences(runner, nowMs));
  } catch (error) {
    logger.error({ err: error }, 'looking for jobs failed');
    return pollAtMs;
  }
}

async function claim(runner: Runner, nowMs: number, limit: number): Promise<JobRow[]> {
  const { database, kinds, name, leaseMs, choose } = runner;
  const ids = await choose?.({ kinds, nowMs, free: limit });
  if (ids?.length === 0) return [];
  const chosen = ids === undefined ? {} : { ids };
  return database.transact((tx) =>
    claimJobs(tx, { kinds, leasedBy: nameLease(name), nowMs, leaseEndsMs: nowMs + leaseMs, limit, ...chosen }),
  );
}

function begin(runner: Runner, job: JobRow, wake: () => void): void {
  const abort = new AbortController();
  const ended = performJob(runner, job, abort.signal).finally(() => {
    runner.underway.delete(job.id);
    wake();
  });
  runner.underway.set(job.id, { lease: { id: job.id, leasedBy: job.leased_by ?? '' }, abort, ended });
}

const listNextOccurrences = ({ options, timeZone }: Runner, nowMs: number): number[] =>
  options.schedules.map(({ times }) => nextOccurrence(times, nowMs, timeZone));

/** What was due less than a day ago and nobody asked for is asked for now, so that a server that was down catches up. */
async function askForScheduled({ options, database, clock, timeZone, planned }: Runner): Promise<void> {
  const nowMs = clock.nowMs();
  for (const { name, times, type, payload } of options.schedules) {
    const dueAtMs = latestOccurrence(times, nowMs, timeZone);
    if (dueAtMs === undefined) continue;
    const key = `${name} ${dayOf(dueAtMs, timeZone)}`;
    if (planned.get(name) === key) continue;
    await database.transact((tx) => enqueueJob(tx, type, payload, { nowMs, dueAtMs, key }));
    planned.set(name, key);
  }
}

async function renewLeases(runner: Runner): Promise<void> {
  const { database, clock, leaseMs, logger } = runner;
  for (const { lease, abort } of runner.underway.values()) {
    try {
      const nowMs = clock.nowMs();
      const times = { due_at_ms: nowMs + leaseMs, set_at_ms: nowMs };
      const isHeld = await database.transact((tx) => changeLeased(tx, lease, times));
      if (!isHeld) abort.abort(new Error('the lease is lost'));
    } catch (error) {
      logger.warn({ err: error }, `the lease of job ${lease.id} could not be renewed`);
    }
  }
}

async function stopUnderway(runner: Runner, graceMs: number): Promise<void> {
  const running: Underway[] = [...runner.underway.values()];
  if (running.length === 0) return;
  for (const { abort } of running) abort.abort(new Error('the server stops'));
  const { promise: waited, resolve } = Promise.withResolvers<void>();
  const cancel = runner.timers.after(graceMs, resolve);
  await Promise.race([Promise.all(running.map(({ ended }) => ended)), waited]);
  cancel();
  for (const { lease } of runner.underway.values()) await releaseJob(runner, lease);
}
