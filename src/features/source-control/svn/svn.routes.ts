// Routes of Subversion repositories.
import { Type } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import { readQueryObject } from '../../../platform/wire/query-json.ts';
import type { Route } from '../../../platform/http/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { NewSvnRepository, SvnRepositories, SvnRepository, SvnSettingsUpdate } from './svn.schema.ts';
import type { Svn } from './svn.service.ts';

const route = routesFor<Viewer>();
/** Repositories of one page. */
const listMax = 50;

/** The name that the query asks for. Throws invalid for other keys. */
function readName(text: string | undefined): string | undefined {
  const wanted = readQueryObject(text);
  const other = [...wanted.keys()].find((key) => key !== 'name');
  const name = wanted.get('name');
  if (other !== undefined || (name !== undefined && typeof name !== 'string'))
    throw invalid(says('svn.query')`must be {"name": "the full name"}`, 'query');
  return name;
}

export const svnRoutes = (svn: Svn): Route<Viewer>[] => [...collectionRoutes(svn), ...repositoryRoutes(svn)];

const collectionRoutes = (svn: Svn): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/svn',
    access: 'optional',
    kind: 'list',
    tag: 'Subversion',
    summary: 'Subversion repositories of a project',
    params: IdParams,
    query: Type.Object({
      query: Type.Optional(Type.String({ description: 'JSON: {"name": "the whole name"}.' })),
      ...paginationQuery(10, listMax),
    }),
    responses: { 200: SvnRepositories },
    async handler({ viewer, params, query }) {
      const { body, size } = await svn.list(viewer, params.id, readName(query.query), query);
      return { body, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'POST',
    url: '/svn',
    access: 'signed-in',
    kind: 'action',
    tag: 'Subversion',
    summary: 'Create a Subversion repository, for Subversion administrators',
    body: NewSvnRepository,
    responses: { 201: SvnRepository },
    async handler({ viewer, body }) {
      const made = await svn.create(viewer, body);
      return {
        status: 201,
        body: made,
        headers: { location: `${publicUrl(viewer.site.settings)}/api/v1/${made.uri}` },
      };
    },
  }),
];

const repositoryRoutes = (svn: Svn): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/svn/:id',
    access: 'optional',
    kind: 'single',
    tag: 'Subversion',
    summary: 'One repository; with its settings for those who administer the project’s Subversion',
    params: IdParams,
    responses: { 200: SvnRepository },
    handler: async ({ viewer, params }) => ({ body: await svn.show(viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/svn/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Subversion',
    summary: 'Replace the settings of a repository',
    params: IdParams,
    body: SvnSettingsUpdate,
    responses: { 200: SvnRepository },
    handler: async ({ viewer, params, body }) => ({ body: await svn.update(viewer, params.id, body) }),
  }),
  route({
    method: 'DELETE',
    url: '/svn/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Subversion',
    summary: 'Remove a repository; a dump of it goes to the folder of sys_project_backup_path',
    params: IdParams,
    responses: { 202: null },
    async handler({ viewer, params }) {
      await svn.remove(viewer, params.id);
      return { status: 202 };
    },
  }),
];
