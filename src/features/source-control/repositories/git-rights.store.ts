// What groups may do in the repositories of a project.
import { groupRights } from '../../projects/index.ts';
import type { Reader, Writer } from '../../../platform/database/index.ts';
import type { PermissionRow } from './git.store.ts';
import './git.tables.ts';

/** How many permissions the group has in each repository of a project. */
export async function listGroupPermissions(
  db: Reader,
  projectId: number,
  groupId: number,
): Promise<{ name: string; permissions: number }[]> {
  const rows = await db
    .selectFrom('git_permissions')
    .innerJoin('git_repositories', 'git_repositories.id', 'git_permissions.repository_id')
    .select(['git_repositories.name', (eb) => eb.fn.countAll<number>().as('permissions')])
    .where('git_repositories.project_id', '=', projectId)
    .where('git_repositories.deleted_at_ms', 'is', null)
    .where('git_permissions.ugroup_id', '=', groupId)
    .groupBy('git_repositories.name')
    .orderBy('git_repositories.name')
    .execute();
  return rows.map(({ name, permissions }) => ({ name, permissions: Number(permissions) }));
}

/** Every permission on the repositories of a project, with their names. */
export const listAllPermissions = (
  db: Reader,
  projectId: number,
): Promise<(PermissionRow & { repository_id: number; name: string })[]> =>
  db
    .selectFrom('git_permissions')
    .innerJoin('git_repositories', 'git_repositories.id', 'git_permissions.repository_id')
    .selectAll('git_permissions')
    .select('git_repositories.name')
    .where('git_repositories.project_id', '=', projectId)
    .where('git_repositories.deleted_at_ms', 'is', null)
    .orderBy('git_repositories.name')
    .orderBy('git_permissions.pattern')
    .orderBy('git_permissions.ugroup_id')
    .execute();

/** Takes a group out of all permissions. */
export const releasePermissions = (tx: Writer, groupId: number): Promise<void> =>
  groupRights.releaseRights(tx, 'git_permissions', ['repository_id', 'pattern', 'permission'], groupId);
