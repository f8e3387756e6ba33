// A caller together with all that decides what they may do: memberships and groups, read once per site version.
import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Reader } from '../../../platform/database/index.ts';
import { createCache } from '../../../platform/cache/index.ts';
import { listDelegations, listDelegationsOf, listUsersByIds } from '../../people/index.ts';
import type { Caller, UserRow } from '../../people/index.ts';
import type { Site } from '../../site/index.ts';
import { groupIds, isBuiltInGroup } from '../groups/user-groups.ts';
import { listGuestProjects, listMemberships, listRoles, listStaticGroupsOf } from '../groups/user-groups.store.ts';

interface Memberships {
  /** Project id -> administers it. */
  projects: ReadonlyMap<number, boolean>;
  /** Ids of projects that they may enter without being a member. */
  guestOf: ReadonlySet<number>;
  /** `<project>_<group>` of the dynamic groups besides members and administrators. */
  roles: ReadonlySet<string>;
  /** Static groups in order of id. */
  staticGroups: ReadonlySet<number>;
  /** What classInProject found, for restricted people and for others. */
  classes: Readonly<Record<'r' | 'a', Map<number, string>>>;
}

export interface Viewer extends Caller {
  memberships: Memberships;
  isRestricted: boolean;
  /** Callers with the same class see the same, apart from what depends on who they are. */
  rightsClass: string;
}

const none: Memberships = {
  projects: new Map(),
  guestOf: new Set(),
  roles: new Set(),
  staticGroups: new Set(),
  classes: { r: new Map(), a: new Map() },
};

/** Makes the function that completes a caller; memberships are cached by site version. */
export function createViewerLoader(database: Database): (caller: Caller) => Promise<Viewer> {
  const cache = createCache<number, Loaded>({ name: 'memberships', maxBytes: 10_485_760, sizeOf: sizeOfLoaded });
  return async (caller) => {
    const user = caller.user;
    if (user === undefined) return { ...caller, memberships: none, isRestricted: false, rightsClass: 'anonymous' };
    const { memberships, text } = await cache.load(user.id, caller.site.version, () => load(database, user.id));
    return { ...caller, memberships, isRestricted: isRestricted(caller), rightsClass: nameClass(caller, text) };
  };
}

const isRestricted = ({ user, site }: Caller): boolean =>
  user?.status === 'R' && site.settings.access_mode === 'restricted';

const nameClass = (caller: Caller, memberships: string): string =>
  caller.isSuperUser
    ? 'super'
    : `${isRestricted(caller) ? 'r' : 'a'}${opensPrivateProjects(caller) ? 'p' : ''}${memberships}`;

/**
 * Whether a viewer who changes something still has the account state, delegations, memberships and groups that they were
 * loaded with. Reads past all caches, so that a transaction may ask it about what is not committed yet.
 */
async function hasSameRights(database: Database, viewer: Viewer): Promise<boolean> {
  if (viewer.user === undefined) return true;
  const { id, status } = viewer.user;
  const [user] = await listUsersByIds(database.read, [id]);
  const delegations = new Set(await listDelegations(database.read, id));
  const { text } = await load(database, id);
  const isSame = user?.status === status && delegations.symmetricDifference(viewer.delegations).size === 0;
  const now = { ...viewer, user, delegations, isSuperUser: user?.is_site_admin === 1 };
  return isSame && nameClass(now, text) === viewer.rightsClass;
}

interface Loaded {
  memberships: Memberships;
  /** The same for the same memberships. */
  text: string;
}

const sizeOfLoaded = ({ memberships: { projects, guestOf, roles, staticGroups } }: Loaded): number =>
  500 + 150 * (projects.size + guestOf.size) + 50 * (roles.size + staticGroups.size);

async function load(database: Database, userId: number): Promise<Loaded> {
  const [loaded = { memberships: none, text: '' }] = await loadMany(database.read, [userId]);
  return loaded;
}

/** In the order of the ids. */
async function loadMany(db: Reader, userIds: readonly number[]): Promise<Loaded[]> {
  const [projects, guests, roles, groups] = await Promise.all([
    listMemberships(db, userIds),
    listGuestProjects(db, userIds),
    listRoles(db, userIds),
    listStaticGroupsOf(db, userIds),
  ]);
  const [projectsOf, guestsOf, rolesOf, groupsOfUser] = [
    Map.groupBy(projects, (row) => row.user_id),
    Map.groupBy(guests, (row) => row.user_id),
    Map.groupBy(roles, (row) => row.user_id),
    Map.groupBy(groups, (row) => row.user_id),
  ];
  return userIds.map((id) => {
    const memberships: Memberships = {
      projects: new Map((projectsOf.get(id) ?? []).map((row) => [row.project_id, row.is_admin === 1])),
      guestOf: new Set((guestsOf.get(id) ?? []).map((row) => row.project_id)),
      roles: new Set((rolesOf.get(id) ?? []).map((row) => `${row.project_id}_${row.ugroup_id}`).sort()),
      staticGroups: new Set((groupsOfUser.get(id) ?? []).map((row) => row.id)),
      classes: { r: new Map(), a: new Map() },
    };
    const { projects: own, guestOf, roles: ownRoles, staticGroups } = memberships;
    const text = JSON.stringify([[...own], [...guestOf], [...ownRoles], [...staticGroups]]);
    return { memberships, text: hash('sha1', text, 'base64url') };
  });
}

