// Routes of the services that a project uses.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { ProjectService, ServiceChange } from './project-services.schema.ts';
import type { ProjectServices } from './project-services.service.ts';
import type { Viewer } from '../projects/viewer.ts';

const route = routesFor<Viewer>();
const listMax = 50;

export const projectServiceRoutes = (services: ProjectServices): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/project_services',
    access: 'optional',
    kind: 'list',
    tag: 'Projects',
    summary: 'Services that a project uses',
    params: IdParams,
    query: Type.Object(paginationQuery(10, listMax)),
    responses: { 200: Type.Array(ProjectService) },
    async handler({ viewer, params, query }) {
      const { services: body, size } = await services.list(viewer, params.id, query);
      return { body, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'PUT',
    url: '/project_services/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Switch a service on or off, as an administrator of its project',
    params: IdParams,
    body: ServiceChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await services.change(viewer, params.id, body.is_enabled);
      return {};
    },
  }),
];
