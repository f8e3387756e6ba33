// Routes of projects.
import { Type } from 'typebox';
import { forbidden, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import { readQueryObject } from '../../platform/wire/query-json.ts';
import type { Route } from '../../platform/http/index.ts';
import { membershipRoutes } from './members/membership.routes.ts';
import type { Membership } from './members/membership.service.ts';
import { Project, ProjectChange } from './groups/projects.schema.ts';
import { mayReadAnyProject } from './projects/projects.service.ts';
import type { ProjectQuery, Projects } from './projects/projects.service.ts';
import { userGroupRoutes } from './members/user-groups.routes.ts';
import type { UserGroupRouteDeps } from './members/user-groups.routes.ts';
import type { Viewer } from './projects/viewer.ts';

const route = routesFor<Viewer>();
/** Projects of one page. */
const listMax = 50;

export interface ProjectRouteDeps extends UserGroupRouteDeps {
  projects: Projects;
  membership: Membership;
  /** Ids of the projects where the viewer administers a tracker: a higher feature knows. */
  listTrackerAdminProjects(viewer: Viewer): Promise<number[]>;
  /** Ids of the projects under a value of a category: a higher feature knows. */
  listFiledProjects(valueId: number): Promise<number[]>;
}

export const projectRoutes = (deps: ProjectRouteDeps): Route<Viewer>[] => [
  projectListRoute(deps),
  ...singleProjectRoutes(deps),
  ...userGroupRoutes(deps),
  ...membershipRoutes(deps.membership, deps.projects),
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
    if (!mayReadAnyProject(viewer))
      throw forbidden(says('project.by-status')`only site administrators can filter projects by status`);
    const status = statuses.find((known) => known === query.get('with_status'));
    if (status === undefined) throw invalid(`must be one of ${statuses.join(', ')}`, 'query.with_status');
    return { kind: 'status', status };
  }
  if (requireTrue(query, 'is_member_of')) return { kind: 'member' };
  if (requireTrue(query, 'is_admin_of')) return { kind: 'admin' };
  throw invalid(
    says(
      'project.query',
    )`contains no criterion; use shortname, is_member_of, is_admin_of, is_tracker_admin or with_status`,
    'query',
  );
}

function requireTrue(query: ReadonlyMap<string, unknown>, name: string): boolean {
  if (!query.has(name)) return false;
  if (query.get(name) !== true) throw invalid('must be true', `query.${name}`);
  return true;
}

const projectListRoute = (deps: ProjectRouteDeps): Route<Viewer> =>
  route({
    method: 'GET',
    url: '/projects',
    access: 'optional',
    kind: 'list',
    tag: 'Projects',
    summary: 'Projects that you have access to',
    query: Type.Object({
      query: Type.Optional(Type.String({ description: 'JSON, such as {"shortname":"x"} or {"is_member_of":true}.' })),
      words: Type.Optional(
        Type.String({ maxLength: 200, description: 'Only projects with all of them in names or description.' }),
      ),
      access: Type.Optional(
        Type.Enum(['public', 'private'] as const, {
          description: 'Only projects that everybody may enter, or only others.',
        }),
      ),
      category: Type.Optional(
        Type.Integer({ minimum: 1, description: 'Only projects under this value of a category, or a narrower one.' }),
      ),
      mine: Type.Optional(Type.Literal(true, { description: 'Only projects that you are a member or a guest of.' })),
      is_template: Type.Optional(
        Type.Literal(true, { description: 'Only projects that everybody may make projects from.' }),
      ),
      order: Type.Optional(Type.Enum(['id', 'name', 'newest'] as const, { description: 'By id where left out.' })),
      ...paginationQuery(10, listMax),
    }),
    responses: { 200: Type.Array(Project) },
    async handler({ viewer, query }) {
      const wanted = await readProjectQuery(deps, viewer, query.query);
      const { words, access, category, order, mine: isOwn, is_template: isTemplate } = query;
      const filedIds = category === undefined ? undefined : await deps.listFiledProjects(category);
      const { projects, size } = await deps.projects.list(
        viewer,
        { ...wanted, words, access, filedIds, isOwn, isTemplate, order },
        query,
      );
      return { body: projects, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  });

const singleProjectRoutes = (deps: ProjectRouteDeps): Route<Viewer>[] => [
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
    method: 'GET',
    url: '/project_names/:name',
    access: 'optional',
    kind: 'single',
    tag: 'Projects',
    summary: 'One project by short name or ID; 403 if it is suspended or deleted and you would have access',
    params: Type.Object({ name: Type.String({ maxLength: 64 }) }),
    responses: { 200: Project },
    handler: async ({ viewer, params }) => ({ body: await deps.projects.showNamed(viewer, params.name) }),
  }),
  route({
    method: 'PATCH',
    url: '/projects/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Change name, description and access of a project you administer; its status, as a site administrator',
    params: IdParams,
    body: ProjectChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await deps.projects.changeAs(viewer, params.id, body);
      return {};
    },
  }),
];
