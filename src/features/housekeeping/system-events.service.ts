// The jobs of the server as an administrator sees them: over REST as system events, on the command line as jobs.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { findJob, listJobs, retryJobs } from '../../platform/jobs/index.ts';
import type { JobFilter, JobRow } from '../../platform/jobs/index.ts';
import type { Caller } from '../people/index.ts';
import type { SystemEvent, SystemEventStatus } from './system-events.schema.ts';

interface Page {
  limit: number;
  offset: number;
}

export interface SystemEvents {
  /** Newest first; throws forbidden for who is no site administrator and has no delegation `system-events`. */
  list(
    caller: Caller,
    status: SystemEventStatus | undefined,
    page: Page,
  ): Promise<{ events: Static<typeof SystemEvent>[]; size: number }>;
  /** As `retry`, for whoever sees system events; throws forbidden as `list`. */
  retryAs(caller: Caller, id: number): Promise<void>;
  /** Newest first, for the command line. */
  listJobs(filter: JobFilter, page: Page): Promise<JobRow[]>;
  /** Has a job whose last attempt failed start anew at once. Throws notFound, and conflict for one that did not fail. */
  retry(id: number): Promise<void>;
  /** As `retry`, for all jobs that were given up; gives how many there were. */
  retryGivenUp(): Promise<number>;
}

/** A job that waits after an attempt that failed is a warning: it goes by itself, or becomes an error. */
const filters: Readonly<Record<SystemEventStatus, JobFilter>> = {
  new: { status: 'waiting', hasFailed: false },
  running: { status: 'running' },
  done: { status: 'done' },
  warning: { status: 'waiting', hasFailed: true },
  error: { status: 'failed' },
};

function statusOf({ status, last_error }: JobRow): SystemEventStatus {
  if (status === 'waiting') return last_error === null ? 'new' : 'warning';
  return status === 'failed' ? 'error' : status;
}

const viewEvent = (job: JobRow): Static<typeof SystemEvent> => ({
  id: job.id,
  type: job.kind.toUpperCase().replaceAll('-', '_'),
  status: statusOf(job).toUpperCase(),
  owner: 'tepal',
  log: job.last_error ?? '',
});

export function createSystemEvents(database: Database, clock: Clock): SystemEvents {
  const retry = async (id: number): Promise<void> => {
    const nowMs = clock.nowMs();
    if ((await database.transact((tx) => retryJobs(tx, { id }, nowMs))) > 0) return;
    const job = await findJob(database.read, id);
    if (job === undefined)
      throw notFound(says('job.missing')`there is no job ${id}; finished jobs are deleted after 30 days`);
    throw conflict(says('job.no-retry')`job ${id} is ${job.status} and did not fail, so it can't be retried`);
  };
  return {
    async list(caller, status, page) {
      requireWatcher(caller);
      const { rows, size } = await listJobs(database.readBulk, status === undefined ? {} : filters[status], page);
      return { events: rows.map(viewEvent), size };
    },
    listJobs: async (filter, page) => (await listJobs(database.read, filter, page)).rows,
    retry,
    async retryAs(caller, id) {
      requireWatcher(caller);
      await retry(id);
    },
    retryGivenUp: () => database.transact((tx) => retryJobs(tx, { status: 'failed' }, clock.nowMs())),
  };
}

function requireWatcher({ isSuperUser, delegations }: Caller): void {
  if (!isSuperUser && !delegations.has('system-events'))
    throw forbidden(
      says('job.unseen')`only site administrators and users with the delegation system-events can see system events`,
    );
}
