// Which groups a person belongs to.
import type { Static } from 'typebox';
import type { Database, Reader } from '../../../platform/database/index.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { foldText } from '../../../platform/texts/fold-text.ts';
import { says } from '../../../platform/texts/said.ts';
import { isUsableAccount, listSshKeyOwners, listUsersByIds } from '../../people/index.ts';
import type { People, UserRow } from '../../people/index.ts';
import { listProjectsByIds } from '../projects/projects.store.ts';
import type { ProjectRow } from '../projects/projects.store.ts';
import type { UserGroup, UserMembership } from '../groups/projects.schema.ts';
import { viewGroup } from '../projects/projects.view.ts';
import { groupIds } from '../groups/user-groups.ts';
import * as store from '../groups/user-groups.store.ts';
import type { GroupRow } from '../groups/user-groups.store.ts';
import { isMember } from '../projects/viewer.ts';
import type { Viewer } from '../projects/viewer.ts';

export interface Membership {
  /**
   * Literals such as `site_active`, `<project>_project_members`, `ug_101`; none for an account that is not active, and none
   * of projects that are not. Throws forbidden for somebody else's, unless the viewer may know.
   */
  listLiterals(viewer: Viewer, idText: string, withSite: boolean): Promise<string[]>;
  /** The same groups as listLiterals names; throws as it does. */
  listGroups(viewer: Viewer, idText: string): Promise<Static<typeof UserGroup>[]>;
  /** Ids of the living projects that the viewer and an account both belong to. Throws notFound for nobody. */
  listShared(viewer: Viewer, idText: string): Promise<number[]>;
  /**
   * Usable accounts that a text is part of the name of, or the proven address: members of the project first where the viewer
   * is one, then everyone else; each by name. No text: the first members.
   */
  suggest(
    viewer: Viewer,
    sought: { query: string; project_id?: number | undefined; limit: number },
  ): Promise<UserRow[]>;
  /** Everybody who has an SSH key, in order of id, with what listLiterals says. Throws forbidden for who may not know. */
  listWithSshKey(
    viewer: Viewer,
    page: { limit: number; offset: number },
  ): Promise<{ memberships: Static<typeof UserMembership>[]; size: number }>;
}

/** A person's living projects in order of id, then the static groups there; nothing for an account that is not active. */
interface Memberships {
  memberships: { project: ProjectRow; isAdmin: boolean }[];
  groups: { group: GroupRow; project: ProjectRow }[];
}

async function loadMemberships(db: Reader, user: UserRow): Promise<Memberships> {
  if (!isUsableAccount(user)) return { memberships: [], groups: [] };
  const [memberships, groups] = await Promise.all([
    store.listMemberships(db, [user.id]),
    store.listStaticGroupsOf(db, [user.id]),
  ]);
  const ids = new Set([...memberships, ...groups].map((row) => row.project_id));
  const projects = new Map((await listProjectsByIds(db, [...ids])).map((project) => [project.id, project]));
  const ofProject = <T>(id: number, build: (project: ProjectRow) => T): T[] => {
    const project = projects.get(id);
    return project?.status === 'active' || project?.status === 'system' ? [build(project)] : [];
  };
  return {
    memberships: memberships.flatMap((row) =>
      ofProject(row.project_id, (project) => ({ project, isAdmin: row.is_admin === 1 })),
    ),
    groups: groups.flatMap((group) => ofProject(group.project_id, (project) => ({ group, project }))),
  };
}

export function createMembership(database: Database, people: People): Membership {
  const db = database.read;
  const resolve = async (viewer: Viewer, idText: string): Promise<UserRow> => {
    const user = await people.resolve(viewer, idText);
    if (user === undefined) throw notFound(says('group.anonymous')`the anonymous user is not a member of any group`);
    if (user.id !== viewer.user?.id) requireKnower(viewer);
    return user;
  };
  return {
    async listShared(viewer, idText) {
      const user = await people.resolve(viewer, idText);
      if (user === undefined)
        throw notFound(says('project.anonymous')`the anonymous user is not a member of any project`);
      const { memberships } = await loadMemberships(db, user);
      return memberships.flatMap(({ project }) => (viewer.memberships.projects.has(project.id) ? [project.id] : []));
    },
    listLiterals: async (viewer, idText, withSite) => nameGroups(db, await resolve(viewer, idText), withSite),
    async listGroups(viewer, idText) {
      const user = await resolve(viewer, idText);
      const { memberships, groups } = await loadMemberships(db, user);
      return [
        ...memberships.flatMap(({ project, isAdmin }) => [
          viewGroup(groupIds.members, project),
          ...(isAdmin ? [viewGroup(groupIds.admins, project)] : []),
        ]),
        ...groups.map(({ group, project }) => viewGroup(group.id, project, group.name)),
      ];
    },
    async suggest(viewer, { query, project_id: projectId, limit }) {
      const text = query.trim();
      const wanted = foldText(text);
      const ids =
        projectId !== undefined && isMember(viewer, projectId)
          ? await store.listMemberIdsOf(db, projectId, groupIds.members)
          : [];
      const members = [...(await people.findMany(ids, viewer.site.version)).values()]
        .filter((user) => isUsableAccount(user) && user.search_text.includes(wanted))
        .toSorted((a, b) => (a.username < b.username ? -1 : 1))
        .slice(0, limit);
      if (text === '' || members.length === limit) return members;
      const known = new Set(members.map(({ id }) => id));
      const { rows } = await people.search(viewer, { text }, { limit: limit + members.length, offset: 0 });
      return [...members, ...rows.filter(({ id }) => !known.has(id))].slice(0, limit);
    },
    async listWithSshKey(viewer, page) {
      requireKnower(viewer);
      const { ids, size } = await listSshKeyOwners(db, page);
      const memberships: Static<typeof UserMembership>[] = [];
      for (const user of (await listUsersByIds(db, ids)).sort((a, b) => a.id - b.id))
        memberships.push({ username: user.username, user_groups: await nameGroups(db, user, true) });
      return { memberships, size };
    },
  };
}

/** See Membership.listLiterals. */
async function nameGroups(db: Reader, user: UserRow, withSite: boolean): Promise<string[]> {
  if (!isUsableAccount(user)) return [];
  const { memberships, groups } = await loadMemberships(db, user);
  return [
    ...(withSite ? [user.status === 'R' ? 'site_restricted' : 'site_active'] : []),
    ...memberships.flatMap(({ project, isAdmin }) => {
      const name = project.unix_name.toLowerCase();
      return isAdmin ? [`${name}_project_members`, `${name}_project_admin`] : [`${name}_project_members`];
    }),
    ...groups.map(({ group }) => `ug_${group.id}`),
  ];
}

/** Throws forbidden for who may not see the memberships of others. */
function requireKnower({ isSuperUser, delegations }: Viewer): void {
  if (!isSuperUser && !delegations.has('user-management') && !delegations.has('user-membership'))
    throw forbidden(says('member.others')`you can only see your own memberships`);
}
