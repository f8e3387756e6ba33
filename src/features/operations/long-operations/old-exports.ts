// Archives of projects that were written for a download go after some days.
import { rm } from 'node:fs/promises';
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import type { NightlyJob } from '../../housekeeping/index.ts';
import { listExportsBefore, updateOperation } from './long-operations.store.ts';

const NoPayload = Type.Object({});
const removal: JobType<typeof NoPayload> = { name: 'remove-exports', payload: NoPayload };

const retentionDays = 3;
const dayMs = 24 * 60 * 60 * 1000;

export const nightlyExportRemoval: NightlyJob<typeof NoPayload> = { type: removal, payload: {} };

export const createExportRemoval = (database: Database, clock: Clock): JobHandler =>
  handleJob(removal, async () => {
    for (const { id, path } of await listExportsBefore(database.read, clock.nowMs() - retentionDays * dayMs)) {
      await rm(path, { force: true });
      await database.transact((tx) => updateOperation(tx, id, { path: '' }));
    }
  });
