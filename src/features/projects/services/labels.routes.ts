// Routes of labels and of wiki pages: Tepal has neither, and their lists say so.
import { Type } from 'typebox';
import { invalid, notFound } from '../../../platform/errors.ts';
import {
  IdParams,
  paginationHeaders,
  paginationQuery,
  readQueryObject,
  routesFor,
} from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Projects } from '../projects/projects.service.ts';
import type { Viewer } from '../projects/viewer.ts';

const route = routesFor<Viewer>();
const listMax = 50;
const Nothing = Type.Array(Type.Never());

function requireLabelIds(text: string): void {
  const ids = readQueryObject(text).get('labels_id');
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(Number.isSafeInteger)) {
    throw invalid('must be a list of ids with at least one, such as {"labels_id": [1]}', 'query.labels_id');
  }
}

/** Routes of labels and of wiki pages. */
export const labelRoutes = (projects: Projects): Route<Viewer>[] => [
  ...wikiRoutes(projects),
  route({
    method: 'GET',
    url: '/projects/:id/labels',
    access: 'optional',
    kind: 'list',
    tag: 'Absent tools',
    summary: 'Labels of a project; Tepal has none',
    params: IdParams,
    query: Type.Object({
      query: Type.Optional(Type.String({ description: 'A part of the label.' })),
      ...paginationQuery(listMax, listMax, 1),
    }),
    responses: { 200: Type.Object({ labels: Nothing }) },
    async handler({ viewer, params, query }) {
      await projects.read(viewer, params.id);
      return { body: { labels: [] }, headers: paginationHeaders({ ...query, size: 0, limitMax: listMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/projects/:id/labeled_items',
    access: 'optional',
    kind: 'list',
    tag: 'Absent tools',
    summary: 'What carries these labels; Tepal has none',
    params: IdParams,
    query: Type.Object({
      query: Type.String({ description: 'JSON: {"labels_id": [1]}.' }),
      ...paginationQuery(listMax, listMax),
    }),
    responses: { 200: Type.Object({ labeled_items: Nothing, are_there_items_user_cannot_see: Type.Boolean() }) },
    async handler({ viewer, params, query }) {
      await projects.read(viewer, params.id);
      requireLabelIds(query.query);
      return {
        body: { labeled_items: [], are_there_items_user_cannot_see: false },
        headers: paginationHeaders({ ...query, size: 0, limitMax: listMax }),
      };
    },
  }),
];

const wikiRoutes = (projects: Projects): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/phpwiki',
    access: 'optional',
    kind: 'list',
    tag: 'Absent tools',
    summary: 'Wiki pages of a project; Tepal has none',
    params: IdParams,
    query: Type.Object({
      pagename: Type.Optional(Type.String({ description: 'A part of the name.' })),
      ...paginationQuery(10, listMax),
    }),
    responses: { 200: Type.Object({ pages: Nothing }) },
    async handler({ viewer, params, query }) {
      await projects.read(viewer, params.id);
      return { body: { pages: [] }, headers: paginationHeaders({ ...query, size: 0, limitMax: listMax }) };
    },
  }),
  ...['/phpwiki/:id', '/phpwiki/:id/versions', '/phpwiki/:id/items_referencing_wiki_page'].map((url) =>
    route({
      method: 'GET',
      url,
      access: 'optional',
      kind: 'single',
      tag: 'Projects',
      summary: 'Always 404: Tepal has no wiki pages',
      params: IdParams,
      responses: { 200: Nothing },
      handler: async ({ params }) => Promise.reject(notFound(`there is no wiki page ${params.id}; Tepal has none`)),
    }),
  ),
];
