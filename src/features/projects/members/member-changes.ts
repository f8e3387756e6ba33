// The one place where people join and leave projects and user groups, inside a transaction of the caller's. It keeps what
// always holds: administrators are members; nobody is a member and a guest; who leaves a project leaves its groups; in private
// projects and in those with synchronised membership everybody who joins a static group joins the project. A guest who joins
// a static group stays one, unless membership is synchronised.
import type { Writer } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { UserRow } from '../../people/index.ts';
import { isUsableAccount, listUsersByIds } from '../../people/index.ts';
import { findOwnerId } from '../groups/owners.store.ts';
import type { ProjectRow } from '../projects/projects.store.ts';
import {
  deleteGroupMembers,
  deleteMembers,
  insertGroupMembers,
  insertGuests,
  insertMembers,
  listGuestIds,
  listMemberIds,
  listMemberIdsOf,
  updateAdmins,
} from '../groups/user-groups.store.ts';
import type { ProjectRole } from '../groups/project-roles.ts';
import { groupIds } from '../groups/user-groups.ts';

/** Who joined and who left one group, or the guests. */
export interface MemberChange {
  groupId: number | 'guests';
  added: readonly number[];
  removed: readonly number[];
}

/**
 * Lets people join and leave the members, the administrators or a static group of a project. Gives what changed, also in
 * the project itself. Throws invalid when somebody can't join, when no administrator would be left, and when the owner would be no
 * administrator any more.
 */
export async function changeMembers(
  tx: Writer,
  project: ProjectRow,
  groupId: number,
  joining: readonly UserRow[],
  leaving: readonly number[],
): Promise<MemberChange[]> {
  for (const user of joining) requireMayJoin(project, user);
  const added = joining.map((user) => user.id);
  const change = { groupId, added, removed: leaving };
  const joinProject = async (ids = added): Promise<[MemberChange, MemberChange]> => {
    const { joined, guests } = await insertMembers(tx, project.id, ids);
    return [
      { groupId: groupIds.members, added: joined, removed: [] },
      { groupId: 'guests', added: [], removed: guests },
    ];
  };
  if (groupId === groupIds.members || groupId === groupIds.admins) await requireOwnerStays(tx, project.id, leaving);
  switch (groupId) {
    case groupIds.members: {
      await requireAdminLeft(tx, project.id, [], leaving);
      const [, guests] = await joinProject();
      await deleteMembers(tx, project.id, leaving);
      return [change, guests];
    }
    case groupIds.admins: {
      await requireAdminLeft(tx, project.id, added, leaving);
      const joined = await joinProject();
      await updateAdmins(tx, project.id, added, true);
      await updateAdmins(tx, project.id, leaving, false);
      return [change, ...joined];
    }
    default: {
      await insertGroupMembers(tx, groupId, added);
      await deleteGroupMembers(tx, groupId, leaving);
      if (!joinsByGroup(project)) return [change];
      const guests = new Set(project.is_synchronized === 1 ? [] : await listGuestIds(tx, project.id));
      return [change, ...(await joinProject(added.filter((id) => !guests.has(id))))];
    }
  }
}

/**
 * Gives people one role in the project in place of the one that they have; members who become guests leave the project's
 * groups. Gives what changed, and throws as changeMembers.
 */
export async function giveRole(
  tx: Writer,
  project: ProjectRow,
  role: ProjectRole,
  users: readonly UserRow[],
): Promise<MemberChange[]> {
  const among = async (groupId: number): Promise<UserRow[]> => {
    const ids = new Set(await listMemberIdsOf(tx, project.id, groupId));
    return users.filter(({ id }) => ids.has(id));
  };
  const admins = await among(groupIds.admins);
  const members = await among(groupIds.members);
  const without = (some: readonly UserRow[]): UserRow[] => users.filter((user) => !some.includes(user));
  const idsOf = (some: readonly UserRow[]): number[] => some.map(({ id }) => id);
  if (role === 'administrator') return changeMembers(tx, project, groupIds.admins, without(admins), []);
  if (role === 'member') {
    const demoted = await changeMembers(tx, project, groupIds.admins, [], idsOf(admins));
    return [...demoted, ...(await changeMembers(tx, project, groupIds.members, without(members), []))];
  }
  const guests = new Set(await listGuestIds(tx, project.id));
  for (const user of without(members)) if (!guests.has(user.id)) requireMayJoin(project, user);
  const left = await changeMembers(tx, project, groupIds.members, [], idsOf(members));
  return [...left, { groupId: 'guests', added: await insertGuests(tx, project.id, idsOf(users)), removed: [] }];
}

/** Takes guests out of the project and its groups; others stay. Gives what changed. */
export async function removeGuests(tx: Writer, project: ProjectRow, userIds: readonly number[]): Promise<MemberChange> {
  const guests = new Set(await listGuestIds(tx, project.id));
  const removed = userIds.filter((id) => guests.has(id));
  await deleteMembers(tx, project.id, removed);
  return { groupId: 'guests', added: [], removed };
}

/** Whether who joins a static group of the project becomes a member of the project by it. */
export const joinsByGroup = ({ access, is_synchronized }: Pick<ProjectRow, 'access' | 'is_synchronized'>): boolean =>
  access === 'private' || access === 'private-wo-restr' || is_synchronized === 1;

/** Why somebody can't join groups of a project; undefined where they can. */
export function whyNotJoin(project: ProjectRow, user: UserRow): Said | undefined {
  if (!isUsableAccount(user)) return says('member.inactive')`the account "${user.username}" is not active`;
  return user.status === 'R' && project.access === 'private-wo-restr'
    ? says(
        'member.restricted',
      )`"${user.username}" is a restricted account, and the project does not allow restricted accounts`
    : undefined;
}

function requireMayJoin(project: ProjectRow, user: UserRow): void {
  const reason = whyNotJoin(project, user);
  if (reason !== undefined) throw invalid(reason);
}

/** Who answers for the project goes only once somebody else does. */
async function requireOwnerStays(tx: Writer, projectId: number, leaving: readonly number[]): Promise<void> {
  if (leaving.length === 0) return;
  const ownerId = await findOwnerId(tx, projectId);
  if (ownerId === undefined || !leaving.includes(ownerId)) return;
  if (!(await listMemberIds(tx, projectId, true)).includes(ownerId)) return;
  const [owner] = await listUsersByIds(tx, [ownerId]);
  throw invalid(
    says(
      'member.owner',
    )`"${owner?.username ?? ownerId}" is the project owner and must remain an administrator; choose another owner first, PUT /project_ownership/${projectId}`,
  );
}

async function requireAdminLeft(
  tx: Writer,
  projectId: number,
  joining: readonly number[],
  leaving: readonly number[],
): Promise<void> {
  if (leaving.length === 0 || joining.length > 0) return;
  const admins = await listMemberIds(tx, projectId, true);
  const gone = new Set(leaving);
  if (admins.length > 0 && admins.every((id) => gone.has(id)))
    throw invalid(says('member.last-admin')`a project needs at least one administrator; add another one first`);
}
