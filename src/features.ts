// The features in the order in which they may build on each other, wired with what each needs.
import type { BlobStore } from './platform/blobs/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/index.ts';
import type { Route } from './platform/http/index.ts';
import type { JobHandler } from './platform/jobs/index.ts';
import type { Logger } from './platform/logger.ts';
import { resolveSettings } from './settings/index.ts';
import type { LoadedSettings } from './settings/index.ts';
import {
  archiveRoutes,
  createArchiveRemoval,
  createNewTrackers,
  createProjectRemoval,
  newTrackerRoutes,
  nightlyArchiveRemoval,
} from './features/archive/index.ts';
import type { ProjectRemoval } from './features/archive/index.ts';
import {
  activityRoutes,
  artifactRoutes,
  createArtifacts,
  findUsedValues,
  listActors,
  transitionJobHandler,
  findVisibleTracker,
} from './features/artifacts/index.ts';
import type { Artifacts } from './features/artifacts/index.ts';
import {
  attachmentRoutes,
  createAttachments,
  createBlobRemoval,
  dropStaleFiles,
} from './features/attachments/index.ts';
import type { Attachments } from './features/attachments/index.ts';
import { auditRoutes, createAudit } from './features/audit/index.ts';
import type { Audit } from './features/audit/index.ts';
import { createCrosstracker, crosstrackerRoutes } from './features/crosstracker/index.ts';
import {
  createDirectory,
  createDirectoryServers,
  createDirectorySignIn,
  createNightlySync,
  isBound,
  nightlySync,
} from './features/directory/index.ts';
import type { Directory, DirectoryServers } from './features/directory/index.ts';
import { createHousekeeping, createSystemEvents, systemEventRoutes } from './features/housekeeping/index.ts';
import type { Housekeeping, SystemEvents } from './features/housekeeping/index.ts';
import {
  accessKeyRoutes,
  createAccessKeys,
  createCredentials,
  createDirectoryAccounts,
  createLastUse,
  createPasswordCheck,
  createPasswords,
  createPeople,
  createSessions,
  createSignIn,
  createSignInHistory,
  passwordRoutes,
  peopleRoutes,
  sessionRoutes,
  signInHistoryRoutes,
  tokenRoutes,
} from './features/people/index.ts';
import type { Caller, DirectoryAccounts, Passwords, People, SignIn } from './features/people/index.ts';
import {
  addToTopBacklog,
  createPlannings,
  listBacklogTrackers,
  listPlanningNames,
  planningRoutes,
} from './features/planning/index.ts';
import {
  appearanceRoutes,
  createAppearance,
  createMembers,
  createMembership,
  createProjects,
  createProjectServices,
  createUserGroups,
  createViewerLoader,
  integrationRoute,
  labelRoutes,
  projectRoutes,
  projectServiceRoutes,
  resourceTypesOf,
} from './features/projects/index.ts';
import type { Members, Projects, UserGroups, Viewer } from './features/projects/index.ts';
import { createRegistration, registrationRoutes } from './features/registration/index.ts';
import type { Registration } from './features/registration/index.ts';
import { createReportArtifacts, createReports, reportRoutes } from './features/reports/index.ts';
import type { Reports } from './features/reports/index.ts';
import { createSettingsAdministration, createSiteService, siteRoutes } from './features/site/index.ts';
import type { SiteService } from './features/site/index.ts';
import { toolRoutes } from './features/tools/index.ts';
import {
  createFieldRules,
  createTrackerChanges,
  createTrackerDocuments,
  createTrackerFields,
  createTrackers,
  createTransitions,
  fieldRoutes,
  trackerChangeRoutes,
  trackerRoutes,
  workflowRoutes,
} from './features/trackers/index.ts';
import type { TrackerDeps, Trackers } from './features/trackers/index.ts';

export interface Features {
  site: SiteService;
  audit: Audit;
  people: People;
  passwords: Passwords;
  signIn: SignIn;
  projects: Projects;
  groups: UserGroups;
  members: Members;
  directory: Directory;
  trackers: Trackers;
  attachments: Attachments;
  artifacts: Artifacts;
  registration: Registration;
  removal: ProjectRemoval;
  housekeeping: Housekeeping;
  systemEvents: SystemEvents;
  /** What features do later, besides what the clock asks for. */
  jobHandlers: readonly JobHandler[];
  loadViewer: ReturnType<typeof createViewerLoader>;
  routes: readonly Route<Viewer>[];
}

