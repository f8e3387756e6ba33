// The features in the order in which they may build on each other, wired with what each needs.
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/index.ts';
import type { Route } from './platform/http/index.ts';
import type { Logger } from './platform/logger.ts';
import type { LoadedSettings } from './settings/index.ts';
import { archiveRoutes, createProjectRemoval } from './features/archive/index.ts';
import type { ProjectRemoval } from './features/archive/index.ts';
import { activityRoutes, artifactRoutes, createArtifacts, listActors } from './features/artifacts/index.ts';
import type { Artifacts } from './features/artifacts/index.ts';
import { auditRoutes, createAudit } from './features/audit/index.ts';
import type { Audit } from './features/audit/index.ts';
import { createPeople, createSignIn, peopleRoutes, tokenRoutes } from './features/people/index.ts';
import type { People, SignIn } from './features/people/index.ts';
import {
  appearanceRoutes,
  createAppearance,
  createMembership,
  createProjects,
  createProjectServices,
  createViewerLoader,
  integrationRoute,
  labelRoutes,
  projectRoutes,
  projectServiceRoutes,
  resourceTypesOf,
} from './features/projects/index.ts';
import type { Projects, Viewer } from './features/projects/index.ts';
import { createRegistration, registrationRoutes } from './features/registration/index.ts';
import type { Registration } from './features/registration/index.ts';
import { createSiteService, siteRoutes } from './features/site/index.ts';
import type { SiteService } from './features/site/index.ts';
import { createTrackers, trackerRoutes } from './features/trackers/index.ts';
import type { Trackers } from './features/trackers/index.ts';

export interface Features {
  site: SiteService;
  audit: Audit;
  people: People;
  signIn: SignIn;
  projects: Projects;
  trackers: Trackers;
  artifacts: Artifacts;
  registration: Registration;
  removal: ProjectRemoval;
  loadViewer: ReturnType<typeof createViewerLoader>;
  routes: readonly Route<Viewer>[];
}

export function createFeatures(deps: {
  database: Database;
  clock: Clock;
  settings: LoadedSettings;
  logger: Logger;
}): Features {
  const { database, clock, settings, logger } = deps;
  const site = createSiteService(database, settings);
  const audit = createAudit(database);
  const people = createPeople(database, clock);
  const signIn = createSignIn(database, clock, site);
  const resourceTypes: string[] = [];
  const projects = createProjects({ database, clock, listResourceTypes: () => resourceTypes });
  const services = createProjectServices({ database, clock, projects });
  const membership = createMembership(database, people, projects);
  const trackers = createTrackers({
    database,
    clock,
    people,
    projects,
    listActors: (trackerId, role) => listActors(database.read, trackerId, role),
  });
  const artifacts = createArtifacts({ database, clock, people, projects, trackers });
  const registration = createRegistration({ database, clock, projects });
  const removal = createProjectRemoval({ database, clock, site, dataDir: settings.dataDir, logger });
  const routes: Route<Viewer>[] = [
    ...siteRoutes(),
    ...auditRoutes(audit),
    ...tokenRoutes(signIn),
    ...peopleRoutes(people),
    ...projectRoutes({
      projects,
      membership,
      listTrackerAdminProjects: (viewer) => trackers.listAdminProjects(viewer),
    }),
    ...projectServiceRoutes(services),
    ...appearanceRoutes(createAppearance({ database, clock, projects })),
    integrationRoute({ projects, services }),
    ...labelRoutes(projects),
    ...trackerRoutes(trackers),
    ...artifactRoutes(artifacts),
    ...activityRoutes({ projects, trackers, artifacts }),
    ...archiveRoutes(removal),
    ...registrationRoutes(registration),
  ];
  resourceTypes.push(...resourceTypesOf(routes));
  return {
    site,
    audit,
    people,
    signIn,
    projects,
    trackers,
    artifacts,
    removal,
    registration,
    loadViewer: createViewerLoader(database),
    routes,
  };
}
