// Routes of projects that wait for approval.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { ProjectRequest, ProjectDecision } from './project-requests.schema.ts';
import type { ProjectRequests } from './project-requests.service.ts';

const route = routesFor<Viewer>();
/** Requests of one page. */
const listMax = 50;

export const projectRequestRoutes = (requests: ProjectRequests): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/project_requests',
    access: 'signed-in',
    kind: 'list',
    tag: 'Projects',
    summary: 'Projects pending approval with their requesters, oldest first; for site administrators',
    query: Type.Object({
      ...paginationQuery(10, listMax),
      words: Type.Optional(Type.String({ maxLength: 255, description: 'Part of a name or of the description.' })),
    }),
    responses: { 200: Type.Array(ProjectRequest) },
    async handler({ viewer, query }) {
      const { requests: body, size } = await requests.list(viewer, query);
      return { body, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'POST',
    url: '/projects/:id/verdict',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Approve or reject a pending project; the requester is notified by mail',
    params: IdParams,
    body: ProjectDecision,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await requests.decide(viewer, params.id, body);
      return {};
    },
  }),
];
