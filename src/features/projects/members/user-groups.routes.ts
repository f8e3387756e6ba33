// Routes of user groups and their members.
import { Type } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import { readQueryObject } from '../../../platform/wire/query-json.ts';
import type { Route } from '../../../platform/http/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import { User, viewUser } from '../../people/index.ts';
import type { GroupDeletion } from './group-deletion.service.ts';
import type { Members } from './members.service.ts';
import {
  GroupUses,
  NewMembers,
  NewUserGroup,
  UserGroupChange,
  ProjectUserGroup,
  UserGroup,
} from '../groups/projects.schema.ts';
import type { UserGroups } from './user-groups.service.ts';
import type { Viewer } from '../projects/viewer.ts';

const route = routesFor<Viewer>();
/** Members of one page. */
const listMax = 50;
const GroupId = Type.Object({ id: Type.String({ description: 'Such as 101_3 or 105.' }) });

export interface UserGroupRouteDeps {
  groups: UserGroups;
  deletion: GroupDeletion;
  members: Members;
}

export const userGroupRoutes = (deps: UserGroupRouteDeps): Route<Viewer>[] => [
  ...groupRoutes(deps.groups),
  ...deletionRoutes(deps.deletion),
  ...memberRoutes(deps.members),
];

const groupRoutes = (groups: UserGroups): Route<Viewer>[] => [
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
      return { body: await groups.list(viewer, params.id, withSystem) };
    },
  }),
  route({
    method: 'POST',
    url: '/user_groups',
    access: 'signed-in',
    kind: 'action',
    tag: 'User groups',
    summary: 'Create a user group, for project administrators',
    body: NewUserGroup,
    responses: { 201: UserGroup },
    async handler({ viewer, body }) {
      const group = await groups.create(viewer, body);
      return {
        status: 201,
        body: group,
        headers: { location: `${publicUrl(viewer.site.settings)}/api/v1/${group.uri}` },
      };
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
    handler: async ({ viewer, params }) => ({ body: await groups.show(viewer, params.id) }),
  }),
  route({
    method: 'PATCH',
    url: '/user_groups/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'User groups',
    summary: 'Rename or describe a group of a project, for its administrators',
    params: GroupId,
    body: UserGroupChange,
    responses: { 200: UserGroup },
    handler: async ({ viewer, params, body }) => ({ body: await groups.change(viewer, params.id, body) }),
  }),
];

const deletionRoutes = (deletion: GroupDeletion): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/user_groups/:id/uses',
    access: 'signed-in',
    kind: 'single',
    tag: 'User groups',
    summary: 'Where a user group is used, and what its deletion changes; for project administrators',
    params: GroupId,
    responses: { 200: GroupUses },
    handler: async ({ viewer, params }) => ({ body: await deletion.listUses(viewer, params.id) }),
  }),
  route({
    method: 'DELETE',
    url: '/user_groups/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'User groups',
    summary: 'Delete a user group permanently, for project administrators; its exclusive permissions go to them',
    params: GroupId,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await deletion.delete(viewer, params.id);
      return { status: 204 };
    },
  }),
];

const memberRoutes = (members: Members): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/user_groups/:id/users',
    access: 'signed-in',
    kind: 'single',
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
      const { users, size, version } = await members.list(viewer, params.id, query, identifier);
      const baseUrl = publicUrl(viewer.site.settings);
      return {
        body: users.map((user) => viewUser(user, baseUrl)),
        version,
        headers: paginationHeaders({ ...query, size, limitMax: listMax }),
      };
    },
  }),
  route({
    method: 'PUT',
    url: '/user_groups/:id/users',
    access: 'signed-in',
    kind: 'action',
    tag: 'User groups',
    summary: 'Replace the members of a static group, the members of a project, or its administrators',
    params: GroupId,
    body: NewMembers,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await members.replace(viewer, params.id, Array.isArray(body) ? body : body.user_references);
      return {};
    },
  }),
];
