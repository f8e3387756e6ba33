// What is done by the clock: once a day, what is expired goes.
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { deleteJobsFinishedBefore, handleJob } from '../../platform/jobs/index.ts';
import type { JobHandler, JobType, Scheduled } from '../../platform/jobs/index.ts';
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

export function createHousekeeping(deps: { database: Database; clock: Clock; site: SiteService }): Housekeeping {
  const { database, clock, site } = deps;
  const clean = handleJob(dailyCleaning, async (_payload, attempt) => {
    const { settings } = await site.current();
    await database.transact(async (tx) => {
      const nowMs = clock.nowMs();
      await deleteExpiredCredentials(tx, settings, nowMs);
      await deleteJobsFinishedBefore(tx, nowMs - jobsKeptMs);
      await attempt.finish(tx);
    });
  });
  const nightly = { name: 'daily-cleaning', times: { hour: 0, minute: 40 }, type: dailyCleaning, payload: {} };
  return { handlers: [clean], schedules: [nightly] };
}
