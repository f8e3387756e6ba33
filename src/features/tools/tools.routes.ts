// Tools of a project that Tepal does not have: their lists are empty, as they are for a project that does not use the
// tool, so that clients which look through all of a project's tools find nothing and go on (reference pages 05 and 90).
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { forbidden, invalid, notFound, unauthenticated } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { isMember, isProjectAdmin } from '../projects/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import { readPeriod } from './period.ts';

const route = routesFor<Viewer>();

const absentTag = 'Absent tools';

interface Tool<S extends TSchema> {
  /** Last part of the URL. */
  name: string;
  summary: string;
  listMax: number;
  answer: S;
  /** The project is not there for who may not enter it, instead of refused. */
  isHidden?: boolean;
  /** What a viewer who may enter the project gets; throws what the tool refuses. */
  show(viewer: Viewer, projectId: number): Static<S>;
}

const Nothing = Type.Array(Type.Never());

const noTests = (): never => {
  throw invalid('test management is not available in Tepal', 'id');
};

const toolRoute = <S extends TSchema>(
  projects: Projects,
  { name, summary, listMax, answer, show, isHidden = false }: Tool<S>,
): Route<Viewer> =>
  route({
    method: 'GET',
    url: `/projects/:id/${name}`,
    access: 'optional',
    kind: 'list',
    tag: absentTag,
    summary,
    params: IdParams,
    query: Type.Object(paginationQuery(10, listMax)),
    responses: { 200: answer },
    async handler({ viewer, params, query }) {
      const project = isHidden ? await projects.find(viewer, params.id) : await projects.read(viewer, params.id);
      if (project === undefined)
        throw notFound(says('project.unknown')`this project does not exist, or you don't have access to it`);
      return { body: show(viewer, project.id), headers: paginationHeaders({ ...query, size: 0, limitMax: listMax }) };
    },
  });

/** Routes below a project, and an account's tracked times. */
export const toolRoutes = (projects: Projects): Route<Viewer>[] => [
  ...sourceRoutes(projects),
  ...documentRoutes(projects),
  ...planRoutes(projects),
  timeRoute,
];

const sourceRoutes = (projects: Projects): Route<Viewer>[] => [
  toolRoute(projects, {
    name: 'gitlab_repositories',
    summary: 'GitLab repositories linked to a project',
    listMax: 50,
    answer: Nothing,
    show: () => [],
  }),
  toolRoute(projects, {
    name: 'git_jenkins_servers',
    summary: 'Jenkins servers notified of Git pushes, for project administrators',
    listMax: 50,
    answer: Type.Object({ git_jenkins_servers_representations: Nothing, total: Type.Integer() }),
    show(viewer, projectId) {
      if (!isProjectAdmin(viewer, projectId))
        throw unauthenticated(says('project.sign-in')`sign in as a project administrator`);
      return { git_jenkins_servers_representations: [], total: 0 };
    },
  }),
];

const WikiPermissions = Type.Object({
  permissions: Type.Object({
    is_bot: Type.Boolean(),
    is_reader: Type.Boolean(),
    is_writer: Type.Boolean(),
    is_admin: Type.Boolean(),
  }),
});

const documentRoutes = (projects: Projects): Route<Viewer>[] => [
  toolRoute(projects, {
    name: 'docman_service',
    summary: 'Document root of a project; Tepal has no documents',
    listMax: 50,
    answer: Type.Object({ permissions_for_groups: Type.Null(), root_item: Type.Null() }),
    show: () => ({ permissions_for_groups: null, root_item: null }),
  }),
  toolRoute(projects, {
    name: 'docman_metadata',
    summary: 'Properties of a project’s documents',
    listMax: 50,
    answer: Nothing,
    show: () => [],
  }),
  route({
    method: 'GET',
    url: '/projects/:id/mediawiki_standalone_permissions',
    access: 'optional',
    kind: 'single',
    tag: absentTag,
    summary: 'Wiki permissions of project members; Tepal has no wiki',
    params: IdParams,
    responses: { 200: WikiPermissions },
    async handler({ viewer, params }) {
      const isThere = (await projects.find(viewer, params.id)) !== undefined;
      const isAdmin = isThere && isProjectAdmin(viewer, params.id);
      const isInside = isAdmin || (isThere && isMember(viewer, params.id));
      const permissions = { is_bot: false, is_reader: isInside, is_writer: isInside, is_admin: isAdmin };
      return { body: { permissions } };
    },
  }),
];

const planRoutes = (projects: Projects): Route<Viewer>[] => [
  toolRoute(projects, {
    name: 'baselines',
    isHidden: true,
    summary: 'Baselines of a project, for its administrators',
    listMax: 50,
    answer: Type.Object({ baselines: Nothing, total_count: Type.Integer() }),
    show(viewer, projectId) {
      requireBaselineReader(viewer, projectId);
      return { baselines: [], total_count: 0 };
    },
  }),
  toolRoute(projects, {
    name: 'baselines_comparisons',
    isHidden: true,
    summary: 'Compared baselines of a project, for its administrators',
    listMax: 50,
    answer: Type.Object({ comparisons: Nothing, total_count: Type.Integer() }),
    show(viewer, projectId) {
      requireBaselineReader(viewer, projectId);
      return { comparisons: [], total_count: 0 };
    },
  }),
  ...(['testmanagement_campaigns', 'testmanagement_definitions', 'testmanagement_nodes'] as const).map((name) =>
    toolRoute(projects, {
      name,
      summary: 'Always 400: no project has test management',
      listMax: 50,
      answer: Nothing,
      isHidden: true,
      show: noTests,
    }),
  ),
];

function requireBaselineReader(viewer: Viewer, projectId: number): void {
  if (!isProjectAdmin(viewer, projectId))
    throw forbidden(says('project.baselines')`only project administrators can read baselines`);
}

/** Largest `limit` that is taken, though no times are tracked. */
const timeListMax = 100;

const timeRoute = route({
  method: 'GET',
  url: '/users/:id/timetracking',
  access: 'signed-in',
  kind: 'list',
  tag: absentTag,
  summary: 'Times that you tracked in a period; Tepal tracks none',
  params: IdParams,
  query: Type.Object({
    query: Type.String({ description: 'JSON: {"start_date": ISO 8601, "end_date": ISO 8601}.' }),
    ...paginationQuery(timeListMax, timeListMax, 1),
  }),
  responses: { 200: Nothing },
  async handler({ viewer, params, query }) {
    readPeriod(query.query);
    if (viewer.user?.id !== params.id) throw forbidden('you can only see your own tracked time');
    return { body: [], headers: paginationHeaders({ ...query, size: 0, limitMax: timeListMax }) };
  },
});
