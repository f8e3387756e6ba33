// Reads and writes members of projects and user groups.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { UserRow } from '../../people/index.ts';
import './projects.tables.ts';
import { groupIds } from './user-groups.ts';

export type GroupRow = Selectable<Tables['user_groups']>;

const idsPerStatement = 500;

/** Parts that fit into one statement. */
function* chunksOf(ids: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < ids.length; start += idsPerStatement) yield ids.slice(start, start + idsPerStatement);
}

export async function saveMember(tx: Writer, projectId: number, userId: number, isAdmin: boolean): Promise<void> {
  await tx
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, is_admin: isAdmin ? 1 : 0 })
    .onConflict((conflict) =>
      isAdmin
        ? conflict.columns(['project_id', 'user_id']).doUpdateSet({ is_admin: 1 })
        : conflict.columns(['project_id', 'user_id']).doNothing(),
    )
    .execute();
}

export async function insertRoleMember(tx: Writer, row: Insertable<Tables['project_role_members']>): Promise<void> {
  await tx
    .insertInto('project_role_members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'ugroup_id', 'user_id']).doNothing())
    .execute();
}

/** Makes these people members; gives the ids of those who were none before. */
export async function insertMembers(tx: Writer, projectId: number, userIds: readonly number[]): Promise<number[]> {
  const joined: number[] = [];
  for (const some of chunksOf(userIds)) {
    const rows = await tx
      .insertInto('project_members')
      .values(some.map((id) => ({ project_id: projectId, user_id: id, is_admin: 0 })))
      .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
      .returning('user_id')
      .execute();
    joined.push(...rows.map((row) => row.user_id));
  }
  return joined;
}

/** Gives members the right to administer the project, or takes it. */
export async function updateAdmins(
  tx: Writer,
  projectId: number,
  userIds: readonly number[],
  isAdmin: boolean,
): Promise<void> {
  for (const some of chunksOf(userIds)) {
    await tx
      .updateTable('project_members')
      .set({ is_admin: isAdmin ? 1 : 0 })
      .where('project_id', '=', projectId)
      .where('user_id', 'in', some)
      .execute();
  }
}

/** Takes people out of the project and of all its groups, dynamic and static. */
export async function deleteMembers(tx: Writer, projectId: number, userIds: readonly number[]): Promise<void> {
  const groups = tx.selectFrom('user_groups').select('id').where('project_id', '=', projectId);
  for (const some of chunksOf(userIds)) {
    for (const table of ['project_members', 'project_role_members'] as const)
      await tx.deleteFrom(table).where('project_id', '=', projectId).where('user_id', 'in', some).execute();
    await tx.deleteFrom('user_group_members').where('ugroup_id', 'in', groups).where('user_id', 'in', some).execute();
  }
}

/** Throws the engine's unique violation when the project has a group of that name in any case. */
export async function insertGroup(tx: Writer, group: Insertable<Tables['user_groups']>): Promise<number> {
  const row = await tx.insertInto('user_groups').values(group).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Throws the engine's unique violation where the name is taken. */
export async function updateGroup(
  tx: Writer,
  id: number,
  columns: Partial<Pick<GroupRow, 'name' | 'description'>>,
): Promise<void> {
  await tx.updateTable('user_groups').set(columns).where('id', '=', id).execute();
}

/** Its members are in it no more. */
export async function deleteGroup(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('user_groups').where('id', '=', id).execute();
}

export async function insertGroupMembers(tx: Writer, groupId: number, userIds: readonly number[]): Promise<void> {
  for (const some of chunksOf(userIds)) {
    await tx
      .insertInto('user_group_members')
      .values(some.map((id) => ({ ugroup_id: groupId, user_id: id })))
      .onConflict((conflict) => conflict.columns(['ugroup_id', 'user_id']).doNothing())
      .execute();
  }
}

export async function deleteGroupMembers(tx: Writer, groupId: number, userIds: readonly number[]): Promise<void> {
  for (const some of chunksOf(userIds))
    await tx.deleteFrom('user_group_members').where('ugroup_id', '=', groupId).where('user_id', 'in', some).execute();
}

/** Projects of these people, in order of id. */
export const listMemberships = (
  db: Reader,
  userIds: readonly number[],
): Promise<{ user_id: number; project_id: number; is_admin: number }[]> =>
  db
    .selectFrom('project_members')
    .select(['user_id', 'project_id', 'is_admin'])
    .where('user_id', 'in', userIds)
    .orderBy('project_id')
    .execute();

export const listRoles = (
  db: Reader,
  userIds: readonly number[],
): Promise<{ user_id: number; project_id: number; ugroup_id: number }[]> =>
  db
    .selectFrom('project_role_members')
    .select(['user_id', 'project_id', 'ugroup_id'])
    .where('user_id', 'in', userIds)
    .execute();

/** Static groups of these people, in order of id. */
export const listStaticGroupsOf = (
  db: Reader,
  userIds: readonly number[],
): Promise<(GroupRow & { user_id: number })[]> =>
  db
    .selectFrom('user_group_members')
    .innerJoin('user_groups', 'user_groups.id', 'user_group_members.ugroup_id')
    .selectAll('user_groups')
    .select('user_group_members.user_id')
    .where('user_group_members.user_id', 'in', userIds)
    .orderBy('user_groups.id')
    .execute();

/** Static groups of one project, or of several. */
export const listGroups = (db: Reader, projectIds: number | readonly number[]): Promise<GroupRow[]> =>
  db.selectFrom('user_groups').selectAll().where('project_id', 'in', [projectIds].flat()).orderBy('id').execute();

export const findGroup = (db: Reader, id: number): Promise<GroupRow | undefined> =>
  db.selectFrom('user_groups').selectAll().where('id', '=', id).executeTakeFirst();

/** User ids of the members; `onlyAdmins` of the administrators. */
export async function listMemberIds(db: Reader, projectId: number, onlyAdmins: boolean): Promise<number[]> {
  let query = db.selectFrom('project_members').select('user_id').where('project_id', '=', projectId);
  if (onlyAdmins) query = query.where('is_admin', '=', 1);
  return (await query.orderBy('user_id').execute()).map((row) => row.user_id);
}

async function listRoleMemberIds(db: Reader, projectId: number, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('project_role_members')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('ugroup_id', '=', groupId)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

async function listGroupMemberIds(db: Reader, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_group_members')
    .select('user_id')
    .where('ugroup_id', '=', groupId)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** A subquery of the ids of everybody in one of these groups; dynamic groups are those of the project. */
export function membersOfGroups(db: Reader, projectId: number, groups: readonly number[]) {
  const ofRoles = db
    .selectFrom('project_role_members')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('ugroup_id', 'in', groups);
  const members = db.selectFrom('project_members').select('user_id').where('project_id', '=', projectId);
  const ofStatic = db.selectFrom('user_group_members').select('user_id').where('ugroup_id', 'in', groups);
  let all = ofStatic.union(ofRoles);
  if (groups.includes(groupIds.members)) all = all.union(members);
  if (groups.includes(groupIds.admins)) all = all.union(members.where('is_admin', '=', 1));
  return all;
}

/** A page of the people in a group of a project, in order of user name; `userId` asks for this one alone. */
export async function listGroupMembers(
  db: Reader,
  { projectId, groupId, userId }: { projectId: number; groupId: number; userId?: number | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: UserRow[]; size: number }> {
  let found = db.selectFrom('users').where('id', 'in', membersOfGroups(db, projectId, [groupId]));
  if (userId !== undefined) found = found.where('id', '=', userId);
  const [rows, count] = await Promise.all([
    found.selectAll().orderBy('username').limit(page.limit).offset(page.offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

/** Ids of the people in a group of a project, dynamic or static; empty for system groups. */
export function listMemberIdsOf(db: Reader, projectId: number, groupId: number): Promise<number[]> {
  if (groupId === groupIds.members) return listMemberIds(db, projectId, false);
  if (groupId === groupIds.admins) return listMemberIds(db, projectId, true);
  if (groupId < groupIds.nobody) return listRoleMemberIds(db, projectId, groupId);
  return listGroupMemberIds(db, groupId);
}
