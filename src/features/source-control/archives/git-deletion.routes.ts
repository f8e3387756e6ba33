// Routes of Git repositories that are deleted, and had again.
import { Type } from 'typebox';
import { Closed, IdParams, Nullable, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { DeletedGitRepository } from '../repositories/git-repositories.schema.ts';
import type { GitDeletion } from './git-deletion.service.ts';

const route = routesFor<Viewer>();
const tag = 'Git';

export const deletionRoutes = (deletion: GitDeletion): Route<Viewer>[] => [
  route({
    method: 'DELETE',
    url: '/git/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Delete a repository, as an administrator of its project; it can be restored for 30 days',
    params: IdParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await deletion.delete(viewer, params.id);
      return { status: 204 };
    },
  }),
  route({
    method: 'GET',
    url: '/projects/:id/deleted_git',
    access: 'signed-in',
    kind: 'list',
    tag,
    summary: 'Deleted repositories of a project that can be restored, for its administrators',
    params: IdParams,
    responses: { 200: Type.Array(DeletedGitRepository) },
    handler: async ({ viewer, params }) => ({ body: await deletion.list(viewer, params.id) }),
  }),
  route({
    method: 'POST',
    url: '/git/:id/restore',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Restore a deleted repository, as an administrator of its project',
    params: IdParams,
    body: Closed({ name: Type.Optional(Nullable(Type.String())) }, [], { title: 'GitRestoration' }),
    responses: { 204: null },
    async handler({ viewer, params, body }) {
      await deletion.restore(viewer, params.id, body.name ?? undefined);
      return { status: 204 };
    },
  }),
];
