// Routes of the services that a project uses.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { NewProjectService, ProjectService, ServiceChange, ServiceOrder } from './project-services.schema.ts';
import type { ProjectServices } from './project-services.service.ts';
import type { Viewer } from '../projects/viewer.ts';

const route = routesFor<Viewer>();
/** Services of one page. */
const listMax = 50;

export const projectServiceRoutes = (services: ProjectServices): Route<Viewer>[] => [
  ...ownServiceRoutes(services),
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
    summary: 'Turn a service on or off, or change a custom service, as a project administrator',
    params: IdParams,
    body: ServiceChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await services.change(viewer, params.id, body);
      return {};
    },
  }),
];

const ownServiceRoutes = (services: ProjectServices): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/projects/:id/project_services',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Add a link of a project’s own to its services; for its administrators',
    params: IdParams,
    body: NewProjectService,
    responses: { 201: ProjectService },
    handler: async ({ viewer, params, body }) => ({ status: 201, body: await services.add(viewer, params.id, body) }),
  }),
  route({
    method: 'DELETE',
    url: '/project_services/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Remove a link of a project’s own from its services; for its administrators',
    params: IdParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await services.remove(viewer, params.id);
      return { status: 204 };
    },
  }),
  route({
    method: 'PUT',
    url: '/projects/:id/service_order',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Reorder the services of a project; for its administrators',
    params: IdParams,
    body: ServiceOrder,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await services.arrange(viewer, params.id, body.ids);
      return {};
    },
  }),
];
