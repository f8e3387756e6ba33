// Routes of who answers for a project, its owner (reference page 90).
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf, listUsersByIds, MinimalUser, viewMinimalUser } from '../../people/index.ts';
import { findOwnerId, saveOwner } from '../groups/owners.store.ts';
import { UserReference } from '../groups/projects.schema.ts';
import { groupIds } from '../groups/user-groups.ts';
import { listMemberIdsOf } from '../groups/user-groups.store.ts';
import { findReferencedUsers } from '../groups/user-references.ts';
import { readAsAdmin, requireStillLiving } from '../projects/projects.access.ts';
import type { Projects } from '../projects/projects.service.ts';
import type { Viewer } from '../projects/viewer.ts';

const route = routesFor<Viewer>();
const tag = 'Projects';
const url = '/project_ownership/:project_id';
const params = Type.Object({ project_id: Type.Integer() });
const Ownership = Type.Object(
  { project_owner: Type.Union([MinimalUser, Type.Null()], { description: 'Null where nobody was named.' }) },
  { title: 'ProjectOwnership' },
);
const OwnershipChange = Type.Object({ project_owner: UserReference }, { title: 'ProjectOwnershipChange' });

interface Deps {
  database: Database;
  clock: Clock;
  projects: Projects;
}

export const ownershipRoutes = ({ database, clock, projects }: Deps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url,
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'Who answers for a project, for its administrators',
    params,
    responses: { 200: Ownership },
    async handler({ viewer, params: { project_id: id } }) {
      await readAsAdmin(projects, viewer, id);
      const ownerId = await findOwnerId(database.read, id);
      const [owner] = ownerId === undefined ? [] : await listUsersByIds(database.read, [ownerId]);
      const shown = owner === undefined ? null : viewMinimalUser(owner, publicUrl(viewer.site.settings));
      return { body: { project_owner: shown } };
    },
  }),
  route({
    method: 'PUT',
    url,
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Name who answers for a project, one of its administrators; for site administrators, and the owner so far',
    params,
    body: OwnershipChange,
    responses: { 200: null },
    async handler({ viewer, params: { project_id: id }, body }) {
      await readAsAdmin(projects, viewer, id);
      await database.transact(async (tx) => {
        await requireStillLiving(tx, id);
        const mayName = viewer.isSuperUser || viewer.user?.id === (await findOwnerId(tx, id));
        if (!mayName) throw forbidden('only site administrators and the owner name who answers for a project');
        const [owner] = await findReferencedUsers(tx, [body.project_owner]);
        const isAdmin = owner !== undefined && (await listMemberIdsOf(tx, id, groupIds.admins)).includes(owner.id);
        if (!isAdmin) throw invalid('must be an administrator of the project', 'project_owner');
        await saveOwner(tx, id, owner.id);
        const details = { owner: owner.username };
        await recordAudit(tx, clock, { kind: 'project-changed', by: actorOf(viewer), projectId: id, details });
      });
      return {};
    },
  }),
];
