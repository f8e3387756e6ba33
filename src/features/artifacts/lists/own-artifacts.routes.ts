// Routes of open artifacts of the caller, and of others as far as the caller sees them.
import { Type } from 'typebox';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import { readQueryObject } from '../../../platform/wire/query-json.ts';
import type { Route } from '../../../platform/http/index.ts';
import { UserId } from '../../people/index.ts';
import type { People } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { OwnArtifact } from '../artifact/artifacts.schema.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import { listOwnArtifacts } from './own-artifacts.service.ts';

/** Artifacts of one page of those that a person submitted or is assigned to. */
const listMax = 250;

function readWish(text: string): { isSubmitter: boolean; isAssignee: boolean } {
  const query = readQueryObject(text);
  const isTrue = (name: string): boolean => {
    const value = query.get(name) ?? false;
    if (typeof value !== 'boolean') throw invalid(says('own.switch')`must be true or false`, `query.${name}`);
    return value;
  };
  const wish = { isSubmitter: isTrue('submitted_by'), isAssignee: isTrue('assigned_to') };
  if (wish.isSubmitter || wish.isAssignee) return wish;
  throw invalid(says('own.wish')`must be {"submitted_by": true}, {"assigned_to": true}, or both`, 'query');
}

export const ownArtifactsRoute = (artifacts: Artifacts): Route<Viewer> =>
  routesFor<Viewer>()({
    method: 'GET',
    url: '/users/:id/artifacts',
    access: 'signed-in',
    kind: 'list',
    tag: 'Users',
    summary: 'Open artifacts that you submitted or are assigned to',
    params: Type.Object({ id: Type.String({ description: 'Only `self`.' }) }),
    query: Type.Object({
      query: Type.String({ description: 'JSON: {"assigned_to": true}, {"submitted_by": true}, or both.' }),
      ...paginationQuery(listMax, listMax),
    }),
    responses: { 200: Type.Array(OwnArtifact) },
    async handler({ viewer, params, query }) {
      if (params.id !== 'self') throw forbidden(says('self.only')`only \`self\` is allowed`);
      const { limit, offset } = query;
      const { own, size } = await listOwnArtifacts(artifacts, viewer, { ...readWish(query.query), limit, offset });
      return { body: own, headers: paginationHeaders({ limit, offset, size, limitMax: listMax }) };
    },
  });

/** Artifacts of one page of the open ones that an account is assigned to. */
const assignedMax = 50;

export const assignedArtifactsRoute = (artifacts: Artifacts, people: Pick<People, 'resolve'>): Route<Viewer> =>
  routesFor<Viewer>()({
    method: 'GET',
    url: '/users/:id/assigned_artifacts',
    access: 'signed-in',
    kind: 'list',
    tag: 'Users',
    summary: 'Open artifacts assigned to an account',
    params: UserId,
    query: Type.Object(paginationQuery(20, assignedMax)),
    responses: { 200: Type.Array(OwnArtifact) },
    async handler({ viewer, params, query }) {
      const user = await people.resolve(viewer, params.id);
      if (user === undefined) throw notFound(says('own.nobody')`the anonymous user has no assigned artifacts`);
      const wish = { isSubmitter: false, isAssignee: true, userId: user.id };
      const { own, size } = await listOwnArtifacts(artifacts, viewer, { ...wish, ...query });
      return { body: own, headers: paginationHeaders({ ...query, size, limitMax: assignedMax }) };
    },
  });
