// Finds jobs whose times were set by a clock that was ahead, once it is right, and brings them back.
import type { Database, DatabaseLogger } from '../database/index.ts';
import { bringBackJobs, hasJobsAhead } from './jobs.store.ts';

/** Clocks of several machines differ a little. */
const toleranceMs = 60_000;
/** How often to look, by a clock that goes on evenly. */
const lookMs = 60_000;

/**
 * Looks at the first call, then each minute, and at once where the clock went back. A job that was to wait for an hour then waits
 * for an hour from now on; one that was to run at once runs at once.
 */
export function createClockWatch(database: Database, logger: DatabaseLogger): (nowMs: number) => Promise<void> {
  let lookedAtMs: number | undefined;
  return async (nowMs) => {
    if (lookedAtMs !== undefined && nowMs >= lookedAtMs && nowMs < lookedAtMs + lookMs) return;
    const bounds = { nowMs, aheadMs: nowMs + toleranceMs };
    if (await hasJobsAhead(database.read, bounds)) {
      const count = await database.transact((tx) => bringBackJobs(tx, bounds));
      if (count > 0)
        logger.warn({ jobs: count }, 'the clock was ahead when jobs were asked for; they are brought back');
    }
    lookedAtMs = nowMs;
  };
}
