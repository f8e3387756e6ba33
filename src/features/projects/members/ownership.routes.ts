// Routes of who answers for a project, its owner (reference page 90).
import { Type } from 'typebox';
import { routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import { MinimalUser, viewMinimalUser } from '../../people/index.ts';
import { UserReference } from '../groups/projects.schema.ts';
import type { Viewer } from '../projects/viewer.ts';
import type { Ownership } from './ownership.service.ts';

const route = routesFor<Viewer>();
const tag = 'Projects';
const url = '/project_ownership/:project_id';
const params = Type.Object({ project_id: Type.Integer() });
const ShownOwnership = Type.Object(
  { project_owner: Type.Union([MinimalUser, Type.Null()], { description: 'Null where nobody was named.' }) },
  { title: 'ProjectOwnership' },
);
const OwnershipChange = Type.Object({ project_owner: UserReference }, { title: 'ProjectOwnershipChange' });

export const ownershipRoutes = (ownership: Ownership): Route<Viewer>[] => [
  route({
    method: 'GET',
    url,
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'The owner of a project, for its administrators',
    params,
    responses: { 200: ShownOwnership },
    async handler({ viewer, params: { project_id: id } }) {
      const owner = await ownership.read(viewer, id);
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
    summary: 'Change the owner of a project; for site administrators and the current owner',
    params,
    body: OwnershipChange,
    responses: { 200: null },
    async handler({ viewer, params: { project_id: id }, body }) {
      await ownership.name(viewer, id, body.project_owner);
      return {};
    },
  }),
];
