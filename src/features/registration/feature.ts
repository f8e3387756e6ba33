// New projects as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { ArchivePart } from '../archive/index.ts';
import { tusRoutes } from '../attachments/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { Attachments } from '../attachments/index.ts';
import type { Projects, ProjectsFeature } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import { projectRequestRoutes } from './requests/project-requests.routes.ts';
import { createProjectRequests } from './requests/project-requests.service.ts';
import type { Trackers } from '../trackers/index.ts';
import { categoriesArchive } from './categories.archive.ts';
import { categoryRoutes } from './categories.routes.ts';
import { createCategories } from './categories.service.ts';
import { listNarrower } from './categories.ts';
import { projectFieldRoutes } from './fields/fields.routes.ts';
import { createProjectFields } from './fields/fields.service.ts';
import { filingRoutes } from './filing.routes.ts';
import { createFiling } from './filing.service.ts';
import { createProjectFromUpload } from './project-from-upload.ts';
import { createProjectUploads, projectUploadsPath } from './project-uploads.ts';
import { projectUploadRoutes, registrationRoutes } from './registration.routes.ts';
import { createRegistration } from './registration.service.ts';
import { sampleContentRoutes } from './sample-content/sample-content.routes.ts';
import { createSampleContents } from './sample-content/sample-content.service.ts';
import { listCategories, listFiledProjects } from './registration.store.ts';

interface Needs {
  database: Database;
  clock: Clock;
  blobs: BlobStore;
  dataDir: string;
  logger: Logger;
}

interface Dependencies extends Pick<ProjectsFeature, 'projectExtensions'> {
  attachments: Attachments;
  site: SiteService;
  projects: Projects;
  trackers: Trackers;
  artifacts: Artifacts;
  archiveParts: readonly ArchivePart[];
}

export function createRegistrationFeature(
  needs: Needs,
  { attachments, site, projects, trackers, artifacts, projectExtensions, archiveParts }: Dependencies,
) {
  const { database, clock } = needs;
  projectExtensions.filings.add(async (valueId) =>
    listFiledProjects(database.read, listNarrower(await listCategories(database.read), valueId)),
  );
  const uploads = createProjectUploads({ database, clock, attachments });
  const registration = createRegistration({ database, clock, projects, archiveParts, uploads });
  return {
    registration,
    parts: {
      routes: [
        ...registrationRoutes(registration),
        ...categoryRoutes(createCategories({ database, clock })),
        ...filingRoutes(createFiling({ database, clock, projects })),
        ...projectFieldRoutes(createProjectFields({ database, clock, projects })),
        ...projectUploadRoutes(uploads),
        ...projectRequestRoutes(createProjectRequests({ database, clock, projects })),
        ...sampleContentRoutes(createSampleContents({ database, projects, trackers, artifacts })),
      ],
      streams: tusRoutes(projectUploadsPath, uploads),
      archive: [categoriesArchive],
      jobs: [createProjectFromUpload({ ...needs, site, archiveParts })],
    },
  };
}
