// Which groups a person belongs to, and who belongs to a group.
import type { Database } from '../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { isUsableAccount, listUsersByIds } from '../people/index.ts';
import type { People, UserRow } from '../people/index.ts';
import * as store from './projects.store.ts';
import { groupIds, groupRestId } from './user-groups.ts';
import { isProjectAdmin } from './viewer.ts';
import type { Viewer } from './viewer.ts';
import type { Projects } from './projects.service.ts';
import { parseGroupRestId } from './user-groups.ts';

export interface Membership {
  /** Literals such as `site_active`, `<project>_project_members`, `ug_101`; throws forbidden for somebody else's. */
  listLiterals(viewer: Viewer, idText: string, withSite: boolean): Promise<string[]>;
  /** REST ids of the groups. */
  listGroupIds(viewer: Viewer, idText: string): Promise<string[]>;
  /**
   * Members in order of user name; `identifier`, a user name or e-mail, narrows them to one. Throws invalid when nobody
   * has it, notFound for a group that has no list, forbidden for who does not administer the project.
   */
  listGroupMembers(viewer: Viewer, restId: string, identifier?: string): Promise<UserRow[]>;
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
      const [memberships, groups, all] = await Promise.all([
        store.listMemberships(db, user.id),
        store.listStaticGroupsOf(db, user.id),
        projects.listAll(),
      ]);
      const nameById = new Map(all.map((project) => [project.id, project.unix_name.toLowerCase()]));
      return [
        ...(withSite ? [user.status === 'R' ? 'site_restricted' : 'site_active'] : []),
        ...memberships.flatMap(({ project_id, is_admin }) => {
          const name = nameById.get(project_id) ?? '';
          return is_admin === 1 ? [`${name}_project_members`, `${name}_project_admin`] : [`${name}_project_members`];
        }),
        ...groups.map((group) => `ug_${group.id}`),
      ];
    },
    async listGroupIds(viewer, idText) {
      const user = await resolve(viewer, idText);
      const [memberships, groups] = await Promise.all([
        store.listMemberships(db, user.id),
        store.listStaticGroupsOf(db, user.id),
      ]);
      return [
        ...memberships.flatMap(({ project_id, is_admin }) => [
          groupRestId(groupIds.members, project_id),
          ...(is_admin === 1 ? [groupRestId(groupIds.admins, project_id)] : []),
        ]),
        ...groups.map((group) => String(group.id)),
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
