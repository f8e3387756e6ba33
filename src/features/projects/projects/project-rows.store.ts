// Reads a project whole, as an archive holds it.
import type { Reader } from '../../../platform/database/index.ts';
import '../groups/projects.tables.ts';
import { listGroups } from '../groups/user-groups.store.ts';

/** Every row that says what one project is: its people, groups and services. */
export async function loadProjectRows(db: Reader, projectId: number) {
  const [members, guests, roleMembers, groups, services] = await Promise.all([
    db.selectFrom('project_members').selectAll().where('project_id', '=', projectId).orderBy('user_id').execute(),
    db.selectFrom('project_guests').selectAll().where('project_id', '=', projectId).orderBy('user_id').execute(),
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
  return { members, guests, roleMembers, groups, groupMembers, services };
}

export type ProjectRows = Awaited<ReturnType<typeof loadProjectRows>>;
