// Routes of user groups and their members.
import { Type } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { IdParams, paginationHeaders, paginationQuery, readQueryObject, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { publicUrl } from '../../settings/index.ts';
import { User, viewUser } from '../people/index.ts';
import type { Membership } from './membership.service.ts';
import { ProjectUserGroup, UserGroup } from './projects.schema.ts';
import type { Projects } from './projects.service.ts';
import type { Viewer } from './viewer.ts';

const route = routesFor<Viewer>();
const listMax = 50;

export interface UserGroupRouteDeps {
  projects: Projects;
  membership: Membership;
}

const GroupId = Type.Object({ id: Type.String({ description: 'Such as 101_3 or 105.' }) });

export const userGroupRoutes = (deps: UserGroupRouteDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/user_groups',
    access: 'optional',
    kind: 'list',
    tag: 'Projects',
    summary: 'User groups of a project',
    params: IdParams,
    query: Type.Object({
      query: Type.Optional(Type.String({ description: 'JSON: {"with_system_user_groups": true}.' })),
    }),
    responses: { 200: Type.Array(ProjectUserGroup) },
    async handler({ viewer, params, query }) {
      const wanted = readQueryObject(query.query);
      const withSystem = query.query ? wanted.get('with_system_user_groups') : false;
      if (typeof withSystem !== 'boolean') {
        throw invalid('must be {"with_system_user_groups": true} or false', 'query');
      }
      const groups = await deps.projects.listGroups(viewer, params.id, withSystem);
      return { body: groups.map((group) => ({ ...group, additional_information: [] })) };
    },
  }),
  route({
    method: 'GET',
    url: '/user_groups/:id',
    access: 'optional',
    kind: 'single',
    tag: 'User groups',
    summary: 'One user group',
    params: GroupId,
    responses: { 200: UserGroup },
    handler: async ({ viewer, params }) => ({ body: await deps.projects.showGroup(viewer, params.id) }),
  }),
  route({
    method: 'GET',
    url: '/user_groups/:id/users',
    access: 'signed-in',
    kind: 'list',
    tag: 'User groups',
    summary: 'Members of a user group, for project administrators',
    params: GroupId,
    query: Type.Object({
      query: Type.Optional(Type.String({ description: 'JSON: {"identifier": "user name or e-mail"}.' })),
      ...paginationQuery(10, listMax),
    }),
    responses: { 200: Type.Array(User) },
    async handler({ viewer, params, query }) {
      const identifier = readQueryObject(query.query).get('identifier');
      if (identifier !== undefined && typeof identifier !== 'string')
        throw invalid('must be a text', 'query.identifier');
      const users = await deps.membership.listGroupMembers(viewer, params.id, identifier);
      const page = users.slice(query.offset, query.offset + query.limit);
      const baseUrl = publicUrl(viewer.site.settings);
      return {
        body: page.map((user) => viewUser(user, baseUrl)),
        headers: paginationHeaders({ ...query, size: users.length, limitMax: listMax }),
      };
    },
  }),
];