const usersPerStatement = 500;

/** What people would be if they signed in and read, by id; five queries for any five hundred of them. */
async function loadReaders(db: Reader, site: Site, users: readonly UserRow[]): Promise<Map<number, Viewer>> {
  const readers = new Map<number, Viewer>();
  for (let start = 0; start < users.length; start += usersPerStatement) {
    // Queries of a file give nobody else a turn.
    await nextTurn();
    const some = users.slice(start, start + usersPerStatement);
    const ids = some.map(({ id }) => id);
    const [loaded, delegations] = await Promise.all([loadMany(db, ids), listDelegationsOf(db, ids)]);
    for (const [index, user] of some.entries()) {
      const own: ReadonlySet<string> = new Set(delegations.get(user.id));
      const isSuperUser = user.is_site_admin === 1 || own.has('rest-read-only');
      const caller = { ...nobody(site), user, isSuperUser, delegations: own };
      const { memberships = none, text = '' } = loaded[index] ?? {};
      readers.set(user.id, {
        ...caller,
        memberships,
        isRestricted: isRestricted(caller),
        rightsClass: nameClass(caller, text),
      });
    }
  }
  return readers;
}

const nobody = (site: Site): Caller => ({
  user: undefined,
  site,
  isSuperUser: false,
  delegations: new Set(),
  address: '',
  credential: undefined,
  validUntilMs: undefined,
});

/** Who reads without signing in; only sites that admit them show them anything. */
const anonymousReader = (site: Site): Viewer => ({
  ...nobody(site),
  memberships: none,
  isRestricted: false,
  rightsClass: 'anonymous',
});

/** As `rightsClass`, for what lies in one project alone; `staticGroups` are the groups that the project has. */
function classInProject(viewer: Viewer, projectId: number, staticGroups: ReadonlyMap<number, unknown>): string {
  if (viewer.user === undefined || viewer.isSuperUser) return viewer.rightsClass;
  const access = viewer.isRestricted ? 'r' : 'a';
  const known = viewer.memberships.classes[access];
  let groups = known.get(projectId);
  if (groups === undefined) {
    const ids = groupsOf(viewer, projectId).filter((id) => isBuiltInGroup(id) || staticGroups.has(id));
    // Guests enter where others of the same groups may not.
    known.set(projectId, (groups = `${isGuest(viewer, projectId) ? 'g' : ''}${ids.join(',')}`));
  }
  return `${access}${opensPrivateProjects(viewer) ? 'p' : ''}${groups}`;
}

/** Holders of the delegated right over projects enter private ones too (reference page 00, section 9, row 11). */
export const opensPrivateProjects = (caller: Pick<Caller, 'delegations'>): boolean =>
  caller.delegations.has('rest-project-management');

/** Who changes something, as a reader; undefined where they see no more by that. */
const asReader = (viewer: Viewer): Viewer | undefined =>
  !viewer.isSuperUser && viewer.delegations.has('rest-read-only') ? { ...viewer, isSuperUser: true } : undefined;

export const isMember = (viewer: Viewer, projectId: number): boolean => viewer.memberships.projects.has(projectId);

/** Whether the viewer may enter without being a member. */
export const isGuest = (viewer: Viewer, projectId: number): boolean => viewer.memberships.guestOf.has(projectId);

export const isProjectAdmin = (viewer: Viewer, projectId: number): boolean =>
  viewer.isSuperUser || viewer.memberships.projects.get(projectId) === true;

/** Whether the viewer belongs to a group, seen from one project (reference page 00, table of groups). */
export function isInGroup(viewer: Viewer, groupId: number, projectId: number): boolean {
  switch (groupId) {
    case groupIds.anonymous:
      return true;
    case groupIds.registered:
      return viewer.user !== undefined && !viewer.isRestricted;
    case groupIds.authenticated:
      return viewer.user !== undefined;
    case groupIds.members:
      return isMember(viewer, projectId);
    case groupIds.admins:
      return isProjectAdmin(viewer, projectId);
    case groupIds.nobody:
      return false;
    default:
      return (
        (countsInGroups(viewer, projectId) && viewer.memberships.staticGroups.has(groupId)) ||
        viewer.memberships.roles.has(`${projectId}_${groupId}`)
      );
  }
}

/** Restricted people have rights by static groups in projects alone that they are members or guests of. */
const countsInGroups = (viewer: Viewer, projectId: number): boolean =>
  !viewer.isRestricted || isMember(viewer, projectId) || isGuest(viewer, projectId);

/** Every group that the viewer belongs to, seen from one project. */
export function groupsOf(viewer: Viewer, projectId: number): number[] {
  const own = `${projectId}_`;
  const roles = [...viewer.memberships.roles]
    .filter((role) => role.startsWith(own))
    .map((role) => role.slice(own.length));
  const builtIn = new Set([...Object.values(groupIds), ...roles.map(Number)]);
  const ownGroups = countsInGroups(viewer, projectId) ? viewer.memberships.staticGroups : [];
  return [...[...builtIn].filter((id) => isInGroup(viewer, id, projectId)), ...ownGroups];
}

/** Viewers that no request brings, and what two of them have in common. */
export const projectViewers = { loadReaders, anonymousReader, asReader, hasSameRights, classInProject, groupsOf };
