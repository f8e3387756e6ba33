// Routes of who looks at an artifact now.
import { IdParams, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { OwnPresence, Presence } from './presence.schema.ts';
import type { PresenceService } from './presence.service.ts';

const route = routesFor<Viewer>();
const facts = { url: '/artifacts/:id/presence', access: 'signed-in', tag: 'Artifacts', params: IdParams } as const;

export const presenceRoutes = (presence: PresenceService): Route<Viewer>[] => [
  route({
    ...facts,
    method: 'GET',
    kind: 'list',
    summary: 'Users who view or edit an artifact now',
    responses: { 200: Presence },
    handler: async ({ viewer, params }) => ({ body: await presence.list(viewer, params.id) }),
  }),
  route({
    ...facts,
    method: 'PUT',
    kind: 'action',
    summary: 'Report that you view or edit an artifact; repeat before the lease ends; returns the other users',
    body: OwnPresence,
    responses: { 200: Presence },
    handler: async ({ viewer, params, body }) => ({
      body: await presence.enter(viewer, params.id, body.is_editing),
    }),
  }),
  route({
    ...facts,
    method: 'DELETE',
    kind: 'action',
    summary: 'End your presence on an artifact',
    responses: { 200: null },
    async handler({ viewer, params }) {
      await presence.leave(viewer, params.id);
      return {};
    },
  }),
];
