// Who belongs to a group: listing, replacing, and single people joining and leaving.
import { hash } from 'node:crypto';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { commandLine, recordAudit } from '../../audit/index.ts';
import type { Actor } from '../../audit/index.ts';
import { actorOf, findUserByName, listUsersByIds } from '../../people/index.ts';
import type { People, UserRow } from '../../people/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { changeMembers, giveRole, removeGuests, whyNotJoin } from './member-changes.ts';
import type { MemberChange } from './member-changes.ts';
import { readAsAdmin, refuseProject, requireLivingProject } from '../projects/projects.access.ts';
import type { UserReference } from '../groups/projects.schema.ts';
import type { Page, Projects } from '../projects/projects.service.ts';
import { findProject, findProjectByName } from '../projects/projects.store.ts';
import type { ProjectRow } from '../projects/projects.store.ts';
import { locateGroup, locateVisibleGroup } from './user-groups.service.ts';
import { listGroupMembers, listMemberIdsOf, listPeople } from '../groups/user-groups.store.ts';
import type { ProjectRole } from '../groups/project-roles.ts';
import { groupIds, groupRestId, isBuiltInGroup } from '../groups/user-groups.ts';
import { findOwnerId } from '../groups/owners.store.ts';
import { findReferencedUsers } from '../groups/user-references.ts';
import { isProjectAdmin } from '../projects/viewer.ts';
import type { Viewer } from '../projects/viewer.ts';

export interface Members {
  /**
   * Members in order of user name; `identifier`, a user name or e-mail, narrows them to one. Throws invalid when nobody
   * has it, notFound for a group that has no list, forbidden for who does not administer the project. `version` is
   * another one whenever somebody joins or leaves, on this page or not.
   */
  list(
    viewer: Viewer,
    restId: string,
    page: Page,
    identifier?: string,
  ): Promise<{ users: UserRow[]; size: number; version: string }>;
  /** User names of the administrators and of all members of a project. */
  namesOf(projectId: number): Promise<{ administrators: string[]; members: string[] }>;
  /**
   * Makes these people, and nobody else, the members of a static group, the members of a project, or its
   * administrators. Throws as list, forbidden for a suspended or deleted project, and invalid for another dynamic group,
   * for a reference that names nobody, for a group that follows another source, and as changeMembers.
   */
  replace(viewer: Viewer, restId: string, references: readonly Static<typeof UserReference>[]): Promise<void>;
  /** Members and guests in order of user name, or those with one role. Throws as readAsAdmin. */
  listPeople(
    viewer: Viewer,
    projectId: number,
    role: ProjectRole | undefined,
    page: Page,
  ): ReturnType<typeof listPeople>;
  /**
   * Gives people a role in place of the one that they have, all or none of them. Throws as readAsAdmin and giveRole, and invalid for a
   * reference that names nobody, and where members follow another source and their number would change.
   */
  giveRole(
    viewer: Viewer,
    projectId: number,
    role: ProjectRole,
    references: readonly Static<typeof UserReference>[],
  ): Promise<void>;
  /** Lets one person join the project, as an administrator when asked. Throws notFound, and as changeMembers. */
  add(unixName: string, username: string, asAdmin: boolean, by?: Actor): Promise<void>;
  /** Lets one person, member or guest, leave the project with all its groups, or be no administrator any more. Throws as add. */
  remove(unixName: string, username: string, onlyAsAdmin: boolean, by?: Actor): Promise<void>;
  /**
   * Brings a group that follows another source to these members: those join who may, all others leave but for
   * administrators of the project. Gives how many; nothing happens in a project that is not active.
   */
  follow(group: FollowingGroup, userIds: ReadonlySet<number>, by: Actor): Promise<{ joined: number; left: number }>;
}

export interface FollowingGroup {
  projectId: number;
  groupId: number;
  /** Nobody leaves. */
  keepsOthers: boolean;
  /** Nothing is changed, only counted. */
  isDryRun: boolean;
}

interface MembersDeps {
  database: Database;
  clock: Clock;
  people: People;
  projects: Pick<Projects, 'read'>;
  /** Whether the members of a group are those of another source alone, which people can't change here. */
  isFollowing(db: Reader, projectId: number, groupId: number): Promise<boolean>;
}

