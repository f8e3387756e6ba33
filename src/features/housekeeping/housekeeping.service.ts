// What is done by the clock: once a day, what is expired goes.
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { deleteJobsFinishedBefore, handleJob } from '../../platform/jobs/index.ts';
import type { JobHandler, JobType, Scheduled } from '../../platform/jobs/index.ts';
import type { Settings } from '../../settings/index.ts';
import { deleteExpiredCredentials } from '../people/index.ts';
import type { SiteService } from '../site/index.ts';

const NoPayload = Type.Object({});
const dailyCleaning: JobType<typeof NoPayload> = { name: 'daily-cleaning', payload: NoPayload };

/** How long it is known what became of a job. */
const jobsKeptMs = 30 * 24 * 60 * 60 * 1000;

export interface Housekeeping {
  handlers: readonly JobHandler[];
  schedules: readonly Scheduled[];
}

interface HousekeepingDeps {
  database: Database;
  clock: Clock;
  site: SiteService;
  /** What else expires, each in the transaction of the daily cleaning. */
  cleaners: readonly ((tx: Writer, settings: Settings, nowMs: number) => Promise<void>)[];
}

export function createHousekeeping({ database, clock, site, cleaners }: HousekeepingDeps): Housekeeping {
  const clean = handleJob(dailyCleaning, async (_payload, attempt) => {
    const { settings } = await site.current();
    await database.transact(async (tx) => {
      const nowMs = clock.nowMs();
      await deleteExpiredCredentials(tx, settings, nowMs);
      for (const cleanMore of cleaners) await cleanMore(tx, settings, nowMs);
      await deleteJobsFinishedBefore(tx, nowMs - jobsKeptMs);
      await attempt.finish(tx);
    });
  });
  const nightly = { name: 'daily-cleaning', times: { hour: 0, minute: 40 }, type: dailyCleaning, payload: {} };
  return { handlers: [clean], schedules: [nightly] };
}
