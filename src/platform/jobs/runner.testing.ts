// A runner on a database, with a time that passes when a test says so.
import type { TestContext } from 'node:test';
import { until } from '../concurrency/until.testing.ts';
import { cleanUp, usePlace } from '../database/database.fixture.ts';
import type { Database, DatabaseLocation } from '../database/index.ts';
import { createJobRunner, enqueueJob, handleJob } from './index.ts';
import type { JobRunner } from './index.ts';
import type { Attempt, Order } from './job.ts';
import { insertEffect, labelled, openJobsDatabase } from './jobs.testing.ts';
import type { Label } from './jobs.testing.ts';
import type { JobRow } from './jobs.store.ts';
import type { RunnerOptions } from './runner.ts';
import type { Timers } from '../concurrency/timers.ts';

export const startMs = Date.UTC(2026, 10, 21, 9, 0, 0);
export const leaseMs = 60_000;
export const pollMs = 5000;
export const hourMs = 60 * 60 * 1000;

export interface TestTime extends Timers {
  nowMs(): number;
  /** Lets time pass, calling what becomes due at its time. */
  pass(ms: number): void;
  /** Has the clock say something else, while timers go on as before. */
  set(atMs: number): void;
}

export function createTime(): TestTime {
  let nowMs = startMs;
  const waiting = new Set<{ atMs: number; call: () => void }>();
  return {
    nowMs: () => nowMs,
    after(delayMs, call) {
      const entry = { atMs: nowMs + delayMs, call };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    pass(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const [first] = [...waiting].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs);
        if (first === undefined) break;
        waiting.delete(first);
        nowMs = Math.max(nowMs, first.atMs);
        first.call();
      }
      nowMs = endMs;
    },
    set(atMs) {
      for (const entry of waiting) entry.atMs += atMs - nowMs;
      nowMs = atMs;
    },
  };
}

export async function open(context: TestContext, where?: DatabaseLocation): Promise<Database> {
  const database = await openJobsDatabase(where ?? (await usePlace(context)));
  cleanUp(context, () => database.close());
  return database;
}

export type Run = (label: Label, attempt: Attempt) => Promise<void>;

/** What a job does that leaves its label in the same transaction in which it ends. */
export const leaveEffect =
  (database: Database): Run =>
  ({ label }, attempt) =>
    database.transact(async (tx) => {
      await insertEffect(tx, label);
      await attempt.finish(tx);
    });

export interface Place {
  database: Database;
  time: TestTime;
}

export function startRunner(
  context: TestContext,
  { database, time }: Place,
  run: Run = leaveEffect(database),
  options: Partial<RunnerOptions> & { attemptsMax?: number } = {},
): JobRunner {
  const { attemptsMax = 3, ...rest } = options;
  const runner = createJobRunner({
    database,
    clock: time,
    timers: time,
    logger: { warn: () => {}, error: () => {} },
    handlers: [handleJob(labelled, run, attemptsMax)],
    schedules: [],
    timeZone: 'Europe/Berlin',
    leaseMs,
    pollMs,
    random: () => 0,
    ...rest,
  });
  runner.start();
  cleanUp(context, () => runner.stop(0));
  return runner;
}

export const enqueue = ({ database, time }: Place, label: string, order: Partial<Order> = {}): Promise<boolean> =>
  database.transact((tx) => enqueueJob(tx, labelled, { label }, { nowMs: time.nowMs(), ...order }));

/** Waits while what is due at this time goes on. */
export const untilAt = (time: TestTime, isSo: () => boolean | Promise<boolean>): Promise<boolean> =>
  until(() => {
    time.pass(0);
    return isSo();
  });

export const listJobs = ({ database }: Place): Promise<JobRow[]> =>
  database.read.selectFrom('jobs').selectAll().orderBy('id').execute();

export const areAll = async (place: Place, status: JobRow['status']): Promise<boolean> =>
  (await listJobs(place)).every((job) => job.status === status);

/** Waits for the first job to have this status. */
export function firstJob(place: Place, status: JobRow['status']): Promise<JobRow> {
  return until(async () => {
    place.time.pass(0);
    const [job] = await listJobs(place);
    return job?.status === status && job;
  });
}

export const createPlace = async (context: TestContext): Promise<Place> => ({
  database: await open(context),
  time: createTime(),
});
