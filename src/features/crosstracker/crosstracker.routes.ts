// Routes of searches over several trackers.
import { Type } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import { readQueryObject } from '../../platform/wire/query-json.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { Content, CrosstrackerQuery, SubmittedQuery, Widget } from './crosstracker.schema.ts';
import type { Crosstracker, Found } from './crosstracker.service.ts';

const route = routesFor<Viewer>();
const tag = 'Crosstracker';
const QueryParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64, description: 'A UUID.' }) });
const page = paginationQuery(50, 50, 1);

const answer = ({ content, size }: Found, { limit, offset }: { limit: number; offset: number }) => ({
  body: content,
  headers: paginationHeaders({ limit, offset, size, limitMax: 50 }),
});

export const crosstrackerRoutes = (crosstracker: Crosstracker): Route<Viewer>[] => [
  ...contentRoutes(crosstracker),
  ...queryRoutes(crosstracker),
];

/** `{"widget_id": 202, "tql_query": "SELECT …"}`; without a widget the query belongs to no project. */
function readContentQuery(text: string): { widgetId: number | null; text: string } {
  const object = readQueryObject(text);
  const widget = object.get('widget_id') ?? null;
  const query = object.get('tql_query');
  if (widget !== null && (typeof widget !== 'number' || !Number.isSafeInteger(widget) || widget < 1))
    throw invalid(says('query.widget-id')`widget_id must be the ID of a widget, or null`, 'query');
  if (typeof query !== 'string')
    throw invalid(says('query.widget-query')`use {"widget_id": …, "tql_query": "SELECT … FROM … WHERE …"}`, 'query');
  return { widgetId: widget, text: query };
}

const contentRoutes = (crosstracker: Crosstracker): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/crosstracker_query/content',
    operationId: 'listCrosstrackerSearchContent',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Results of a search over several trackers',
    query: Type.Object({
      query: Type.String({
        description: 'JSON such as {"widget_id": 202, "tql_query": "SELECT @title FROM … WHERE …"}',
      }),
      ...page,
    }),
    responses: { 200: Content },
    async handler({ viewer, query }) {
      const { widgetId, text } = readContentQuery(query.query);
      return answer(await crosstracker.search(viewer, widgetId, text, query), query);
    },
  }),
  route({
    method: 'GET',
    url: '/crosstracker_query/:id/content',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Results of a saved query',
    params: QueryParams,
    query: Type.Object(page),
    responses: { 200: Content },
    handler: async ({ viewer, params, query }) =>
      answer(await crosstracker.searchStored(viewer, params.id, query), query),
  }),
  linkRoute(crosstracker, 'forward', 'source_artifact_id'),
  linkRoute(crosstracker, 'reverse', 'target_artifact_id'),
];

const linkRoute = (
  crosstracker: Crosstracker,
  direction: 'forward' | 'reverse',
  end: 'source_artifact_id' | 'target_artifact_id',
): Route<Viewer> =>
  route({
    method: 'GET',
    url: `/crosstracker_widget/:id/${direction}_links`,
    access: 'optional',
    kind: 'list',
    tag,
    summary: `Artifacts linked by ${direction} links of an artifact, with the columns of a query`,
    params: IdParams,
    query: Type.Object({
      tql_query: Type.String({ description: 'Its SELECT says which columns there are.' }),
      source_artifact_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Of forward links.' })),
      target_artifact_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Of reverse links.' })),
      ...page,
    }),
    responses: { 200: Content },
    async handler({ viewer, params, query }) {
      const artifactId = query[end];
      if (artifactId === undefined) throw invalid(says('query.artifact')`is required: the ID of an artifact`, end);
      const link = { artifactId, direction, text: query.tql_query };
      return answer(await crosstracker.listLinked(viewer, params.id, link, query), query);
    },
  });

const queryRoutes = (crosstracker: Crosstracker): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/crosstracker_widget/:id',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Saved queries of a widget',
    params: IdParams,
    responses: { 200: Widget },
    handler: async ({ viewer, params }) => ({ body: { queries: await crosstracker.listQueries(viewer, params.id) } }),
  }),
  route({
    method: 'POST',
    url: '/crosstracker_query',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Save a query of a widget',
    body: SubmittedQuery,
    responses: { 201: CrosstrackerQuery },
    handler: async ({ viewer, body }) => ({ status: 201, body: await crosstracker.create(viewer, body) }),
  }),
  route({
    method: 'PUT',
    url: '/crosstracker_query/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Replace a saved query',
    params: QueryParams,
    body: SubmittedQuery,
    responses: { 200: CrosstrackerQuery },
    handler: async ({ viewer, params, body }) => ({ body: await crosstracker.replace(viewer, params.id, body) }),
  }),
  route({
    method: 'DELETE',
    url: '/crosstracker_query/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Delete a saved query',
    params: QueryParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await crosstracker.remove(viewer, params.id);
      return { status: 204 };
    },
  }),
];
