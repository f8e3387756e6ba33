// The route of what charts show.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { artifactFilters } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { ChartContent, chartQuery } from './charts.schema.ts';
import type { ChartContents } from './chart-content.service.ts';

const route = routesFor<Viewer>();

export const chartRoutes = (contents: ChartContents): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/trackers/:id/chart_content',
    access: 'optional',
    kind: 'single',
    tag: 'Trackers',
    summary: 'Chart data of matching artifacts: counts by value, a plan, or numbers over time',
    params: IdParams,
    query: Type.Object({
      ...chartQuery,
      ...artifactFilters.filterQuery,
      report_id: Type.Optional(
        Type.Integer({ minimum: 1, description: 'A report of the tracker, whose criteria must hold, too.' }),
      ),
    }),
    responses: { 200: ChartContent },
    handler: async ({ viewer, params, query }) => ({
      body: await contents.read(viewer, params.id, query, {
        filters: artifactFilters.filtersOf(query),
        reportId: query.report_id,
      }),
    }),
  }),
];
