// Projects as a feature: who belongs to them, what they offer, and who somebody is there.
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/index.ts';
import { askAll, createExtensionPoint } from '../../platform/extension-point.ts';
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import type { Audit, NameSubjects } from '../audit/index.ts';
import type { People, SignIn } from '../people/index.ts';
import type { SiteService } from '../site/index.ts';
import { listProjectsByIds } from './projects/projects.store.ts';
import type { CountOpenArtifacts, ListGivenRights } from './groups/given-rights.ts';
import type { GroupUser } from './groups/group-uses.ts';
import { createGroupDeletion } from './members/group-deletion.service.ts';
import { createMembers } from './members/members.service.ts';
import { identityRoutes } from './members/identity.routes.ts';
import { roleRoutes } from './members/roles.routes.ts';
import { suggestionRoutes } from './members/suggestions.routes.ts';
import { createMembership } from './members/membership.service.ts';
import { ownershipRoutes } from './members/ownership.routes.ts';
import { createOwnership } from './members/ownership.service.ts';
import { createUserGroups } from './members/user-groups.service.ts';
import type { UserGroupDeps } from './members/user-groups.service.ts';
import { projectRoutes } from './projects.routes.ts';
import { resourceTypesOf } from './projects/resource-types.ts';
import { createProjects } from './projects/projects.service.ts';
import type { ProjectDeps } from './projects/projects.service.ts';
import { createViewerLoader } from './projects/viewer.ts';
import type { Viewer } from './projects/viewer.ts';
import { projectAdministrationRoutes } from './administration/administration.routes.ts';
import { appearanceRoutes } from './overview/appearance.routes.ts';
import { createAppearance } from './overview/appearance.service.ts';
import { integrationRoute } from './services/integration.routes.ts';
import { projectServiceRoutes } from './services/project-services.routes.ts';
import { createProjectServices } from './services/project-services.service.ts';
import { referencePatternRoutes } from './references/reference-patterns.routes.ts';
import { createReferencePatterns } from './references/reference-patterns.service.ts';
import { summaryRoute } from './overview/summary.routes.ts';
import type { ListNotificationSources } from './administration/notification-rules.service.ts';
import { wikiRoutes } from './services/wiki.routes.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

/** What later features tell of projects and their groups. */
const createProjectExtensions = () => ({
  /** Adds to `additional_informations`; keys of different features differ. */
  descriptions: createExtensionPoint<ProjectDeps['describeMore']>(),
  /** What the viewer may know of sources that groups of a project follow. */
  groupSources: createExtensionPoint<UserGroupDeps['listBindings']>(),
  /** Whether the members of a group are those of another source alone, which people can't change here. */
  followedGroups: createExtensionPoint<(db: Reader, projectId: number, groupId: number) => Promise<boolean>>(),
  /** What gives groups something, or names them. */
  groupUsers: createExtensionPoint<GroupUser>(),
  /** What tells people by mail what happens. */
  notificationSources: createExtensionPoint<ListNotificationSources>(),
  /** What is given to groups, and to whoever enters. */
  givenRights: createExtensionPoint<ListGivenRights>(),
  /** How many artifacts trackers show to whoever sees them. */
  openArtifacts: createExtensionPoint<CountOpenArtifacts>(),
  /** Ids of projects that the viewer administers a part of. */
  partAdministrators: createExtensionPoint<(viewer: Viewer) => Promise<readonly number[]>>(),
  /** Ids of projects that are filed under a value of a category, or under one that narrows it. */
  filings: createExtensionPoint<(valueId: number) => Promise<readonly number[]>>(),
});

interface Dependencies {
  audit: Audit;
  auditNames: ExtensionPoint<NameSubjects>;
  people: People;
  signIn: SignIn;
  site: SiteService;
  /** Of the whole API; asked once the server answers. */
  listRoutes(): readonly { method: string; url: string }[];
}

const joinMaps = <V>(maps: readonly ReadonlyMap<number, V>[], join: (a: V, b: V) => V): Map<number, V> => {
  const joined = new Map<number, V>();
  for (const [id, value] of maps.flatMap((map) => [...map])) {
    const known = joined.get(id);
    joined.set(id, known === undefined ? value : join(known, value));
  }
  return joined;
};

