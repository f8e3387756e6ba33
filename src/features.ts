// The features in the order in which they may build on each other, wired with what each needs.
import type { Route } from './platform/http/index.ts';
import { createOutbox } from './platform/mail/index.ts';
import { createMarkupRenderer } from './platform/markup/index.ts';
import { createAbsentLoader, createSigningIn } from './wiring/signing-in.ts';
import type { DirectoryAccess } from './wiring/signing-in.ts';
import { createLaterWork } from './wiring/later-work.ts';
import type { LaterWork } from './wiring/later-work.ts';
import type { FeatureNeeds } from './wiring/needs.ts';
import { resolveSettings } from './settings/index.ts';
import type { LoadedSettings } from './settings/index.ts';
import { archiveRoutes, createNewTrackers, createProjectRemoval, newTrackerRoutes } from './features/archive/index.ts';
import type { ProjectRemoval } from './features/archive/index.ts';
import {
  activityRoutes,
  artifactRoutes,
  createArtifacts,
  createTextRenderings,
  findUsedValues,
  listActors,
  findVisibleTracker,
} from './features/artifacts/index.ts';
import type { Artifacts } from './features/artifacts/index.ts';
import { attachmentRoutes, createAttachments } from './features/attachments/index.ts';
import type { Attachments } from './features/attachments/index.ts';
import { auditRoutes, createAudit } from './features/audit/index.ts';
import type { Audit } from './features/audit/index.ts';
import { createCrosstracker, crosstrackerRoutes } from './features/crosstracker/index.ts';
import { createDirectory, createDirectoryServers, isBound } from './features/directory/index.ts';
import type { Directory } from './features/directory/index.ts';
import { createEventsOut } from './features/events/index.ts';
import type { EventsOut } from './features/events/index.ts';
import { createSystemEvents, systemEventRoutes } from './features/housekeeping/index.ts';
import type { SystemEvents } from './features/housekeeping/index.ts';
import { createMailGateway, mailRoutes } from './features/mail-gateway/index.ts';
import type { MailGateway } from './features/mail-gateway/index.ts';
import { createDirectoryAccounts, createPeople, peopleRoutes } from './features/people/index.ts';
import type { Passwords, People, SignIn } from './features/people/index.ts';
import {
  createNotificationRules,
  createOutboxAdministration,
  notificationRoutes,
  outboxRoutes,
} from './features/notifications/index.ts';
import type { NotificationRules } from './features/notifications/index.ts';
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
import { createFullText, searchRoutes } from './features/search/index.ts';
import type { FullText } from './features/search/index.ts';
import { createSettingsAdministration, createSiteService, siteRoutes } from './features/site/index.ts';
import type { SiteService } from './features/site/index.ts';
import {
  createCommitReferences,
  createSourceControl,
  listReadableRepositories,
} from './features/source-control/index.ts';
import type { SourceControl } from './features/source-control/index.ts';
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

export interface Features extends LaterWork {
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
  sourceControl: SourceControl;
  eventsOut: EventsOut;
  removal: ProjectRemoval;
  fullText: FullText;
  systemEvents: SystemEvents;
  mail: MailGateway;
  notifications: NotificationRules;
  loadViewer: ReturnType<typeof createViewerLoader>;
  routes: readonly Route<Viewer>[];
}

