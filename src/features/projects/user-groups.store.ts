// Reads and writes members of projects and user groups.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './projects.tables.ts';
import { groupIds } from './user-groups.ts';

export type GroupRow = Selectable<Tables['user_groups']>;

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

export async function insertGroup(tx: Writer, group: Insertable<Tables['user_groups']>): Promise<number> {
  const row = await tx.insertInto('user_groups').values(group).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function insertGroupMember(tx: Writer, groupId: number, userId: number): Promise<void> {
  await tx
    .insertInto('user_group_members')
    .values({ ugroup_id: groupId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['ugroup_id', 'user_id']).doNothing())
    .execute();
}

export const listMemberships = (db: Reader, userId: number): Promise<{ project_id: number; is_admin: number }[]> =>
  db
    .selectFrom('project_members')
    .select(['project_id', 'is_admin'])
    .where('user_id', '=', userId)
    .orderBy('project_id')
    .execute();

export const listRoles = (db: Reader, userId: number): Promise<{ project_id: number; ugroup_id: number }[]> =>
  db.selectFrom('project_role_members').select(['project_id', 'ugroup_id']).where('user_id', '=', userId).execute();

export const listStaticGroupsOf = (db: Reader, userId: number): Promise<GroupRow[]> =>
  db
    .selectFrom('user_group_members')
    .innerJoin('user_groups', 'user_groups.id', 'user_group_members.ugroup_id')
    .selectAll('user_groups')
    .where('user_group_members.user_id', '=', userId)
    .orderBy('user_groups.id')
    .execute();

export const listGroups = (db: Reader, projectId: number): Promise<GroupRow[]> =>
  db.selectFrom('user_groups').selectAll().where('project_id', '=', projectId).orderBy('id').execute();

export const findGroup = (db: Reader, id: number): Promise<GroupRow | undefined> =>
  db.selectFrom('user_groups').selectAll().where('id', '=', id).executeTakeFirst();

/** User ids of the members; `onlyAdmins` of the administrators. */
export async function listMemberIds(db: Reader, projectId: number, onlyAdmins: boolean): Promise<number[]> {
  let query = db.selectFrom('project_members').select('user_id').where('project_id', '=', projectId);
  if (onlyAdmins) query = query.where('is_admin', '=', 1);
  return (await query.orderBy('user_id').execute()).map((row) => row.user_id);
}

export async function listRoleMemberIds(db: Reader, projectId: number, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('project_role_members')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('ugroup_id', '=', groupId)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

export async function listGroupMemberIds(db: Reader, groupId: number): Promise<number[]> {
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
