// Route of invitations (reference page 90).
import { Type } from 'typebox';
import { IdParams, Nullable, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import {
  Invitation,
  InvitationLinkText,
  InvitationsAnswer,
  InvitationState,
  NewInvitations,
  RenewedInvitation,
} from './invitations.schema.ts';
import type { Invitations } from './invitations.service.ts';
import type { PendingInvitations } from './pending-invitations.service.ts';

const route = routesFor<Viewer>();
/** Invitations of one page. */
const listMax = 100;

/** Routes that look after invitations which nobody has used. */
export const pendingInvitationRoutes = (pending: PendingInvitations): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/invitations',
    access: 'signed-in',
    kind: 'list',
    tag: 'Users',
    summary:
      'Pending invitations: of a project, for its administrators; otherwise your own, or all for site administrators',
    query: Type.Object({
      project_id: Type.Optional(Type.Integer({ description: 'The project that they are to.' })),
      ...paginationQuery(50, listMax),
    }),
    responses: { 200: Type.Array(Invitation) },
    async handler({ viewer, query }) {
      const { invitations, size } = await pending.list(viewer, query.project_id, query);
      return { body: invitations, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'POST',
    url: '/invitations/:id/renewals',
    access: 'signed-in',
    kind: 'action',
    tag: 'Users',
    summary: 'Send an invitation again, with a new link; the earlier link stops working',
    params: IdParams,
    responses: { 201: RenewedInvitation },
    handler: async ({ viewer, params }) => ({ status: 201, body: await pending.renew(viewer, params.id) }),
  }),
  route({
    method: 'DELETE',
    url: '/invitations/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Users',
    summary: 'Withdraw an invitation; its link stops working',
    params: IdParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await pending.withdraw(viewer, params.id);
      return { status: 204 };
    },
  }),
];

export const invitationRoutes = (invitations: Invitations): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/invitations',
    access: 'signed-in',
    kind: 'action',
    tag: 'Users',
    summary: 'Invite users by mail or link; with a project they become members, immediately if they have an account',
    body: NewInvitations,
    responses: { 201: InvitationsAnswer },
    handler: async ({ viewer, body }) => ({ status: 201, body: await invitations.send(viewer, body) }),
  }),
  route({
    method: 'POST',
    url: '/invitations/redeem',
    access: 'signed-in',
    kind: 'action',
    tag: 'Users',
    summary: 'Accept an invitation with your account: joins the project and confirms the e-mail address',
    body: Type.Object({ link: InvitationLinkText }),
    responses: { 200: Type.Object({ project_id: Nullable(Type.Integer()) }) },
    async handler({ viewer, body }) {
      const { projectId } = await invitations.accept(viewer, body.link);
      return { body: { project_id: projectId } };
    },
  }),
  route({
    method: 'POST',
    url: '/invitations/check',
    access: 'public',
    kind: 'action',
    tag: 'Users',
    summary: 'Details of an invitation, for the holder of its link',
    body: Type.Object({ link: InvitationLinkText }),
    responses: { 200: InvitationState },
    handler: async ({ viewer, body }) => ({ body: await invitations.read(viewer, body.link) }),
  }),
];
