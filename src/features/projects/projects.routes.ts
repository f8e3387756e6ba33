// Routes of projects, user groups and memberships.
import { Type } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { IdParams, paginationHeaders, paginationQuery, readQueryObject, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { publicUrl } from '../../settings/index.ts';
import { User, viewUser } from '../people/index.ts';
import type { Membership } from './membership.service.ts';
import { Project, ProjectStatusChange, ProjectUserGroup, UserGroup } from './projects.schema.ts';
import type { ProjectQuery, Projects } from './projects.service.ts';
import type { Viewer } from './viewer.ts';

const route = routesFor<Viewer>();
const listMax = 50;

export interface ProjectRouteDeps {
  projects: Projects;
  membership: Membership;
  /** Ids of the projects where the viewer administers a tracker: a higher feature knows. */
  listTrackerAdminProjects(viewer: Viewer): Promise<number[]>;
}

export const projectRoutes = (deps: ProjectRouteDeps): Route<Viewer>[] => [
  ...singleProjectRoutes(deps),
  ...groupRoutes(deps),
  ...membershipRoutes(deps),
];

const statuses = ['active', 'pending', 'suspended', 'deleted', 'system'] as const;

/** The first property that is known decides, in the order of the reference. */
async function readProjectQuery(
  deps: ProjectRouteDeps,
  viewer: Viewer,
  text: string | undefined,
): Promise<ProjectQuery> {
  const query = readQueryObject(text);
  if (text === undefined || text === '') return { kind: 'all' };
  const shortname = query.get('shortname');
  if (typeof shortname === 'string') return { kind: 'shortname', shortname };
  if (requireTrue(query, 'is_tracker_admin')) return { kind: 'ids', ids: await deps.listTrackerAdminProjects(viewer) };
  if (query.has('with_status')) {
    const status = statuses.find((known) => known === query.get('with_status'));
    if (status === undefined) throw invalid(`must be one of ${statuses.join(', ')}`, 'query.with_status');
    return { kind: 'status', status };
  }
  if (requireTrue(query, 'is_member_of')) return { kind: 'member' };
  if (requireTrue(query, 'is_admin_of')) return { kind: 'admin' };
  throw invalid(
    'holds nothing to search by; use shortname, is_member_of, is_admin_of, is_tracker_admin or with_status',
    'query',
  );
}

function requireTrue(query: ReadonlyMap<string, unknown>, name: string): boolean {
  if (!query.has(name)) return false;
  if (query.get(name) !== true) throw invalid('can only be true', `query.${name}`);
  return true;
}

const singleProjectRoutes = (deps: ProjectRouteDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects',
    access: 'optional',
    kind: 'list',
    tag: 'Projects',
    summary: 'Projects that you may enter',
    query: Type.Object({
      query: Type.Optional(Type.String({ description: 'JSON, such as {"shortname":"x"} or {"is_member_of":true}.' })),
      ...paginationQuery(10, listMax),
    }),
    responses: { 200: Type.Array(Project) },
    async handler({ viewer, query }) {
      const wanted = await readProjectQuery(deps, viewer, query.query);
      const { projects, size } = await deps.projects.list(viewer, wanted, query);
      return { body: projects, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/projects/:id',
    access: 'optional',
    kind: 'single',
    tag: 'Projects',
    summary: 'One project',
    params: IdParams,
    responses: { 200: Project },
    handler: async ({ viewer, params }) => ({ body: await deps.projects.show(viewer, params.id) }),
  }),
  route({
    method: 'PATCH',
    url: '/projects/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Approve, reopen or suspend a project, as a site administrator',
    params: IdParams,
    body: ProjectStatusChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await deps.projects.setStatus(viewer, params.id, body.status);
      return {};
    },
  }),
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
];

const GroupId = Type.Object({ id: Type.String({ description: 'Such as 101_3 or 105.' }) });

const groupRoutes = (deps: ProjectRouteDeps): Route<Viewer>[] => [
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

const membershipRoutes = (deps: ProjectRouteDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/users/:id/membership',
    access: 'signed-in',
    kind: 'single',
    tag: 'Users',
    summary: 'Groups that an account belongs to',
    params: Type.Object({ id: Type.String({ description: 'A number, or `self`.' }) }),
    query: Type.Object({
      scope: Type.Optional(Type.Union([Type.Literal('project')])),
      format: Type.Optional(Type.Union([Type.Literal('id'), Type.Literal('full')])),
    }),
    responses: { 200: Type.Array(Type.Union([Type.String(), UserGroup])) },
    async handler({ viewer, params, query }) {
      if (query.scope === undefined && query.format !== undefined)
        throw invalid('goes with scope=project only', 'format');
      if (query.format === undefined) {
        return { body: await deps.membership.listLiterals(viewer, params.id, query.scope === undefined) };
      }
      const groups = await deps.membership.listGroups(viewer, params.id);
      return { body: query.format === 'id' ? groups.map((group) => group.id) : groups };
    },
  }),
];
