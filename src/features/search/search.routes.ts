// Routes of full-text search (reference page 90; GET is Tepal's own).
import { Type } from 'typebox';
import { paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import {
  entriesMax,
  SearchKeywords,
  SearchParameters,
  SearchResultEntry,
  SearchResults,
} from './words/search.schema.ts';
import type { Search } from './search.service.ts';

const route = routesFor<Viewer>();
const tag = 'Search';

export const searchRoutes = (search: Search): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/search',
    access: 'optional',
    kind: 'action',
    tag,
    summary: 'Full-text search, best matches first',
    query: Type.Object(paginationQuery(entriesMax, entriesMax, 1)),
    body: SearchKeywords,
    responses: { 200: Type.Array(SearchResultEntry) },
    async handler({ viewer, query, body }) {
      const { results, size } = await search.search(viewer, body.keywords, 'keywords', {}, query);
      return { body: results, headers: paginationHeaders({ ...query, size, limitMax: entriesMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/search',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Full-text search in one project, tracker or type, with counts and spelling corrections',
    query: SearchParameters,
    responses: { 200: SearchResults },
    async handler({ viewer, query }) {
      const { q, type, project, tracker, ...page } = query;
      const results = await search.search(viewer, q, 'q', { type, projectId: project, trackerId: tracker }, page);
      return { body: results, headers: paginationHeaders({ ...page, size: results.size, limitMax: entriesMax }) };
    },
  }),
];