async function namesOf(db: Reader, projectId: number): Promise<{ administrators: string[]; members: string[] }> {
  const namesIn = async (groupId: number): Promise<string[]> =>
    (await listUsersByIds(db, await listMemberIdsOf(db, projectId, groupId))).map((user) => user.username).toSorted();
  return { administrators: await namesIn(groupIds.admins), members: await namesIn(groupIds.members) };
}

const unreplaceable = says(
  'group.dynamic',
)`only the dynamic groups project members and project administrators can be replaced`;

export function createMembers(deps: MembersDeps): Members {
  const { database, clock, people } = deps;
  const requireOwnMembers = async (tx: Writer, projectId: number, groupId: number): Promise<void> => {
    if (await deps.isFollowing(tx, projectId, groupId))
      throw invalid(says('member.bound')`the group is bound to a directory group; change its members there`, 'id');
  };
  const db = database.read;
  const changeOne = (unixName: string, username: string, { groupId, joins, by }: OneChange): Promise<void> =>
    database.transact(async (tx) => {
      const project = await findProjectByName(tx, unixName);
      if (project === undefined) throw notFound(says('project.missing-name')`there is no project "${unixName}"`);
      requireLivingProject(project);
      const user = await findUserByName(tx, username);
      if (user === undefined) throw notFound(says('username.unknown')`there is no user "${username}"`);
      const isIn = (await listMemberIdsOf(tx, project.id, groupId)).includes(user.id);
      if (!joins && !isIn && groupId === groupIds.members) {
        await save(tx, clock, [await removeGuests(tx, project, [user.id])], project.id, by);
        return;
      }
      await requireOwnMembers(tx, project.id, groupId);
      const joining = joins && !isIn ? [user] : [];
      const leaving = !joins && isIn ? [user.id] : [];
      await save(tx, clock, await changeMembers(tx, project, groupId, joining, leaving), project.id, by);
    });
  return {
    async list(viewer, restId, page, identifier) {
      const { id, project } = await locateVisibleGroup(db, viewer, restId);
      requireManaged(viewer, project);
      const wanted = identifier === undefined ? undefined : await people.findByIdentifier(identifier);
      if (identifier !== undefined && wanted === undefined)
        throw invalid(says('member.nobody')`there is no user "${identifier}"`, 'query.identifier');
      // Before the page, so that the version is never newer than what is shown.
      const version = hash('sha1', (await listMemberIdsOf(db, project.id, id)).join(), 'base64url').slice(0, 16);
      const { rows, size } = await listGroupMembers(
        db,
        { projectId: project.id, groupId: id, userId: wanted?.id },
        page,
      );
      return { users: rows, size, version };
    },
    namesOf: (projectId) => namesOf(db, projectId),
    async replace(viewer, restId, references) {
      const { id, project, missing } = await locateGroup(db, restId);
      if (project !== undefined) requireLivingProject(project);
      const refusal = project === undefined ? undefined : refuseProject(viewer, project);
      if (refusal !== undefined) throw refusal;
      requireManaged(viewer, project);
      if (isBuiltInGroup(id) && id !== groupIds.members && id !== groupIds.admins) throw invalid(unreplaceable, 'id');
      const wanted = await findReferencedUsers(db, references);
      await database.transact(async (tx) => {
        const fresh = await findProject(tx, project.id);
        if (fresh === undefined) throw missing;
        requireLivingProject(fresh);
        await requireOwnMembers(tx, fresh.id, id);
        const current = new Set(await listMemberIdsOf(tx, project.id, id));
        const staying = new Set(wanted.map((user) => user.id));
        const joining = wanted.filter((user) => !current.has(user.id));
        const leaving = [...current].filter((userId) => !staying.has(userId));
        await save(tx, clock, await changeMembers(tx, fresh, id, joining, leaving), fresh.id, actorOf(viewer));
      });
    },
    async listPeople(viewer, projectId, role, page) {
      await readAsAdmin(deps.projects, viewer, projectId);
      return listPeople(db, { projectId, role }, page);
    },
    async giveRole(viewer, projectId, role, references) {
      await readAsAdmin(deps.projects, viewer, projectId);
      const users = await findReferencedUsers(db, references);
      await database.transact(async (tx) => {
        const project = await findProject(tx, projectId);
        if (project === undefined) throw notFound();
        requireLivingProject(project);
        const changes = await giveRole(tx, project, role, users);
        for (const { groupId, added, removed } of changes)
          if (groupId !== 'guests' && added.length + removed.length > 0)
            await requireOwnMembers(tx, projectId, groupId);
        await save(tx, clock, changes, projectId, actorOf(viewer));
      });
    },
    add: (unixName, username, asAdmin, by = commandLine) =>
      changeOne(unixName, username, { groupId: asAdmin ? groupIds.admins : groupIds.members, joins: true, by }),
    remove: (unixName, username, onlyAsAdmin, by = commandLine) =>
      changeOne(unixName, username, { groupId: onlyAsAdmin ? groupIds.admins : groupIds.members, joins: false, by }),
    follow: (group, userIds, by) => database.transact((tx) => follow(tx, clock, group, userIds, by)),
  };
}