export function createFeatures(needs: FeatureNeeds): Features {
  const { database, clock, settings, logger } = needs;
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
  const belonging = createBelonging(needs, { site, people, projects, ...access });
  const tracking = createTracking(needs, {
    site,
    people,
    projects,
    describeReports: (viewer, tracker) => reports.describe(viewer, tracker),
    listByFullText: (...asked) => fullText.listByFullText(...asked),
  });
  const { trackers, artifacts } = tracking;
  const fullText = createFullText({ ...needs, site, projects, trackers, artifacts });
  const reports = createReports({ database, projects, trackers, artifacts, entityTagKey: needs.entityTagKey });
  const plannings = createPlannings({ database, clock, trackers, artifacts });
  const outside = createOutside(needs, { site, people, projects, signIn, ...tracking });
  const registration = createRegistration({ database, clock, projects });
  const removal = createProjectRemoval({ ...needs, site, parts: [outside.sourceControl.projectPart] });
  const routes: Route<Viewer>[] = [
    ...administrationRoutes(needs, { site, audit, systemEvents }),
    ...signInRoutes,
    ...peopleRoutes(people),
    ...projectRoutes({ projects, ...belonging, listTrackerAdminProjects: trackers.listAdminProjects }),
    ...belowProjectRoutes(needs, projects, people),
    ...definitionRoutes(needs, trackers),
    ...contentRoutes({ projects, ...tracking }),
    ...planningRoutes(plannings),
    ...archiveRoutes(removal),
    ...newTrackerRoutes(createNewTrackers({ database, clock, projects, trackers, reports })),
    ...registrationRoutes(registration),
    ...outside.sourceControl.routes,
    ...findingRoutes(needs, { site, projects, trackers, artifacts, reports, fullText }),
    ...mailRoutes(outside.mail.messages),
    ...notificationRoutes(outside.notifications),
    ...outside.eventsOut.routes,
  ];
  resourceTypes.push(...resourceTypesOf(routes));
  return {
    site,
    audit,
    people,
    passwords,
    signIn,
    projects,
    ...belonging,
    ...tracking,
    ...outside,
    registration,
    removal,
    systemEvents,
    fullText,
    ...createLaterWork(needs, { site, audit, directory: belonging.directory, artifacts, fullText }, [
      outside.mail.handler,
      ...outside.sourceControl.jobHandlers,
    ]),
    routes,
  };
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
  { database, clock, blobs, logger, entityTagKey }: FeatureNeeds,
  {
    site,
    people,
    projects,
    describeReports,
    listByFullText,
  }: Pick<Features, 'site' | 'people' | 'projects'> &
    Pick<TrackerDeps, 'describeReports'> &
    Pick<FullText, 'listByFullText'>,
): Pick<Features, 'trackers' | 'attachments' | 'artifacts'> {
  const markup = createMarkupRenderer(logger);
  const trackers = createTrackers({
    database,
    clock,
    people,
    projects,
    markup,
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
    listOutsideReferences: createCommitReferences({ git: listReadableRepositories(database) }),
    addToTopBacklog: (tx, artifactId) => addToTopBacklog(tx, [artifactId]),
    listByFullText,
    texts: createTextRenderings({ database, logger, markup }),
    entityTagKey,
  });
  return { trackers, attachments, artifacts };
}

/** What changes come by, and are told to, beside requests to the API. */
function createOutside(
  needs: FeatureNeeds,
  known: Pick<Features, 'site' | 'people' | 'projects' | 'signIn' | 'trackers' | 'attachments' | 'artifacts'>,
): Pick<Features, 'loadViewer' | 'sourceControl' | 'mail' | 'eventsOut' | 'notifications'> {
  const loadViewer = createViewerLoader(needs.database);
  const loadAbsent = createAbsentLoader({ ...known, loadViewer });
  const { describeAbsent } = known.signIn;
  return {
    loadViewer,
    sourceControl: createSourceControl({ ...needs, ...known, loadAbsent }),
    mail: createMailGateway({ ...needs, ...known, loadViewer, describeAbsent }),
    eventsOut: createEventsOut({ ...needs, ...known, loadViewer }),
    notifications: createNotificationRules({ ...known, database: needs.database }),
  };
}

/** What is about the whole site. */
const administrationRoutes = (
  { database, clock, settings }: FeatureNeeds,
  { site, audit, systemEvents }: Pick<Features, 'site' | 'audit' | 'systemEvents'>,
): Route<Viewer>[] => [
  ...auditRoutes(audit),
  ...siteRoutes(createSettingsAdministration(database, settings, site)),
  ...systemEventRoutes(systemEvents),
  ...outboxRoutes(createOutboxAdministration(createOutbox(database, clock))),
];

/** What trackers are, and changes of it. */
function definitionRoutes({ database, clock }: FeatureNeeds, trackers: Trackers): Route<Viewer>[] {
  const changes = createTrackerChanges({ database, clock, trackers, listPlanningNames });
  const documents = createTrackerDocuments({ database, clock, trackers, findUsedValues });
  const fields = createTrackerFields({ database, trackers, findUsedValues });
  const transitions = createTransitions({ database, trackers });
  const rules = createFieldRules({ database, trackers });
  return [
    ...trackerRoutes(trackers),
    ...trackerChangeRoutes(changes, documents),
    ...fieldRoutes(fields),
    ...workflowRoutes(transitions, rules),
  ];
}

/** What is in trackers. */
const contentRoutes = ({
  attachments,
  ...known
}: Pick<Features, 'projects' | 'trackers' | 'attachments' | 'artifacts'>): Route<Viewer>[] => [
  ...attachmentRoutes(attachments),
  ...artifactRoutes(known.artifacts),
  ...activityRoutes(known),
];

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
    ...toolRoutes(projects),
  ];
}

/** What finds artifacts by kept criteria and queries. */
function findingRoutes(
  { database, clock }: FeatureNeeds,
  found: Pick<Features, 'site' | 'projects' | 'trackers' | 'artifacts'> & { reports: Reports; fullText: FullText },
): Route<Viewer>[] {
  const { site, artifacts, reports, fullText } = found;
  return [
    ...reportRoutes(reports, createReportArtifacts({ database, site, artifacts, reports })),
    ...crosstrackerRoutes(createCrosstracker({ ...found, database, clock })),
    ...searchRoutes(fullText),
  ];
}
