// The route of what the caller follows.
import { Type } from 'typebox';
import { forbidden } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { artifactSchemas } from '../artifacts/index.ts';
import type { Viewer } from '../projects/index.ts';
import { listFollowed } from './followed.service.ts';

/** Artifacts of one page. */
const listMax = 100;

export const followedRoute = (deps: Parameters<typeof listFollowed>[0]): Route<Viewer> =>
  routesFor<Viewer>()({
    method: 'GET',
    url: '/users/:id/followed_artifacts',
    access: 'signed-in',
    kind: 'list',
    tag: 'Users',
    summary: 'Artifacts that you follow, last changed first',
    params: Type.Object({ id: Type.String({ description: 'Only `self`.' }) }),
    query: Type.Object(paginationQuery(listMax, listMax)),
    responses: { 200: Type.Array(artifactSchemas.OwnArtifact) },
    async handler({ viewer, params, query }) {
      if (params.id !== 'self') throw forbidden(says('self.only')`only \`self\` is allowed`);
      const { followed, size } = await listFollowed(deps, viewer, query);
      return { body: followed, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  });
