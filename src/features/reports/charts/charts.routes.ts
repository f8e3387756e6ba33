// The route of what charts show.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { ArtifactFilter } from '../../artifacts/index.ts';
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
    summary: 'What a chart of the artifacts that match shows: counts by value, a plan, or numbers over time',
    params: IdParams,
    query: Type.Object({
      ...chartQuery,
      query: Type.Optional(Type.String({ description: 'As for the artifacts of a tracker.' })),
      expert_query: Type.Optional(Type.String({ description: 'As for the artifacts of a tracker.' })),
      report_id: Type.Optional(
        Type.Integer({ minimum: 1, description: 'A report of the tracker, whose criteria must hold, too.' }),
      ),
    }),
    responses: { 200: ChartContent },
    async handler({ viewer, params, query: { query, expert_query: expertQuery, report_id: reportId, ...chart } }) {
      const filter: ArtifactFilter | undefined = query
        ? { parameter: 'query', text: query }
        : expertQuery
          ? { parameter: 'expert_query', text: expertQuery }
          : undefined;
      return { body: await contents.read(viewer, params.id, chart, { filter, reportId }) };
    },
  }),
];
