// Routes of the people of a project and their roles.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import { viewUser } from '../../people/index.ts';
import { NewRole, ProjectPerson, RoleQuery } from '../groups/projects.schema.ts';
import type { Viewer } from '../projects/viewer.ts';
import type { Members } from './members.service.ts';

const route = routesFor<Viewer>();
/** People of one page. */
const listMax = 50;

export const roleRoutes = (members: Pick<Members, 'listPeople' | 'giveRole'>): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/members',
    access: 'signed-in',
    kind: 'single',
    tag: 'Projects',
    summary: 'Members and guests of a project with their roles, by user name; for project administrators',
    params: IdParams,
    query: Type.Object({ role: RoleQuery, ...paginationQuery(10, listMax) }),
    responses: { 200: Type.Array(ProjectPerson) },
    async handler({ viewer, params, query }) {
      const { rows, size, version } = await members.listPeople(viewer, params.id, query.role, query);
      const baseUrl = publicUrl(viewer.site.settings);
      return {
        body: rows.map(({ user, role }) => ({ user: viewUser(user, baseUrl), role })),
        version,
        headers: paginationHeaders({ ...query, size, limitMax: listMax }),
      };
    },
  }),
  route({
    method: 'POST',
    url: '/projects/:id/members',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Add people to a project, or change their role; a member who becomes a guest leaves the user groups',
    params: IdParams,
    body: NewRole,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await members.giveRole(viewer, params.id, body.role, body.user_references);
      return {};
    },
  }),
];
