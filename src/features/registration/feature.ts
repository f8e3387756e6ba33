// New projects as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { ArchivePart } from '../archive/index.ts';
import type { Projects, ProjectsFeature } from '../projects/index.ts';
import { listNarrower } from './categories.ts';
import { registrationRoutes } from './registration.routes.ts';
import { createRegistration } from './registration.service.ts';
import { listCategories, listFiledProjects } from './registration.store.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

interface Dependencies extends Pick<ProjectsFeature, 'projectExtensions'> {
  projects: Projects;
  archiveParts: readonly ArchivePart[];
}

export function createRegistrationFeature(
  { database, clock }: Needs,
  { projects, projectExtensions, archiveParts }: Dependencies,
) {
  projectExtensions.filings.add(async (valueId) =>
    listFiledProjects(database.read, listNarrower(await listCategories(database.read), valueId)),
  );
  const registration = createRegistration({ database, clock, projects, archiveParts });
  return { registration, parts: { routes: registrationRoutes(registration) } };
}
