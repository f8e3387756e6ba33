// The archives that erased projects went to. The audit log knows where they are, so nothing else in that folder is touched.
import { rm } from 'node:fs/promises';
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { isThere } from '../../../platform/files/durable-files.ts';
import { notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { NightlyJob } from '../../housekeeping/index.ts';
import type { SiteService } from '../../site/index.ts';

const NoPayload = Type.Object({});
const removal: JobType<typeof NoPayload> = { name: 'remove-project-archives', payload: NoPayload };

interface RemovalDeps {
  readonly audit: Audit;
  readonly site: SiteService;
  readonly clock: Clock;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Audit events that one query reads. */
const eventsAtOnce = 200;

/** Short names and paths of archives of projects erased before `untilMs`, newest first; whether they are still there is another question. */
async function* listErased(audit: Audit, untilMs?: number): AsyncGenerator<{ unixName: string; path: string }> {
  for (let offset = 0; ; offset += eventsAtOnce) {
    const { events } = await audit.listAll({ kinds: ['project-erased'], untilMs }, { limit: eventsAtOnce, offset });
    for (const { details } of events)
      yield { unixName: String(details['shortname']), path: String(details['archive']) };
    if (events.length < eventsAtOnce) return;
  }
}

export interface ErasedProject {
  /** Of the entry in the audit log. */
  id: number;
  unixName: string;
  path: string;
  /** ISO 8601. */
  date: string;
}

/** Projects that were erased, newest first. */
export async function listErasedProjects(
  audit: Audit,
  page: { limit: number; offset: number },
): Promise<{ erased: ErasedProject[]; size: number }> {
  const { events, size } = await audit.listAll({ kinds: ['project-erased'] }, page);
  const erased = events.map(({ id, date, details }) => ({
    id,
    date,
    unixName: String(details['shortname']),
    path: String(details['archive']),
  }));
  return { erased, size };
}

/** Path of the newest archive of an erased project. Throws notFound where it was never erased, or its archives are gone. */
export async function findErasedArchive(audit: Audit, unixName: string): Promise<string> {
  const gone: string[] = [];
  for await (const erased of listErased(audit)) {
    if (erased.unixName !== unixName) continue;
    if (await isThere(erased.path)) return erased.path;
    gone.push(erased.path);
  }
  if (gone.length === 0)
    throw notFound(says('erased.never')`no project "${unixName}" was erased here; give the file of its archive`);
  throw notFound(says('erased.gone')`the archive of "${unixName}" no longer exists: ${gone.join(', ')}`);
}

/** Removes archives that are older than `project_archive_lifetime` days. */
export const nightlyArchiveRemoval: NightlyJob<typeof NoPayload> = {
  type: removal,
  payload: {},
  isWanted: (settings) => settings.project_archive_lifetime > 0,
};

/** Runs the nightly jobs. */
export const createArchiveRemoval = ({ audit, site, clock }: RemovalDeps): JobHandler =>
  handleJob(removal, async () => {
    const { settings } = await site.current();
    const days = settings.project_archive_lifetime;
    if (days === 0) return;
    for await (const { path } of listErased(audit, clock.nowMs() - days * dayMs)) await rm(path, { force: true });
  });
