// Routes of events.
import { Type } from 'typebox';
import { routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { EventPage, PollQuery, StreamQuery } from './events.schema.ts';
import type { Events } from './events.service.ts';

const route = routesFor<Viewer>();
const tag = 'Events';

export const eventRoutes = (events: Events): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/events',
    access: 'signed-in',
    kind: 'list',
    tag,
    summary: 'Events of artifacts after a position of the log, oldest first',
    query: PollQuery,
    givesWay: true,
    responses: { 200: EventPage },
    handler: async ({ viewer, query, caller }) => ({ body: await events.poll(viewer, query, caller) }),
  }),
  route({
    method: 'GET',
    url: '/events/stream',
    access: 'signed-in',
    kind: 'list',
    produces: 'text/event-stream',
    tag,
    summary: 'Events as Server-Sent Events; Last-Event-ID resumes',
    query: StreamQuery,
    givesWay: true,
    responses: { 200: Type.String() },
    async handler({ viewer, query, request, caller }) {
      const lastEventId = request.headers['last-event-id']?.toString();
      const chunks = await events.stream(viewer, query, lastEventId, caller);
      // Proxies would hold back what is short.
      return { stream: { chunks }, headers: { 'x-accel-buffering': 'no' } };
    },
  }),
];
