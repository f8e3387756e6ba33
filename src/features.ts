// The features in the order in which they may build on each other, wired with what each needs.
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/index.ts';
import type { Route } from './platform/http/index.ts';
import type { Logger } from './platform/logger.ts';
import type { LoadedSettings } from './settings/index.ts';
import { archiveRoutes, createProjectRemoval } from './features/archive/index.ts';
import type { ProjectRemoval } from './features/archive/index.ts';
import { artifactRoutes, createArtifacts, listActors } from './features/artifacts/index.ts';
import type { Artifacts } from './features/artifacts/index.ts';
import { createPeople, createSignIn, peopleRoutes } from './features/people/index.ts';
import type { People, SignIn } from './features/people/index.ts';
import { createMembership, createProjects, createViewerLoader, projectRoutes } from './features/projects/index.ts';
import type { Projects, Viewer } from './features/projects/index.ts';
import { createSiteService, siteRoutes } from './features/site/index.ts';
import type { SiteService } from './features/site/index.ts';
import { createTrackers, trackerRoutes } from './features/trackers/index.ts';
import type { Trackers } from './features/trackers/index.ts';

export interface Features {
  site: SiteService;
  people: People;
  signIn: SignIn;
  projects: Projects;
  trackers: Trackers;
  artifacts: Artifacts;
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
  const people = createPeople(database, clock);
  const signIn = createSignIn(database, clock, site);
  const projects = createProjects(database);
  const membership = createMembership(database, people, projects);
  const trackers = createTrackers({
    database,
    clock,
    people,
    projects,
    listActors: (trackerId, role) => listActors(database.read, trackerId, role),
  });
  const artifacts = createArtifacts({ database, clock, people, projects, trackers });
  const removal = createProjectRemoval({ database, clock, site, dataDir: settings.dataDir, logger });
  const routes: Route<Viewer>[] = [
    ...siteRoutes(),
    ...peopleRoutes({ people, signIn }),
    ...projectRoutes({
      projects,
      membership,
      listTrackerAdminProjects: (viewer) => trackers.listAdminProjects(viewer),
    }),
    ...trackerRoutes(trackers),
    ...artifactRoutes(artifacts),
    ...archiveRoutes(removal),
  ];
  const loadViewer = createViewerLoader(database);
  return { site, people, signIn, projects, trackers, artifacts, removal, loadViewer, routes };
}
