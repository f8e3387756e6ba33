// Route of invitations (reference page 90).
import { Type } from 'typebox';
import { Nullable, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { InvitationLinkText, InvitationsAnswer, InvitationState, NewInvitations } from './invitations.schema.ts';
import type { Invitations } from './invitations.service.ts';

const route = routesFor<Viewer>();

export const invitationRoutes = (invitations: Invitations): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/invitations',
    access: 'signed-in',
    kind: 'action',
    tag: 'Users',
    summary:
      'Invite people to make an account, by mail or by links; with a project they become members, at once if they have one',
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
    summary: 'Use an invitation with the account that you have: it joins the project, and its address is confirmed',
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
    summary: 'What an invitation allows, for the holder of its link',
    body: Type.Object({ link: InvitationLinkText }),
    responses: { 200: InvitationState },
    handler: async ({ viewer, body }) => ({ body: await invitations.read(viewer, body.link) }),
  }),
];
