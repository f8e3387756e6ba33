// Routes of wiki pages: Tepal has none, and their lists say so.
import { Type } from 'typebox';
import { notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Projects } from '../projects/projects.service.ts';
import type { Viewer } from '../projects/viewer.ts';

const route = routesFor<Viewer>();
/** Largest `limit` that is taken, though there are no wiki pages. */
const listMax = 50;
const Nothing = Type.Array(Type.Never());

/** Routes of wiki pages. */
export const wikiRoutes = (projects: Projects): Route<Viewer>[] => [
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
      handler: async ({ params }) =>
        Promise.reject(notFound(says('wiki.none')`there is no wiki page ${params.id}; Tepal has no wiki`)),
    }),
  ),
];
