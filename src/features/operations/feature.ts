// The running of the site as a feature: what administrators see of the server, and what they have it do.
import type { AbsolutePath } from '../../platform/files/absolute-path.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Migration } from '../../platform/database/index.ts';
import { listFollowerStates } from '../../platform/events/index.ts';
import type { Follower } from '../../platform/events/index.ts';
import { createServerMetrics } from '../../platform/http/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { RecentLog } from '../../platform/observability/recent-log.ts';
import type { LoadedSettings } from '../../settings/index.ts';
import type { ArchivePart } from '../archive/index.ts';
import type { Audit } from '../audit/index.ts';
import type { SitePart } from '../backup/index.ts';
import type { Projects } from '../projects/index.ts';
import type { Patient } from './health/check-up.ts';
import { createHealth } from './health/health.service.ts';
import { createMassMails } from './mass-mail/mass-mail.ts';
import { createMeasures } from './measures/measures.ts';
import { createLeftoverRemoval } from './leftovers.ts';
import { operationRoutes } from './operations.routes.ts';
import { summarize } from './summary/summary.ts';
import { tryOut } from './trials.service.ts';
import { createExportRemoval, nightlyExportRemoval } from './long-operations/old-exports.ts';
import { createOperationHandlers } from './long-operations/handlers.ts';
import { createSampleProjects } from './long-operations/sample-projects.ts';
import { longOperationRoutes } from './long-operations.routes.ts';
import { createLongOperations } from './long-operations/long-operations.ts';

/** What the program has once a data folder is open. */
export interface Installation {
  database: Database;
  clock: Clock;
  settings: LoadedSettings;
  logger: Logger;
  blobs: BlobStore;
  dataDir: AbsolutePath;
  /** Of SQLite; undefined where the database is on a server. */
  file: string | undefined;
  migrations: readonly Migration[];
  log: RecentLog;
}

type Dependencies = Pick<Patient, 'site' | 'directory' | 'sourceControl' | 'systemEvents' | 'outbox'> & {
  audit: Audit;
  projects: Projects;
};

/** The lists are those of all features, and grow with them. */
export function createOperationsFeature(
  needs: Installation,
  on: Dependencies,
  lists: { followers: readonly Follower[]; archive: readonly ArchivePart[]; backup: readonly SitePart[] },
) {
  const { database, clock, logger } = needs;
  const serverMetrics = createServerMetrics();
  const listFollowers = () => listFollowerStates({ database, followers: lists.followers });
  const health = createHealth({ ...needs, ...on, listFollowers });
  const measures = createMeasures({ ...needs, listMeters: () => serverMetrics.list() });
  const handlers = createOperationHandlers({ ...needs, ...on, archiveParts: lists.archive, backupParts: lists.backup });
  const longOperations = createLongOperations({ database, clock, logger, handlers });
  const leftovers = createLeftoverRemoval({ ...needs, site: on.site, parts: lists.backup });
  const massMails = createMassMails(database, clock);
  const routes = [
    ...operationRoutes({
      health,
      summarize: () => summarize(database),
      measures,
      log: needs.log,
      listFollowers,
      massMails,
      tryOut: (viewer, kind, target) =>
        tryOut({ ...needs, directory: on.directory }, viewer.site.settings, kind, target),
    }),
    ...longOperationRoutes({
      longOperations,
      samples: createSampleProjects(database, longOperations),
      clock,
      projects: on.projects,
      audit: on.audit,
    }),
  ];
  return {
    health,
    measures,
    serverMetrics,
    parts: {
      routes,
      services: [measures.service, leftovers.service],
      cleaners: [measures.cleaner],
      jobs: [longOperations.handler, massMails.handler, createExportRemoval(database, clock), leftovers.handler],
      nightlyJobs: [nightlyExportRemoval, leftovers.nightly],
    },
  };
}
