// Which groups a person belongs to, and who belongs to a group.
import type { Static } from 'typebox';
import type { Database, Reader } from '../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { isUsableAccount, listUsersByIds } from '../people/index.ts';
import type { People, UserRow } from '../people/index.ts';
import { listProjectsByIds } from './projects.store.ts';
import type { ProjectRow } from './projects.store.ts';
import type { UserGroup } from './projects.schema.ts';
import { viewGroup } from './projects.view.ts';
import { groupIds } from './user-groups.ts';
import * as store from './user-groups.store.ts';
import type { GroupRow } from './user-groups.store.ts';
import { isProjectAdmin } from './viewer.ts';
import type { Viewer } from './viewer.ts';
import type { Projects } from './projects.service.ts';
import { parseGroupRestId } from './user-groups.ts';

export interface Membership {
  /** Literals such as `site_active`, `<project>_project_members`, `ug_101`; throws forbidden for somebody else's. */
  listLiterals(viewer: Viewer, idText: string, withSite: boolean): Promise<string[]>;
  /** The groups, also those of projects that are closed by now; throws as listLiterals. */
  listGroups(viewer: Viewer, idText: string): Promise<Static<typeof UserGroup>[]>;
  /**
   * Members in order of user name; `identifier`, a user name or e-mail, narrows them to one. Throws invalid when nobody
   * has it, notFound for a group that has no list, forbidden for who does not administer the project.
   */
  listGroupMembers(viewer: Viewer, restId: string, identifier?: string): Promise<UserRow[]>;
}

/** A person's projects in order of id, then their static groups. */
interface Belonging {
  memberships: { project: ProjectRow; isAdmin: boolean }[];
  groups: { group: GroupRow; project: ProjectRow }[];
}

async function loadBelonging(db: Reader, userId: number): Promise<Belonging> {
  const [memberships, groups] = await Promise.all([
    store.listMemberships(db, userId),
    store.listStaticGroupsOf(db, userId),
  ]);
  const ids = new Set([...memberships, ...groups].map((row) => row.project_id));
  const projects = new Map((await listProjectsByIds(db, [...ids])).map((project) => [project.id, project]));
  const ofProject = <T>(id: number, build: (project: ProjectRow) => T): T[] => {
    const project = projects.get(id);
    return project === undefined ? [] : [build(project)];
  };
  return {
    memberships: memberships.flatMap((row) =>
      ofProject(row.project_id, (project) => ({ project, isAdmin: row.is_admin === 1 })),
    ),
    groups: groups.flatMap((group) => ofProject(group.project_id, (project) => ({ group, project }))),
  };
}

export function createMembership(database: Database, people: People, projects: Projects): Membership {
  const db = database.read;
  const resolve = async (viewer: Viewer, idText: string): Promise<UserRow> => {
    const user = await people.resolve(viewer, idText);
    if (user === undefined) throw notFound('the anonymous user belongs to no group');
    const mayRead = user.id === viewer.user?.id || viewer.isSuperUser || viewer.delegations.has('user-management');
    if (!mayRead) throw forbidden('the memberships of others are not yours to see');
    return user;
  };
  return {
    async listLiterals(viewer, idText, withSite) {
      const user = await resolve(viewer, idText);
      if (!isUsableAccount(user)) return [];
      const { memberships, groups } = await loadBelonging(db, user.id);
      return [
        ...(withSite ? [user.status === 'R' ? 'site_restricted' : 'site_active'] : []),
        ...memberships.flatMap(({ project, isAdmin }) => {
          const name = project.unix_name.toLowerCase();
          return isAdmin ? [`${name}_project_members`, `${name}_project_admin`] : [`${name}_project_members`];
        }),
        ...groups.map(({ group }) => `ug_${group.id}`),
      ];
    },
    async listGroups(viewer, idText) {
      const user = await resolve(viewer, idText);
      const { memberships, groups } = await loadBelonging(db, user.id);
      return [
        ...memberships.flatMap(({ project, isAdmin }) => [
          viewGroup(groupIds.members, project),
          ...(isAdmin ? [viewGroup(groupIds.admins, project)] : []),
        ]),
        ...groups.map(({ group, project }) => viewGroup(group.id, project, group.name)),
      ];
    },
    async listGroupMembers(viewer, restId, identifier) {
      const group = await projects.showGroup(viewer, restId);
      if (group.project === null) throw notFound('the members of a system group are not listed');
      if (!isProjectAdmin(viewer, group.project.id)) throw forbidden('only project administrators list members');
      const { id } = parseGroupRestId(restId);
      const members = await listUsersByIds(db, await listMemberIdsOf(database, group.project.id, id));
      if (identifier === undefined) return members;
      const wanted = await people.findByIdentifier(identifier);
      if (wanted === undefined) throw invalid(`nobody is called "${identifier}"`, 'query.identifier');
      return members.filter((member) => member.id === wanted.id);
    },
  };
}

/** Ids of the people in a group of a project, dynamic or static; empty for system groups. */
export function listMemberIdsOf(
  database: Pick<Database, 'read'>,
  projectId: number,
  groupId: number,
): Promise<number[]> {
  const db = database.read;
  if (groupId === groupIds.members) return store.listMemberIds(db, projectId, false);
  if (groupId === groupIds.admins) return store.listMemberIds(db, projectId, true);
  if (groupId < groupIds.nobody) return store.listRoleMemberIds(db, projectId, groupId);
  return store.listGroupMemberIds(db, groupId);
}
