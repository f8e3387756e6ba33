// New projects as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { ArchivePart } from '../archive/index.ts';
import type { Projects } from '../projects/index.ts';
import { registrationRoutes } from './registration.routes.ts';
import { createRegistration } from './registration.service.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

export function createRegistrationFeature(
  { database, clock }: Needs,
  { projects, archiveParts }: { projects: Projects; archiveParts: readonly ArchivePart[] },
) {
  const registration = createRegistration({ database, clock, projects, archiveParts });
  return { registration, parts: { routes: registrationRoutes(registration) } };
}
