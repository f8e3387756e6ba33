// New projects as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Projects } from '../projects/index.ts';
import { registrationRoutes } from './registration.routes.ts';
import { createRegistration } from './registration.service.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

export function createRegistrationFeature({ database, clock }: Needs, { projects }: { projects: Projects }) {
  const registration = createRegistration({ database, clock, projects });
  return { registration, parts: { routes: registrationRoutes(registration) } };
}