interface FeatureNeeds {
  database: Database;
  clock: Clock;
  settings: LoadedSettings;
  logger: Logger;
  blobs: BlobStore;
  /** Secret of this install. */
  entityTagKey: string;
}

interface DirectoryAccess {
  servers: DirectoryServers;
  accounts: DirectoryAccounts;
}

export function createFeatures(needs: FeatureNeeds): Features {
  const { database, clock, settings, logger, blobs } = needs;
  const site = createSiteService(database, clock, settings);
  const audit = createAudit(database);
  const people = createPeople(database, clock);
  const access = { servers: createDirectoryServers(logger), accounts: createDirectoryAccounts(database, clock) };
  const { signIn, passwords, routes: signInRoutes } = createSigningIn(needs, { site, people, audit, ...access });
  const systemEvents = createSystemEvents(database, clock);
  const resourceTypes: string[] = [];
  const projects = createProjects({
    database,
    clock,
    listResourceTypes: () => resourceTypes,
    describeMore: (viewer, described) => plannings.describeProjects(viewer, described),
  });
  const { groups, members, membership, directory } = createBelonging(needs, { site, people, projects, ...access });
  const { trackers, attachments, artifacts } = createTracking(needs, {
    site,
    people,
    projects,
    describeReports: (viewer, tracker) => reports.describe(viewer, tracker),
  });
  const reports = createReports({ database, projects, trackers, artifacts, entityTagKey: needs.entityTagKey });
  const plannings = createPlannings({ database, clock, trackers, artifacts });
  const registration = createRegistration({ database, clock, projects });
  const removal = createProjectRemoval({ database, clock, site, blobs, logger });
  const listTrackerAdminProjects = (viewer: Viewer): Promise<number[]> => trackers.listAdminProjects(viewer);
  const routes: Route<Viewer>[] = [
    ...auditRoutes(audit),
    ...siteRoutes(createSettingsAdministration(database, settings, site)),
    ...systemEventRoutes(systemEvents),
    ...signInRoutes,
    ...peopleRoutes(people),
    ...projectRoutes({ projects, groups, members, membership, listTrackerAdminProjects }),
    ...belowProjectRoutes(needs, projects, people),
    ...toolRoutes(projects),
    ...trackerRoutes(trackers),
    ...definitionRoutes(needs, trackers),
    ...attachmentRoutes(attachments),
    ...artifactRoutes(artifacts),
    ...activityRoutes({ projects, trackers, artifacts }),
    ...planningRoutes(plannings),
    ...archiveRoutes(removal),
    ...newTrackerRoutes(createNewTrackers({ database, clock, projects, trackers, reports })),
    ...registrationRoutes(registration),
    ...findingRoutes(needs, { site, projects, trackers, artifacts, reports }),
  ];
  resourceTypes.push(...resourceTypesOf(routes));
  return {
    site,
    audit,
    people,
    passwords,
    signIn,
    projects,
    groups,
    members,
    directory,
    trackers,
    attachments,
    artifacts,
    registration,
    removal,
    systemEvents,
    ...createLaterWork(needs, { site, audit, directory }),
    loadViewer: createViewerLoader(database),
    routes,
  };
}

/** What is done beside requests, by the clock or because a change asked for it. */
function createLaterWork(
  { database, clock, logger, blobs }: FeatureNeeds,
  { site, audit, directory }: Pick<Features, 'site' | 'audit' | 'directory'>,
): Pick<Features, 'housekeeping' | 'jobHandlers'> {
  const nightlyJobs = [nightlySync, nightlyArchiveRemoval];
  return {
    housekeeping: createHousekeeping({ database, clock, site, cleaners: [dropStaleFiles], nightlyJobs }),
    jobHandlers: [
      transitionJobHandler(site),
      createBlobRemoval(blobs),
      createNightlySync(directory, logger),
      createArchiveRemoval({ audit, site, clock }),
    ],
  };
}

/** Changes of what trackers are. */
function definitionRoutes({ database, clock }: FeatureNeeds, trackers: Trackers): Route<Viewer>[] {
  const changes = createTrackerChanges({ database, clock, trackers, listPlanningNames });
  const documents = createTrackerDocuments({ database, clock, trackers, findUsedValues });
  const fields = createTrackerFields({ database, trackers, findUsedValues });
  const transitions = createTransitions({ database, trackers });
  const rules = createFieldRules({ database, trackers });
  return [...trackerChangeRoutes(changes, documents), ...fieldRoutes(fields), ...workflowRoutes(transitions, rules)];
}

