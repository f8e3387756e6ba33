// The route that ends a project.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { ProjectRemoval } from './erase-project.service.ts';

const route = routesFor<Viewer>();

export const archiveRoutes = (removal: ProjectRemoval): Route<Viewer>[] => [
  route({
    method: 'DELETE',
    url: '/projects/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Delete a project, or erase a deleted one, for site administrators',
    params: IdParams,
    query: Type.Object({
      erase: Type.Boolean({
        default: false,
        description: 'Write the archive of a deleted project to the backup folder, then erase the project.',
      }),
    }),
    responses: { 200: null },
    async handler({ viewer, params, query }) {
      await (query.erase ? removal.erase(viewer, params.id) : removal.markDeleted(viewer, params.id));
      return {};
    },
  }),
  route({
    method: 'POST',
    url: '/projects/:id/restoration',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Restore a deleted project, for site administrators',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await removal.restore(viewer, params.id);
      return {};
    },
  }),
];
