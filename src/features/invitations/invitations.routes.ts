// Route of invitations (reference page 90).
import { routesFor } from '../../platform/http/index.ts';
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
];
