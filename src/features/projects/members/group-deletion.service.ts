// The end of a user group: what it is used for, and its deletion.
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/index.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { GroupUse, GroupUser } from '../groups/group-uses.ts';
import { isBuiltInGroup } from '../groups/user-groups.ts';
import { deleteGroup, findGroup, listMemberIdsOf } from '../groups/user-groups.store.ts';
import { requireLivingProject, requireStillLiving } from '../projects/projects.access.ts';
import { isProjectAdmin } from '../projects/viewer.ts';
import type { Viewer } from '../projects/viewer.ts';
import { listAuditedIds } from './members.service.ts';
import { locateVisibleGroup } from './user-groups.service.ts';

export interface GroupDeletion {
  /**
   * Throws invalid for a group that every project has, notFound for one that does not exist or is not for the viewer to know,
   * forbidden for who does not administer its project.
   */
  listUses(viewer: Viewer, restId: string): Promise<GroupUse[]>;
  /** Throws as listUses, and forbidden in a project that is closed. */
  delete(viewer: Viewer, restId: string): Promise<void>;
}

interface Deps {
  database: Database;
  clock: Clock;
  listUsers(): readonly GroupUser[];
}

export function createGroupDeletion({ database, clock, listUsers }: Deps): GroupDeletion {
  const locate = async (
    viewer: Viewer,
    restId: string,
  ): Promise<{ id: number; projectId: number; name: string; missing: Error }> => {
    const { id, project, name, missing } = await locateVisibleGroup(database.read, viewer, restId);
    if (project === undefined || !isProjectAdmin(viewer, project.id))
      throw forbidden(says('group.delete-admin-only')`only project administrators can delete user groups`);
    requireLivingProject(project);
    if (isBuiltInGroup(id) || name === undefined)
      throw invalid(says('group.system')`is a system group, which can't be deleted`, 'id');
    return { id, projectId: project.id, name, missing };
  };
  const listUses = async (db: Reader, projectId: number, id: number): Promise<GroupUse[]> => {
    const uses: GroupUse[] = [];
    for (const user of listUsers()) uses.push(...(await user.list(db, projectId, id)));
    return uses;
  };
  return {
    async listUses(viewer, restId) {
      const { id, projectId } = await locate(viewer, restId);
      return listUses(database.read, projectId, id);
    },
    async delete(viewer, restId) {
      const { id, projectId, name, missing } = await locate(viewer, restId);
      await database.transact(async (tx) => {
        await requireStillLiving(tx, projectId);
        if ((await findGroup(tx, id)) === undefined) throw missing;
        const memberIds = await listMemberIdsOf(tx, projectId, id);
        for (const user of listUsers()) await user.release(tx, projectId, id);
        await deleteGroup(tx, id);
        const details = { group: String(id), name, members: memberIds.length, member_ids: listAuditedIds(memberIds) };
        await recordAudit(tx, clock, { kind: 'group-deleted', by: actorOf(viewer), projectId, details });
        await bumpSiteVersion(tx);
      });
    },
  };
}