const usesDirectory = (settings: LoadedSettings): boolean => resolveSettings(settings, []).sys_auth_type === 'ldap';

/** Who belongs to projects and their groups, and the directory that some groups follow. */
function createBelonging(
  { database, clock, settings }: FeatureNeeds,
  { projects, ...known }: Pick<Features, 'site' | 'people' | 'projects'> & DirectoryAccess,
): Pick<Features, 'groups' | 'members' | 'directory'> & { membership: ReturnType<typeof createMembership> } {
  const groups = createUserGroups({
    database,
    clock,
    projects,
    listBindings: (viewer, projectId) => directory.bindings.describe(viewer, projectId),
  });
  const hasDirectory = usesDirectory(settings);
  const members = createMembers({
    database,
    clock,
    people: known.people,
    isFollowing: async (db, projectId, groupId) => hasDirectory && isBound(db, projectId, groupId),
  });
  const directory = createDirectory({ ...known, database, clock, members });
  return { groups, members, membership: createMembership(database, known.people), directory };
}

/** Trackers, and what is in them. */
function createTracking(
  { database, clock, blobs, entityTagKey }: FeatureNeeds,
  {
    site,
    people,
    projects,
    describeReports,
  }: Pick<Features, 'site' | 'people' | 'projects'> & Pick<TrackerDeps, 'describeReports'>,
): Pick<Features, 'trackers' | 'attachments' | 'artifacts'> {
  const trackers = createTrackers({
    database,
    clock,
    people,
    projects,
    listActors: (viewer, tracker, role) => listActors(database.read, viewer, tracker, role),
    describeReports,
  });
  const attachments = createAttachments({
    database,
    clock,
    blobs,
    trackers,
    findTrackerOf: (viewer, id) => findVisibleTracker({ db: database.read, trackers }, viewer, id),
  });
  const artifacts = createArtifacts({
    database,
    clock,
    site,
    people,
    projects,
    trackers,
    attachments,
    listBacklogTrackers: (trackerId) => listBacklogTrackers(database.read, trackerId),
    addToTopBacklog: (tx, artifactId) => addToTopBacklog(tx, [artifactId]),
    entityTagKey,
  });
  return { trackers, attachments, artifacts };
}

/** Everything about proving who somebody is. */
function createSigningIn(
  { database, clock, logger }: FeatureNeeds,
  {
    site: siteService,
    people,
    audit,
    servers,
    accounts,
  }: Pick<Features, 'site' | 'people' | 'audit'> & DirectoryAccess,
): { signIn: SignIn; passwords: Passwords; routes: Route<Caller>[] } {
  const passwordCheck = createPasswordCheck(database, clock, createDirectorySignIn({ clock, servers, accounts }));
  const lastUse = createLastUse(database, clock, logger);
  const credentials = createCredentials({ database, clock, siteService, passwordCheck, lastUse });
  const signIn = createSignIn({ database, clock, siteService, credentials, passwordCheck });
  const passwords = createPasswords(database, clock, passwordCheck);
  const routes = [
    ...tokenRoutes(signIn),
    ...accessKeyRoutes(createAccessKeys(database, clock)),
    ...sessionRoutes(createSessions(database, clock, passwordCheck)),
    ...passwordRoutes(passwords),
    ...signInHistoryRoutes(createSignInHistory(audit, people)),
  ];
  return { signIn, passwords, routes };
}

/** Smaller things that belong to a project. */
function belowProjectRoutes(
  { database, clock }: FeatureNeeds,
  projects: Projects,
  { readThemeVariant }: People,
): Route<Viewer>[] {
  const services = createProjectServices({ database, clock, projects });
  return [
    ...projectServiceRoutes(services),
    ...appearanceRoutes(createAppearance({ database, clock, projects })),
    integrationRoute({ projects, services, readThemeVariant }),
    ...labelRoutes(projects),
  ];
}

/** What finds artifacts by kept criteria and queries. */
function findingRoutes(
  { database, clock }: FeatureNeeds,
  found: Pick<Features, 'site' | 'projects' | 'trackers' | 'artifacts'> & { reports: Reports },
): Route<Viewer>[] {
  const { site, artifacts, reports } = found;
  return [
    ...reportRoutes(reports, createReportArtifacts({ database, site, artifacts, reports })),
    ...crosstrackerRoutes(createCrosstracker({ ...found, database, clock })),
  ];
}
