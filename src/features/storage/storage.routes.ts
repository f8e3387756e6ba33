// Routes of what projects store and may store.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { ProjectQuotas, ProjectStorage, StorageOfProject } from './storage.schema.ts';
import type { Storage } from './storage.service.ts';

const route = routesFor<Viewer>();
/** Projects of one page. */
const listMax = 100;
const ofProject = { access: 'signed-in', tag: 'Projects', params: IdParams } as const;

export const storageRoutes = (storage: Storage): Route<Viewer>[] => [
  route({
    ...ofProject,
    method: 'GET',
    url: '/projects/:id/storage',
    kind: 'single',
    summary: 'Storage and storage limit of a project; for its administrators',
    responses: { 200: ProjectStorage },
    handler: async ({ viewer, params }) => ({ body: await storage.show(viewer, params.id) }),
  }),
  route({
    method: 'GET',
    url: '/project_storage',
    access: 'signed-in',
    kind: 'list',
    tag: 'Projects',
    summary: 'Storage of all projects, largest first; for site administrators',
    query: Type.Object(paginationQuery(50, listMax)),
    responses: { 200: Type.Array(StorageOfProject) },
    async handler({ viewer, query }) {
      const { projects, size } = await storage.list(viewer, query);
      return { body: projects, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    ...ofProject,
    method: 'PUT',
    url: '/projects/:id/quotas',
    kind: 'action',
    summary: 'Set the storage limit of a project, as a site administrator',
    body: ProjectQuotas,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await storage.saveQuotas(viewer, params.id, body);
      return {};
    },
  }),
];
