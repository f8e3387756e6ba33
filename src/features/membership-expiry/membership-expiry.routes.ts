// Routes of when members leave their projects by themselves.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { MembershipExpiries, NewMembershipExpiry } from './membership-expiry.schema.ts';
import type { MembershipExpiries as Service } from './membership-expiry.service.ts';

const route = routesFor<Viewer>();
/** Members of one page. */
const listMax = 1000;

const one = {
  url: '/projects/:id/member_ends/:user_id',
  access: 'signed-in',
  kind: 'action',
  tag: 'Projects',
  params: Type.Object({ ...IdParams.properties, user_id: Type.Integer({ description: 'Of a member.' }) }),
} as const;

export const membershipExpiryRoutes = (ends: Service): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/member_ends',
    access: 'signed-in',
    kind: 'list',
    tag: 'Projects',
    summary: 'End dates of project members; for project administrators',
    params: IdParams,
    query: Type.Object(paginationQuery(50, listMax)),
    responses: { 200: MembershipExpiries },
    async handler({ viewer, params, query }) {
      const { ends: body, size } = await ends.list(viewer, params.id, query);
      return { body, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    ...one,
    method: 'PUT',
    summary:
      'Set the end date of a membership; a mail is sent a week before, and the member is removed the night after',
    body: NewMembershipExpiry,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await ends.set(viewer, params.id, params.user_id, body.last_day);
      return {};
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Remove the end date of a membership',
    responses: { 204: null },
    async handler({ viewer, params }) {
      await ends.drop(viewer, params.id, params.user_id);
      return { status: 204 };
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    url: '/projects/:id/members/:user_id',
    summary:
      'Leave a project and all of its groups, as a member or guest; project administrators can also remove others',
    responses: { 204: null },
    async handler({ viewer, params }) {
      await ends.end(viewer, params.id, params.user_id);
      return { status: 204 };
    },
  }),
];
