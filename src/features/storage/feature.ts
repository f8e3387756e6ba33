// What projects may store as a feature. Those that store something add how much of it there is.
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { createExtensionPoint } from '../../platform/extension-point.ts';
import { handleJob } from '../../platform/jobs/index.ts';
import type { JobType } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Projects } from '../projects/index.ts';
import { storageRoutes } from './storage.routes.ts';
import { createStorage } from './storage.service.ts';
import type { StorageMeasures } from './storage.service.ts';

const NoPayload = Type.Object({});
const measureJob: JobType<typeof NoPayload> = { name: 'measure-storage', payload: NoPayload };

export function createStorageFeature(
  needs: { database: Database; clock: Clock; logger: Logger },
  { projects }: { projects: Projects },
) {
  const storageMeasures: StorageMeasures = {
    attachments: createExtensionPoint(),
    repositories: createExtensionPoint(),
  };
  const storage = createStorage({ ...needs, projects, measures: storageMeasures });
  return {
    storage,
    storageMeasures,
    parts: {
      routes: storageRoutes(storage),
      jobs: [handleJob(measureJob, (_payload, { signal }) => storage.measureAll(signal))],
      nightlyJobs: [{ type: measureJob, payload: {} }],
    },
  };
}
