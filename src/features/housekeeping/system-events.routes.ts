// Routes of system events.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Caller } from '../people/index.ts';
import { SystemEvent, systemEventStatuses } from './system-events.schema.ts';
import type { SystemEvents } from './system-events.service.ts';

/** System events of one page. */
const listMax = 100;

/** `GET /system_event` (reference page 90), and what has one start anew. */
export const systemEventRoutes = (events: SystemEvents): Route<Caller>[] => [
  routesFor<Caller>()({
    method: 'GET',
    url: '/system_event',
    access: 'signed-in',
    kind: 'list',
    tag: 'Server',
    summary: 'Background jobs, newest first, for site administrators',
    query: Type.Object({
      status: Type.Optional(Type.Enum(systemEventStatuses, { description: 'How far it is.' })),
      ...paginationQuery(10, listMax),
    }),
    responses: { 200: Type.Array(SystemEvent) },
    async handler({ viewer, query }) {
      const { events: page, size } = await events.list(viewer, query.status, query);
      return { body: page, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  routesFor<Caller>()({
    method: 'POST',
    url: '/system_event/:id/retry',
    access: 'signed-in',
    kind: 'action',
    tag: 'Server',
    summary: 'Retry a failed job, for site administrators',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await events.retryAs(viewer, params.id);
      return {};
    },
  }),
];