/** Whether members of a group come from elsewhere, by one of those who know. */
const followingOf =
  (known: ReturnType<typeof createProjectExtensions>['followedGroups']) =>
  async (db: Reader, projectId: number, groupId: number): Promise<boolean> => {
    for (const isFollowing of known.list()) if (await isFollowing(db, projectId, groupId)) return true;
    return false;
  };

type Extensions = ReturnType<typeof createProjectExtensions>;

/** What other features have to say about a project, all together. */
const askersOf = ({ notificationSources, givenRights, openArtifacts }: Extensions) => ({
  listSources: (...asked: Parameters<ListNotificationSources>) => askAll(notificationSources, ...asked),
  listMore: (...asked: Parameters<ListGivenRights>) => askAll(givenRights, ...asked),
  countOpenArtifacts: async (...asked: Parameters<CountOpenArtifacts>) =>
    joinMaps(await Promise.all(openArtifacts.list().map((count) => count(...asked))), (a, b) => a + b),
});

export function createProjectsFeature(
  { database, clock }: Needs,
  { audit, auditNames, people, signIn, site, listRoutes }: Dependencies,
) {
  auditNames.add(async (db, { projects: ids }) => ({
    projects: new Map(
      (await listProjectsByIds(db, ids)).map((row) => [row.id, { label: row.full_name, shortname: row.unix_name }]),
    ),
  }));
  let resourceTypes: ReturnType<typeof resourceTypesOf> | undefined;
  const extensions = createProjectExtensions();
  const { descriptions, groupSources, followedGroups, groupUsers, partAdministrators, filings } = extensions;
  /** Completes somebody who acts without a request; undefined for an account that is unknown or may not act. */
  const loadAbsent = async (userId: number): Promise<Viewer | undefined> => {
    const caller = await signIn.describeAbsent(userId, await site.current());
    return caller === undefined ? undefined : loadViewer(caller);
  };
  const projects = createProjects({
    database,
    clock,
    listResourceTypes: () => (resourceTypes ??= resourceTypesOf(listRoutes())),
    describeMore: async (viewer, described) =>
      joinMaps(await Promise.all(descriptions.list().map((describe) => describe(viewer, described))), (a, b) => ({
        ...a,
        ...b,
      })),
  });
  const groups = createUserGroups({
    database,
    clock,
    projects,
    listBindings: async (viewer, projectId) =>
      joinMaps(await Promise.all(groupSources.list().map((list) => list(viewer, projectId))), (first) => first),
  });
  const members = createMembers({ database, clock, people, projects, isFollowing: followingOf(followedGroups) });
  const membership = createMembership(database, people);
  const services = createProjectServices({ database, clock, projects });
  const loadViewer = createViewerLoader(database);
  const routes = [
    ...projectRoutes({
      projects,
      groups,
      deletion: createGroupDeletion({ database, clock, listUsers: groupUsers.list }),
      members,
      membership,
      listTrackerAdminProjects: (viewer) => askAll(partAdministrators, viewer),
      listFiledProjects: (valueId) => askAll(filings, valueId),
    }),
    ...ownershipRoutes(createOwnership({ database, clock, projects })),
    ...roleRoutes(members),
    ...identityRoutes(membership, clock),
    ...suggestionRoutes(membership),
    ...projectServiceRoutes(services),
    ...referencePatternRoutes(createReferencePatterns({ database, clock, projects })),
    ...appearanceRoutes(createAppearance({ database, clock, projects })),
    integrationRoute({ projects, services, readThemeVariant: people.readThemeVariant }),
    ...wikiRoutes(projects),
    summaryRoute({ database, projects }),
    ...projectAdministrationRoutes({
      database,
      projects,
      audit,
      loadAbsent,
      ...askersOf(extensions),
    }),
  ];
  return {
    projects,
    projectExtensions: extensions,
    groups,
    members,
    loadViewer,
    loadAbsent,
    parts: { routes },
  };
}

export type ProjectsFeature = ReturnType<typeof createProjectsFeature>;
