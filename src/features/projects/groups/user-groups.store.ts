// Reads and writes members of projects and user groups.
import { hash } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { UserRow } from '../../people/index.ts';
import './projects.tables.ts';
import { projectRoles } from './project-roles.ts';
import type { ProjectRole } from './project-roles.ts';
import { groupIds } from './user-groups.ts';

export type GroupRow = Selectable<Tables['user_groups']>;

const idsPerStatement = 500;

/** Parts that fit into one statement. */
function* chunksOf(ids: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < ids.length; start += idsPerStatement) yield ids.slice(start, start + idsPerStatement);
}

/** A guest who becomes a member is no guest any longer. */
export async function saveMember(tx: Writer, projectId: number, userId: number, isAdmin: boolean): Promise<void> {
  await deleteGuests(tx, projectId, [userId]);
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

/** Gives the ids of those who were guests. */
async function deleteGuests(tx: Writer, projectId: number, userIds: readonly number[]): Promise<number[]> {
  const deleted: number[] = [];
  for (const some of chunksOf(userIds)) {
    const rows = await tx
      .deleteFrom('project_guests')
      .where('project_id', '=', projectId)
      .where('user_id', 'in', some)
      .returning('user_id')
      .execute();
    deleted.push(...rows.map((row) => row.user_id));
  }
  return deleted;
}

/** Makes people guests who are no members; gives the ids of those who were none before. */
export async function insertGuests(tx: Writer, projectId: number, userIds: readonly number[]): Promise<number[]> {
  const members = new Set(await listMemberIds(tx, projectId, false));
  const added: number[] = [];
  for (const some of chunksOf(userIds.filter((id) => !members.has(id)))) {
    const rows = await tx
      .insertInto('project_guests')
      .values(some.map((id) => ({ project_id: projectId, user_id: id })))
      .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
      .returning('user_id')
      .execute();
    added.push(...rows.map((row) => row.user_id));
  }
  return added;
}

/** Makes somebody a guest, also who is a member by now; administrators stay. Gives whether they are a guest. */
export async function saveGuest(tx: Writer, projectId: number, userId: number): Promise<boolean> {
  await tx
    .deleteFrom('project_members')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('is_admin', '=', 0)
    .execute();
  await insertGuests(tx, projectId, [userId]);
  return (await listGuestIds(tx, projectId)).includes(userId);
}

export async function listGuestIds(db: Reader, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('project_guests')
    .select('user_id')
    .where('project_id', '=', projectId)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** User names of the guests, in order. */
export const listGuestNames = async (
  db: Reader,
  projectId: number,
  states: readonly UserRow['status'][] = ['A', 'R', 'S'],
): Promise<string[]> =>
  (
    await db
      .selectFrom('project_guests')
      .innerJoin('users', 'users.id', 'project_guests.user_id')
      .select('users.username')
      .where('project_guests.project_id', '=', projectId)
      .where('users.status', 'in', states)
      .orderBy('users.username')
      .execute()
  ).map((row) => row.username);

/** Projects that these people are guests of, in order of id. */
export const listGuestProjects = (
  db: Reader,
  userIds: readonly number[],
): Promise<{ user_id: number; project_id: number }[]> =>
  db
    .selectFrom('project_guests')
    .select(['user_id', 'project_id'])
    .where('user_id', 'in', userIds)
    .orderBy('project_id')
    .execute();

/** Makes these people members; gives the ids of those who were none before, and of those who were guests. */
export async function insertMembers(
  tx: Writer,
  projectId: number,
  userIds: readonly number[],
): Promise<{ joined: number[]; guests: number[] }> {
  const guests = await deleteGuests(tx, projectId, userIds);
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
  return { joined, guests };
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

/** Takes people out of the project, members and guests, and out of all its groups, dynamic and static. */
export async function deleteMembers(tx: Writer, projectId: number, userIds: readonly number[]): Promise<void> {
  const groups = tx.selectFrom('user_groups').select('id').where('project_id', '=', projectId);
  for (const some of chunksOf(userIds)) {
    for (const table of ['project_members', 'project_guests', 'project_role_members'] as const)
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

/** A subquery of the ids of those who may enter the project as its members or guests. */
export const membersAndGuests = (db: Reader, projectId: number) =>
  db
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', projectId)
    .union(db.selectFrom('project_guests').select('user_id').where('project_id', '=', projectId));

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

/** Members and guests of a project with their roles. */
function peopleOf(db: Reader, projectId: number, role: ProjectRole | undefined) {
  // A role is its position in projectRoles.
  const members = db
    .selectFrom('project_members')
    .select(['user_id', (eb) => eb(eb.ref('is_admin'), '+', 1).as('role')])
    .where('project_id', '=', projectId);
  const guests = db
    .selectFrom('project_guests')
    .select(['user_id', (eb) => eb.lit(0).as('role')])
    .where('project_id', '=', projectId);
  const all = db.selectFrom(members.unionAll(guests).as('people'));
  return role === undefined ? all : all.where('people.role', '=', projectRoles.indexOf(role));
}

/** A page of the members and guests of a project, in order of user name; `version` is another one for other people or roles. */
export async function listPeople(
  db: Reader,
  { projectId, role }: { projectId: number; role?: ProjectRole | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: { user: UserRow; role: ProjectRole }[]; size: number; version: string }> {
  const people = peopleOf(db, projectId, role);
  // Before the page, so that the version is never newer than what is shown.
  const all = await people.select(['people.user_id', 'people.role']).orderBy('people.user_id').execute();
  const rows = await people
    .innerJoin('users', 'users.id', 'people.user_id')
    .selectAll('users')
    .select('people.role')
    .orderBy('users.username')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const text = all.map((row) => `${row.user_id}:${Number(row.role)}`).join();
  return {
    rows: rows.map(({ role: position, ...user }) => ({ user, role: projectRoles[Number(position)] ?? 'guest' })),
    size: all.length,
    version: hash('sha1', text, 'base64url').slice(0, 16),
  };
}

/** Ids of the people in a group of a project, dynamic or static; empty for system groups. */
export function listMemberIdsOf(db: Reader, projectId: number, groupId: number): Promise<number[]> {
  if (groupId === groupIds.members) return listMemberIds(db, projectId, false);
  if (groupId === groupIds.admins) return listMemberIds(db, projectId, true);
  if (groupId < groupIds.nobody) return listRoleMemberIds(db, projectId, groupId);
  return listGroupMemberIds(db, groupId);
}
