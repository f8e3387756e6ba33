// Pull requests of a repository: Tepal has none, and lists of them say so, for clients that look through them (Jenkins stops at a 404).
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { GitRepositories } from '../repositories/git-repositories.service.ts';

const route = routesFor<Viewer>();
const listMax = 50;
const Nothing = Type.Array(Type.Never());

const emptyList = <S extends TSchema>(
  repositories: Pick<GitRepositories, 'read'>,
  { name, summary, answer, body }: { name: string; summary: string; answer: S; body: unknown },
): Route<Viewer> =>
  route({
    method: 'GET',
    url: `/git/:id/${name}`,
    access: 'optional',
    kind: 'list',
    tag: 'Git',
    summary,
    params: IdParams,
    query: Type.Object({
      query: Type.Optional(
        Type.String({ description: 'JSON, such as {"status": "open"}; of nothing it finds nothing.' }),
      ),
      order: Type.Optional(Type.Enum(['asc', 'desc'] as const)),
      ...paginationQuery(listMax, listMax),
    }),
    responses: { 200: answer },
    async handler({ viewer, params, query }) {
      await repositories.read(viewer, params.id);
      return { body, headers: paginationHeaders({ ...query, size: 0, limitMax: listMax }) };
    },
  });

export const pullRequestRoutes = (repositories: Pick<GitRepositories, 'read'>): Route<Viewer>[] => [
  emptyList(repositories, {
    name: 'pull_requests',
    summary: 'Pull requests of a repository; Tepal has none',
    answer: Type.Object({ collection: Nothing, total_size: Type.Integer() }),
    body: { collection: [], total_size: 0 },
  }),
  ...(['pull_requests_authors', 'pull_requests_reviewers'] as const).map((name) =>
    emptyList(repositories, { name, summary: 'Always empty: Tepal has no pull requests', answer: Nothing, body: [] }),
  ),
];
