// Routes of what somebody looked at lately (reference page 30).
import { forbidden } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { UserId } from '../people/index.ts';
import type { People } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import { ClearedHistory, History, Visit } from './recently-viewed.schema.ts';
import type { Visits } from './recently-viewed.service.ts';

const route = routesFor<Viewer>();
const facts = { url: '/users/:id/history', access: 'optional', tag: 'Users', params: UserId } as const;

export const visitRoutes = (people: People, visits: Visits): Route<Viewer>[] => [
  route({
    ...facts,
    method: 'GET',
    kind: 'single',
    summary: 'Your recently viewed items, latest first',
    responses: { 200: History },
    handler: async ({ viewer, params }) => ({
      body: await visits.list(viewer, await people.resolve(viewer, params.id)),
    }),
  }),
  route({
    ...facts,
    method: 'POST',
    kind: 'action',
    summary: 'Add an artifact to your recently viewed items',
    body: Visit,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await visits.record(viewer, await people.resolve(viewer, params.id), body.artifact.id);
      return {};
    },
  }),
  route({
    ...facts,
    method: 'PUT',
    kind: 'action',
    summary: 'Clear your recently viewed items; the list must be empty',
    body: ClearedHistory,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      const user = await people.resolve(viewer, params.id);
      const entries = Array.isArray(body) ? body : body.history_entries;
      if (entries.length > 0) throw forbidden(says('visits.clear')`the list can only be cleared; send an empty list`);
      await visits.clear(viewer, user);
      return {};
    },
  }),
];
