// Routes of Git repositories.
import { Type } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import { readQueryObject } from '../../../platform/wire/query-json.ts';
import type { Route } from '../../../platform/http/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { Viewer } from '../../projects/index.ts';
import {
  GitRepositories as GitRepositoryList,
  GitRepository,
  GitRepositoryChange,
  NewGitRepository,
} from './git-repositories.schema.ts';
import type { GitRepositories } from './git-repositories.service.ts';

const route = routesFor<Viewer>();
/** Repositories of one page. */
const listMax = 50;
const tag = 'Git';

const RepositoryOrder = Type.Enum(['push_date', 'path'], {
  default: 'push_date',
  description: 'push_date: newest push first.',
});

/** Whose repositories are asked for. Throws invalid for what is no such question. */
function readOwned(text: string | undefined): Parameters<GitRepositories['list']>[2]['owned'] {
  const asked = readQueryObject(text);
  const scope = asked.get('scope');
  const owner = asked.get('owner_id');
  if (scope !== undefined && scope !== 'project' && scope !== 'individual')
    throw invalid(says('git.scope')`must be "project" or "individual"`, 'query.scope');
  if (owner !== undefined && !(typeof owner === 'number' && Number.isSafeInteger(owner)))
    throw invalid(says('git.owner')`must be a user ID`, 'query.owner_id');
  if (scope === 'project') return 'nobody';
  return scope === undefined && owner === undefined ? undefined : { by: owner };
}

export const repositoryRoutes = (repositories: GitRepositories): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/git',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Git repositories of a project that you have access to',
    params: IdParams,
    query: Type.Object({
      ...paginationQuery(10, listMax),
      fields: Type.Enum(['basic', 'all'], { default: 'basic', description: 'With all, permissions too.' }),
      query: Type.Optional(
        Type.String({ description: 'JSON: {"scope": "project" or "individual", "owner_id": 102}.' }),
      ),
      order_by: RepositoryOrder,
    }),
    responses: { 200: GitRepositoryList },
    async handler({ viewer, params, query }) {
      const { limit, offset, order_by: order } = query;
      const wish = { limit, offset, order, owned: readOwned(query.query), withPermissions: query.fields === 'all' };
      const { repositories: shown, size } = await repositories.list(viewer, params.id, wish);
      return { body: { repositories: shown }, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'POST',
    url: '/git',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Create an empty repository, as an administrator of its project',
    body: NewGitRepository,
    responses: { 201: GitRepository },
    async handler({ viewer, body }) {
      const repository = await repositories.create(viewer, body);
      const location = `${publicUrl(viewer.site.settings)}/api/v1/${repository.uri}`;
      return { status: 201, headers: { location }, body: repository };
    },
  }),
  route({
    method: 'GET',
    url: '/git/:id',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'A Git repository',
    params: IdParams,
    responses: { 200: GitRepository },
    handler: async ({ viewer, params }) => ({ body: await repositories.show(viewer, params.id) }),
  }),
  route({
    method: 'PATCH',
    url: '/git/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Change its name, description or default branch, or whether commits close artifacts, as an administrator',
    params: IdParams,
    body: GitRepositoryChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await repositories.change(viewer, params.id, body);
      return {};
    },
  }),
];
