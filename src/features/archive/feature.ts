// Project archives as a feature: erasing projects, and trackers made from templates.
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { createExtensionPoint } from '../../platform/extension-point.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Audit } from '../audit/index.ts';
import type { Projects } from '../projects/index.ts';
import type { Reports } from '../reports/index.ts';
import type { SiteService } from '../site/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { archiveRoutes } from './erasing/archive.routes.ts';
import { createProjectRemoval } from './erasing/erase-project.service.ts';
import { createArchiveRemoval, nightlyArchiveRemoval } from './erasing/erased-archives.ts';
import { projectSettingsArchive } from './exporting/project-settings.archive.ts';
import type { ArchivePart } from './model/archive-parts.ts';
import { newTrackerRoutes } from './templates/new-tracker.routes.ts';
import { createNewTrackers } from './templates/new-tracker.service.ts';
import type { CopyTracker } from './templates/new-tracker.service.ts';

interface Needs {
  database: Database;
  clock: Clock;
  blobs: BlobStore;
  logger: Logger;
}

interface Dependencies {
  audit: Audit;
  site: SiteService;
  projects: Projects;
  trackers: Trackers;
  reports: Reports;
}

/** `archiveParts` are those of all features, and grow with them. */
export function createArchiveFeature(
  needs: Needs,
  { audit, site, projects, trackers, reports }: Dependencies,
  archiveParts: readonly ArchivePart[],
) {
  const { database, clock } = needs;
  const removal = createProjectRemoval({ ...needs, site, parts: archiveParts });
  const trackerCopies = createExtensionPoint<CopyTracker>();
  return {
    removal,
    trackerCopies,
    archiveParts,
    parts: {
      archive: [projectSettingsArchive],
      routes: [
        ...archiveRoutes(removal),
        ...newTrackerRoutes(createNewTrackers({ database, clock, projects, trackers, reports, copies: trackerCopies })),
      ],
      jobs: [createArchiveRemoval({ audit, site, clock })],
      nightlyJobs: [nightlyArchiveRemoval],
    },
  };
}
