// The route of who follows an artifact.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { Viewer } from '../projects/index.ts';
import { Follower } from './followers.schema.ts';
import { listFollowers } from './followers.service.ts';

/** People of one page. */
const listMax = 50;

export const followersRoute = (artifacts: Artifacts): Route<Viewer> =>
  routesFor<Viewer>()({
    method: 'GET',
    url: '/artifacts/:id/followers',
    access: 'signed-in',
    kind: 'list',
    tag: 'Artifacts',
    summary: 'People who are notified of changes of the artifact, without groups and addresses of its tracker',
    params: IdParams,
    query: Type.Object(paginationQuery(listMax, listMax)),
    responses: { 200: Type.Array(Follower) },
    async handler({ viewer, params, query }) {
      const { followers, size } = await listFollowers(artifacts, viewer, params.id, query);
      return { body: followers, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  });
