// Routes of what many artifacts amount to.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { filterQuery, filtersOf } from '../lists/filters.ts';
import { Summary, TrackerCounts } from './summaries.schema.ts';
import { countByTracker, summarize } from './summaries.service.ts';

const route = routesFor<Viewer>();
type Deps = Parameters<typeof summarize>[0];

const namesField = { maxLength: 1000 };

export const summaryRoutes = (deps: Deps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/trackers/:id/summary',
    access: 'optional',
    kind: 'single',
    tag: 'Trackers',
    summary: 'Summary of matching artifacts: count, counts by value, sums',
    params: IdParams,
    query: Type.Object({
      ...filterQuery,
      group_by: Type.Optional(Type.String({ ...namesField, description: 'Id or short name of a list.' })),
      fields: Type.Optional(
        Type.String({ ...namesField, description: 'Ids or short names of fields with numbers, comma separated.' }),
      ),
    }),
    responses: { 200: Summary },
    async handler({ viewer, params, query }) {
      const asked = { filters: filtersOf(query), groupBy: query.group_by, fields: query.fields };
      const body = await summarize(deps, viewer, params.id, asked);
      return { body };
    },
  }),
  route({
    method: 'GET',
    url: '/projects/:id/tracker_counts',
    access: 'optional',
    kind: 'single',
    tag: 'Projects',
    summary: 'Numbers of all and open artifacts for each tracker of a project',
    params: IdParams,
    responses: { 200: TrackerCounts },
    handler: async ({ viewer, params }) => ({ body: await countByTracker(deps, viewer, params.id) }),
  }),
];
