// What is done by the clock: every night the system event ROOT_DAILY asks for the night's jobs. One of them, here, removes
// what is expired; other features bring theirs.
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { dropOldKeys } from '../../platform/idempotency/index.ts';
import { deleteJobsFinishedBefore, enqueueJob, handleJob } from '../../platform/jobs/index.ts';
import type { JobHandler, JobType, Scheduled } from '../../platform/jobs/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { SiteService } from '../site/index.ts';

const NoPayload = Type.Object({});
const rootDaily: JobType<typeof NoPayload> = { name: 'root-daily', payload: NoPayload };
const dailyCleaning: JobType<typeof NoPayload> = { name: 'daily-cleaning', payload: NoPayload };

/** When the nightly event is due in server time (spec, section 6). */
const night = { hour: 0, minute: 10 };

/** How long it is known what became of a job. */
const jobsRetentionMs = 30 * 24 * 60 * 60 * 1000;

/** A job of every night, with attempts and a row of its own. */
export interface NightlyJob<S extends TSchema = TSchema> {
  readonly type: JobType<S>;
  readonly payload: Static<S>;
  /** Whether it is to run this night; always when absent. */
  isWanted?(settings: Settings): boolean;
}

/** Removes what is expired, in the transaction of the daily cleaning. */
export type Cleaner = (tx: Writer, settings: Settings, nowMs: number) => Promise<void>;

const ownJob: NightlyJob = { type: dailyCleaning, payload: {} };

export interface Housekeeping {
  handlers: readonly JobHandler[];
  schedules: readonly Scheduled[];
}

interface HousekeepingDeps {
  database: Database;
  clock: Clock;
  site: SiteService;
  cleaners: readonly Cleaner[];
  /** What other features do at night; their handlers are theirs. */
  nightlyJobs: readonly NightlyJob[];
}

/** `cleaners` and `nightlyJobs` may grow until the first night. */
export function createHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const { database, clock, site, cleaners, nightlyJobs } = deps;
  const startNight = handleJob(rootDaily, async (_payload, attempt) => {
    const { settings } = await site.current();
    await database.transact(async (tx) => {
      const nowMs = clock.nowMs();
      for (const { type, payload, isWanted } of [ownJob, ...nightlyJobs]) {
        if (isWanted?.(settings) !== false) await enqueueJob(tx, type, payload, { nowMs });
      }
      await attempt.finish(tx);
    });
  });
  const clean = handleJob(dailyCleaning, async (_payload, attempt) => {
    const { settings } = await site.current();
    await database.transact(async (tx) => {
      const nowMs = clock.nowMs();
      for (const cleanMore of cleaners) await cleanMore(tx, settings, nowMs);
      await dropOldKeys(tx, nowMs);
      await deleteJobsFinishedBefore(tx, nowMs - jobsRetentionMs);
      await attempt.finish(tx);
    });
  });
  return {
    handlers: [startNight, clean],
    schedules: [{ name: rootDaily.name, times: night, type: rootDaily, payload: {} }],
  };
}
