// Route of invitations (reference page 90).
import { Type } from 'typebox';
import { Nullable, routesFor, SentSecret } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { InvitationsAnswer, NewInvitations } from './invitations.schema.ts';
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
      'Invite people by mail to make an account; with a project they become members of it, at once if they have one',
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
    body: Type.Object({
      link: SentSecret({ minLength: 1, maxLength: 200, description: 'What stands behind the # of the link.' }),
    }),
    responses: { 200: Type.Object({ project_id: Nullable(Type.Integer()) }) },
    async handler({ viewer, body }) {
      const { projectId } = await invitations.accept(viewer, body.link);
      return { body: { project_id: projectId } };
    },
  }),
];
