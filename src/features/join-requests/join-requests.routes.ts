// Routes of requests to join projects.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { JoinDecision, JoinRequest, NewJoinRequest, OwnJoinRequest } from './join-requests.schema.ts';
import type { JoinRequests } from './join-requests.service.ts';

const route = routesFor<Viewer>();
/** Requests of one page. */
const listMax = 50;
const tag = 'Projects';

export const joinRequestRoutes = (joinRequests: JoinRequests): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/join_requests',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Request to join a project; the response is the same if the project does not exist',
    body: NewJoinRequest,
    responses: { 202: null },
    async handler({ viewer, body }) {
      await joinRequests.ask(viewer, body);
      return { status: 202 };
    },
  }),
  route({
    method: 'GET',
    url: '/join_requests',
    access: 'signed-in',
    kind: 'list',
    tag,
    summary: 'Your pending requests to join projects, newest first; at most 50',
    responses: { 200: Type.Array(OwnJoinRequest) },
    handler: async ({ viewer }) => ({ body: await joinRequests.listOwn(viewer) }),
  }),
  route({
    method: 'DELETE',
    url: '/join_requests/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Cancel a pending request to join a project',
    params: IdParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await joinRequests.withdraw(viewer, params.id);
      return { status: 204 };
    },
  }),
  route({
    method: 'GET',
    url: '/projects/:id/join_requests',
    access: 'signed-in',
    kind: 'list',
    tag,
    summary: 'Pending requests to join a project, oldest first, for its administrators',
    params: IdParams,
    query: Type.Object(paginationQuery(listMax, listMax)),
    responses: { 200: Type.Array(JoinRequest) },
    async handler({ viewer, params, query }) {
      const { requests, size } = await joinRequests.list(viewer, params.id, query);
      return { body: requests, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'PUT',
    url: '/projects/:id/join_requests/:request_id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Accept or decline a request to join, as an administrator of the project; the user is notified by mail',
    params: Type.Object({ id: Type.Integer(), request_id: Type.Integer() }),
    body: JoinDecision,
    responses: { 204: null },
    async handler({ viewer, params, body }) {
      await joinRequests.decide(viewer, params.id, params.request_id, body.is_accepted);
      return { status: 204 };
    },
  }),
];
