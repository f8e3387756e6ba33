// Routes of all that somebody chose about mails.
import { Type } from 'typebox';
import { paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { UserId } from '../people/index.ts';
import type { People } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import { OwnArtifactSubscription, OwnTrackerSubscription } from './own-subscriptions.schema.ts';
import type { OwnSubscriptions } from './own-subscriptions.service.ts';

const route = routesFor<Viewer>();
/** Trackers or artifacts of one page. */
const listMax = 100;
const facts = { access: 'signed-in', kind: 'list', tag: 'Users', params: UserId } as const;
const query = Type.Object(paginationQuery(50, listMax));

export const ownSubscriptionRoutes = (
  people: Pick<People, 'resolve'>,
  subscriptions: OwnSubscriptions,
): Route<Viewer>[] => [
  route({
    ...facts,
    method: 'GET',
    url: '/users/:id/tracker_subscriptions',
    summary: 'Your notification levels for trackers',
    query,
    responses: { 200: Type.Array(OwnTrackerSubscription) },
    async handler({ viewer, params, query: page }) {
      const { entries, size } = await subscriptions.listTrackers(viewer, await people.resolve(viewer, params.id), page);
      return { body: entries, headers: paginationHeaders({ ...page, size, limitMax: listMax }) };
    },
  }),
  route({
    ...facts,
    method: 'GET',
    url: '/users/:id/artifact_subscriptions',
    summary: 'Artifacts that you follow or muted',
    query,
    responses: { 200: Type.Array(OwnArtifactSubscription) },
    async handler({ viewer, params, query: page }) {
      const { entries, size } = await subscriptions.listArtifacts(
        viewer,
        await people.resolve(viewer, params.id),
        page,
      );
      return { body: entries, headers: paginationHeaders({ ...page, size, limitMax: listMax }) };
    },
  }),
];
