// Routes that change trackers, apart from their fields.
import { IdParams, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { TrackerChange } from './tracker-changes.schema.ts';
import type { TrackerChanges } from './tracker-changes.service.ts';
import { Tracker } from './trackers.schema.ts';

const route = routesFor<Viewer>();

export const trackerChangeRoutes = (changes: TrackerChanges): Route<Viewer>[] => [
  route({
    method: 'PATCH',
    url: '/trackers/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary: 'Change names, colour, parent, permissions, semantics and notifications of a tracker',
    params: IdParams,
    body: TrackerChange,
    responses: { 200: Tracker },
    handler: async ({ viewer, params, body }) => ({ body: await changes.change(viewer, params.id, body) }),
  }),
  route({
    method: 'DELETE',
    url: '/trackers/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary: 'Mark a tracker as deleted; an administrator of the server can bring it back',
    params: IdParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await changes.remove(viewer, params.id);
      return { status: 204 };
    },
  }),
];
