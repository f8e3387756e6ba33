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
    summary: 'What you looked at lately, latest first',
    responses: { 200: History },
    handler: async ({ viewer, params }) => ({
      body: await visits.list(viewer, await people.resolve(viewer, params.id)),
    }),
  }),
  route({
    ...facts,
    method: 'POST',
    kind: 'action',
    summary: 'Note that you look at an artifact',
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
    summary: 'Forget what you looked at; the list must be empty',
    body: ClearedHistory,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      const user = await people.resolve(viewer, params.id);
      const entries = Array.isArray(body) ? body : body.history_entries;
      if (entries.length > 0) throw forbidden(says('visits.clear')`a history can only be cleared; send an empty list`);
      await visits.clear(viewer, user);
      return {};
    },
  }),
];
