// Work of the server beside requests as a feature: what is done every night, and what administrators see of jobs.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { SiteService } from '../site/index.ts';
import { createHousekeeping } from './housekeeping.service.ts';
import type { Cleaner, NightlyJob } from './housekeeping.service.ts';
import { systemEventRoutes } from './system-events.routes.ts';
import { createSystemEvents } from './system-events.service.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

/** `cleaners` and `nightlyJobs` are those of all features, and grow with them. */
export function createHousekeepingFeature(
  { database, clock }: Needs,
  { site }: { site: SiteService },
  { cleaners, nightlyJobs }: { cleaners: readonly Cleaner[]; nightlyJobs: readonly NightlyJob[] },
) {
  const systemEvents = createSystemEvents(database, clock);
  const { handlers, schedules } = createHousekeeping({ database, clock, site, cleaners, nightlyJobs });
  return { systemEvents, parts: { routes: systemEventRoutes(systemEvents), jobs: handlers, schedules } };
}
