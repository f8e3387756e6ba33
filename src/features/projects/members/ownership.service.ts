// Who answers for a project, its owner (reference page 90).
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf, listUsersByIds } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import { findOwnerId, saveOwner } from '../groups/owners.store.ts';
import { groupIds } from '../groups/user-groups.ts';
import { listMemberIdsOf } from '../groups/user-groups.store.ts';
import { findReferencedUsers } from '../groups/user-references.ts';
import { readAsAdmin, requireStillLiving } from '../projects/projects.access.ts';
import type { Projects } from '../projects/projects.service.ts';
import type { Viewer } from '../projects/viewer.ts';

type Named = Parameters<typeof findReferencedUsers>[1][number];

export interface Ownership {
  /** undefined where nobody was named. Throws as readAsAdmin. */
  read(viewer: Viewer, projectId: number): Promise<UserRow | undefined>;
  /**
   * Names one of the administrators. Throws as readAsAdmin; forbidden for others than site administrators and the owner so far;
   * invalid for somebody who does not administer the project.
   */
  name(viewer: Viewer, projectId: number, owner: Named): Promise<void>;
}

interface Deps {
  database: Database;
  clock: Clock;
  projects: Projects;
}

export const createOwnership = ({ database, clock, projects }: Deps): Ownership => ({
  async read(viewer, projectId) {
    await readAsAdmin(projects, viewer, projectId);
    const ownerId = await findOwnerId(database.read, projectId);
    return ownerId === undefined ? undefined : (await listUsersByIds(database.read, [ownerId]))[0];
  },
  async name(viewer, projectId, named) {
    await readAsAdmin(projects, viewer, projectId);
    await database.transact(async (tx) => {
      await requireStillLiving(tx, projectId);
      const mayName = viewer.isSuperUser || viewer.user?.id === (await findOwnerId(tx, projectId));
      if (!mayName)
        throw forbidden(
          says('owner.admin-only')`only site administrators and the project owner can choose the project owner`,
        );
      const [owner] = await findReferencedUsers(tx, [named]);
      const isAdmin = owner !== undefined && (await listMemberIdsOf(tx, projectId, groupIds.admins)).includes(owner.id);
      if (!isAdmin) throw invalid(says('owner.no-admin')`must be a project administrator`, 'project_owner');
      await saveOwner(tx, projectId, owner.id);
      const details = { owner: owner.username };
      await recordAudit(tx, clock, { kind: 'project-changed', by: actorOf(viewer), projectId, details });
    });
  },
});
