// Removes what processes left that were killed: when a server starts, and each night.
import { join } from 'node:path';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/index.ts';
import { enqueueJob, handleJob } from '../../platform/jobs/index.ts';
import type { JobType } from '../../platform/jobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { removeLeftovers } from '../backup/index.ts';
import type { SitePart } from '../backup/index.ts';
import type { SiteService } from '../site/index.ts';

const NoPayload = Type.Object({});
const job: JobType<typeof NoPayload> = { name: 'remove-leftovers', payload: NoPayload };

interface Needs {
  database: Database;
  clock: Clock;
  dataDir: string;
  site: SiteService;
  parts: readonly SitePart[];
}

export function createLeftoverRemoval({ database, clock, dataDir, site, parts }: Needs) {
  const handler = handleJob(job, async () => {
    const { settings } = await site.current();
    const places = [
      join(dataDir, 'exports'),
      settings.backup_folder === '' ? join(dataDir, 'backups') : settings.backup_folder,
      settings.sys_project_backup_path,
      join(dataDir, 'cvs'),
      join(dataDir, 'mail'),
    ];
    await removeLeftovers(database, parts, places);
  });
  return {
    handler,
    nightly: { type: job, payload: {} },
    service: {
      async start(): Promise<void> {
        const nowMs = clock.nowMs();
        await database.transact((tx) => enqueueJob(tx, job, {}, { nowMs }));
      },
      async stop(): Promise<void> {},
    },
  };
}
