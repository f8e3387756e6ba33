// Routes that show which groups accounts belong to.
import { Type } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Membership } from './membership.service.ts';
import { UserId } from '../../people/index.ts';
import { Project, UserGroup, UserMembership } from '../groups/projects.schema.ts';
import type { Projects } from '../projects/projects.service.ts';
import type { Viewer } from '../projects/viewer.ts';

const route = routesFor<Viewer>();
/** Memberships of one page. */
const listMax = 1000;
/** Projects of one page of those that two people share. */
const sharedMax = 100;

export const membershipRoutes = (membership: Membership, projects: Pick<Projects, 'list'>): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/users/:id/shared_projects',
    access: 'signed-in',
    kind: 'list',
    tag: 'Users',
    summary: 'Projects that an account and you both belong to',
    params: UserId,
    query: Type.Object(paginationQuery(50, sharedMax)),
    responses: { 200: Type.Array(Project) },
    async handler({ viewer, params, query }) {
      const ids = await membership.listShared(viewer, params.id);
      const { projects: shown, size } = await projects.list(viewer, { kind: 'ids', ids }, query);
      return { body: shown, headers: paginationHeaders({ ...query, size, limitMax: sharedMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/users/:id/membership',
    access: 'signed-in',
    kind: 'single',
    tag: 'Users',
    summary: 'Groups that an account belongs to',
    params: Type.Object({ id: Type.String({ description: 'A number, or `self`.' }) }),
    query: Type.Object({
      scope: Type.Optional(Type.Literal('project', { description: 'Leaves out groups of the whole site.' })),
      format: Type.Optional(
        Type.Union([Type.Literal('id'), Type.Literal('full')], {
          description: 'With scope=project: ids of the groups, or the groups whole; names without it.',
        }),
      ),
    }),
    responses: { 200: Type.Array(Type.Union([Type.String(), UserGroup])) },
    async handler({ viewer, params, query }) {
      if (query.scope === undefined && query.format !== undefined)
        throw invalid('can only be used with scope=project', 'format');
      if (query.format === undefined) {
        return { body: await membership.listLiterals(viewer, params.id, query.scope === undefined) };
      }
      const groups = await membership.listGroups(viewer, params.id);
      return { body: query.format === 'id' ? groups.map((group) => group.id) : groups };
    },
  }),
  route({
    method: 'GET',
    url: '/users_memberships',
    access: 'signed-in',
    kind: 'list',
    tag: 'Users',
    summary: 'Groups of all users with an SSH key',
    query: Type.Object({
      query: Type.Literal('with_ssh_key', { description: 'The one choice.' }),
      ...paginationQuery(10, listMax),
    }),
    responses: { 200: Type.Array(UserMembership) },
    async handler({ viewer, query }) {
      const { memberships, size } = await membership.listWithSshKey(viewer, query);
      return { body: memberships, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
];
