// Who sees and administers the trackers of a project.
import type { Reader } from '../../../platform/database/index.ts';
import { groupIds, groupRights } from '../../projects/index.ts';
import type { GivenRight } from '../../projects/index.ts';
import './trackers.tables.ts';

const rightOf = {
  full: 'read',
  submitter: 'read-submitted-by-group',
  assignee: 'read-assigned-to-group',
  submitter_only: 'read-submitted',
  admin: 'administrate',
} as const;

/** Administrators of the project administer each tracker, whatever is said. */
export async function listGivenRights(db: Reader, projectId: number): Promise<GivenRight[]> {
  const trackers = await db
    .selectFrom('trackers')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', 0)
    .orderBy('id')
    .execute();
  const permissions = await db
    .selectFrom('tracker_permissions')
    .innerJoin('trackers', 'trackers.id', 'tracker_permissions.tracker_id')
    .select(['trackers.id', 'tracker_permissions.permission', 'tracker_permissions.ugroup_id'])
    .where('trackers.project_id', '=', projectId)
    .orderBy('tracker_permissions.ugroup_id')
    .execute();
  const byTracker = Map.groupBy(permissions, ({ id }) => id);
  return groupRights.gatherRights(
    'tracker',
    trackers.flatMap(({ id, name: label }) => [
      ...(byTracker.get(id) ?? []).map((row) => ({
        id,
        label,
        right: rightOf[row.permission],
        groupId: row.ugroup_id,
      })),
      { id, label, right: 'administrate', groupId: groupIds.admins },
    ]),
  );
}
