// Reads and writes projects, members, groups and services.
import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './projects.tables.ts';
import { groupIds } from './user-groups.ts';

export type ProjectRow = Selectable<Tables['projects']>;
export type GroupRow = Selectable<Tables['user_groups']>;

/** Which projects a list may hold; see projects.access.ts. */
export interface ProjectFilter {
  /** undefined: whatever the status. */
  status?: ProjectRow['status'];
  unixName?: string;
  /** Only these. */
  ids?: readonly number[];
  withoutAccess?: ProjectRow['access'];
  /** Of others only those with one of these accesses; undefined: everything. */
  visible?: { accesses: readonly ProjectRow['access'][]; memberOf: readonly number[] };
}

export const findProject = (db: Reader, id: number): Promise<ProjectRow | undefined> =>
  db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();

export const findProjectByName = (db: Reader, unixName: string): Promise<ProjectRow | undefined> =>
  db.selectFrom('projects').selectAll().where('unix_name', '=', unixName).executeTakeFirst();

export const listProjectsByIds = (db: Reader, ids: readonly number[]): Promise<ProjectRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('projects').selectAll().where('id', 'in', ids).execute();

export async function listProjects(
  db: Reader,
  filter: ProjectFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: ProjectRow[]; size: number }> {
  const found = filterProjects(db.selectFrom('projects').where('id', '>', 100), filter);
  const [rows, count] = await Promise.all([
    found.selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

function filterProjects<O>(
  query: SelectQueryBuilder<Tables, 'projects', O>,
  filter: ProjectFilter,
): SelectQueryBuilder<Tables, 'projects', O> {
  let found = query;
  if (filter.status !== undefined) found = found.where('status', '=', filter.status);
  if (filter.unixName !== undefined) found = found.where('unix_name', '=', filter.unixName);
  if (filter.ids !== undefined)
    found = filter.ids.length === 0 ? found.where('id', '=', -1) : found.where('id', 'in', filter.ids);
  if (filter.withoutAccess !== undefined) found = found.where('access', '!=', filter.withoutAccess);
  const visible = filter.visible;
  if (visible === undefined) return found;
  return found.where((eb) =>
    eb.or([
      ...(visible.accesses.length === 0 ? [] : [eb('access', 'in', visible.accesses)]),
      ...(visible.memberOf.length === 0 ? [] : [eb('id', 'in', visible.memberOf)]),
      eb('id', '=', -1),
    ]),
  );
}

/** Throws the engine's unique violation when the short name is taken. */
export async function insertProject(tx: Writer, project: Insertable<Tables['projects']>): Promise<number> {
  const row = await tx.insertInto('projects').values(project).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function updateProject(tx: Writer, id: number, change: Updateable<Tables['projects']>): Promise<void> {
  await tx.updateTable('projects').set(change).where('id', '=', id).execute();
}

/** Deletes the project with its groups and its trackers' definitions; artifacts must be gone. */
export async function deleteProject(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('projects').where('id', '=', id).execute();
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

export async function insertService(tx: Writer, service: Insertable<Tables['project_services']>): Promise<void> {
  await tx.insertInto('project_services').values(service).execute();
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

/** Every row that says what one project is: its people, groups and services. */
export async function loadProjectRows(db: Reader, projectId: number) {
  const [members, roleMembers, groups, services] = await Promise.all([
    db.selectFrom('project_members').selectAll().where('project_id', '=', projectId).orderBy('user_id').execute(),
    db
      .selectFrom('project_role_members')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('ugroup_id')
      .orderBy('user_id')
      .execute(),
    listGroups(db, projectId),
    db.selectFrom('project_services').selectAll().where('project_id', '=', projectId).orderBy('id').execute(),
  ]);
  const groupMembers = await db
    .selectFrom('user_group_members')
    .innerJoin('user_groups', 'user_groups.id', 'user_group_members.ugroup_id')
    .select(['user_group_members.ugroup_id', 'user_group_members.user_id'])
    .where('user_groups.project_id', '=', projectId)
    .orderBy('user_group_members.user_id')
    .execute();
  return { members, roleMembers, groups, groupMembers, services };
}

export type ProjectRows = Awaited<ReturnType<typeof loadProjectRows>>;

/** Every custom field of the platform with each project's value, in rank order. */
export const listFieldValues = (
  db: Reader,
  projectIds: readonly number[],
): Promise<{ project_id: number; name: string; value: string | null }[]> =>
  projectIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('projects')
        .innerJoin('project_fields', (join) => join.onTrue())
        .leftJoin('project_field_values', (join) =>
          join
            .onRef('project_field_values.project_id', '=', 'projects.id')
            .onRef('project_field_values.field_id', '=', 'project_fields.id'),
        )
        .select(['projects.id as project_id', 'project_fields.name', 'project_field_values.value'])
        .where('projects.id', 'in', projectIds)
        .orderBy('project_fields.rank')
        .orderBy('project_fields.id')
        .execute();

export async function insertProjectField(tx: Writer, field: Insertable<Tables['project_fields']>): Promise<number> {
  const row = await tx.insertInto('project_fields').values(field).returning('id').executeTakeFirstOrThrow();
  return row.id;
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