const idsPerQuery = 500;

async function follow(
  tx: Writer,
  clock: Clock,
  { projectId, groupId, keepsOthers, isDryRun }: FollowingGroup,
  userIds: ReadonlySet<number>,
  by: Actor,
): Promise<{ joined: number; left: number }> {
  const project = await findProject(tx, projectId);
  if (project?.status !== 'active') return { joined: 0, left: 0 };
  const current = new Set(await listMemberIdsOf(tx, projectId, groupId));
  const admins = new Set(groupId === groupIds.members ? await listMemberIdsOf(tx, projectId, groupIds.admins) : []);
  const absent = [...userIds.difference(current)];
  const joining: UserRow[] = [];
  for (let start = 0; start < absent.length; start += idsPerQuery) {
    const users = await listUsersByIds(tx, absent.slice(start, start + idsPerQuery));
    joining.push(...users.filter((user) => whyNotJoin(project, user) === undefined));
  }
  // The owner is no matter of another source.
  const ownerId = groupId === groupIds.admins ? await findOwnerId(tx, projectId) : undefined;
  const staying = new Set([...userIds, ...admins, ...(ownerId === undefined ? [] : [ownerId])]);
  const leaving = keepsOthers ? [] : [...current.difference(staying)];
  if (!isDryRun) await save(tx, clock, await changeMembers(tx, project, groupId, joining, leaving), projectId, by);
  return { joined: joining.length, left: leaving.length };
}

interface OneChange {
  groupId: number;
  joins: boolean;
  by: Actor;
}

async function save(
  tx: Writer,
  clock: Clock,
  changes: readonly MemberChange[],
  projectId: number,
  by: Actor,
): Promise<void> {
  const effective = changes.filter(({ added, removed }) => added.length + removed.length > 0);
  if (effective.length === 0) return;
  await recordAudit(tx, clock, ...effective.map((change) => describeChange(projectId, change, by)));
  await bumpSiteVersion(tx);
}

/** Throws notFound for a system group, whose members nobody lists, and forbidden for who does not administer the project. */
function requireManaged(viewer: Viewer, project: ProjectRow | undefined): asserts project is ProjectRow {
  if (project === undefined) throw notFound(says('member.unlisted')`the members of a system group can't be listed`);
  if (!isProjectAdmin(viewer, project.id))
    throw forbidden(says('member.admin-only')`only project administrators can see and change members`);
}

/** How many ids an audit entry names. */
const auditedIdsMax = 100;

/** Ids as an audit entry names them. */
export const listAuditedIds = (ids: readonly number[]): string => ids.slice(0, auditedIdsMax).join(',');

function describeChange(projectId: number, { groupId, added, removed }: MemberChange, by: Actor) {
  const [userId, ...others] = [...added, ...removed];
  return {
    kind: 'members-changed',
    by,
    projectId,
    ...(userId === undefined || others.length > 0 ? {} : { userId }),
    details: {
      group: groupId === 'guests' ? `${projectId}_guests` : groupRestId(groupId, projectId),
      added: added.length,
      removed: removed.length,
      ...(added.length === 0 ? {} : { added_ids: listAuditedIds(added) }),
      ...(removed.length === 0 ? {} : { removed_ids: listAuditedIds(removed) }),
    },
  } as const;
}
