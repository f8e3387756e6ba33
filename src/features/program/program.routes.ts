// Routes of programs.
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { changeBacklog, changeContent } from './change-features.ts';
import type { ProgramDeps } from './program-deps.ts';
import { listTeams, savePlan, saveTeams, showPlan, showSetting } from './program-setting.service.ts';
import {
  Feature,
  IncrementContentChange,
  IncrementProgress,
  Iteration,
  ProgramBacklogChange,
  ProgramIncrement,
  ProgramPlan,
  ProgramPlanChange,
  ProgramSetting,
  ProgramTeams,
  ProgramTeamsChange,
  UserStory,
  UserStoryWithParent,
} from './program.schema.ts';
import {
  listBacklog,
  listChildren,
  listContent,
  listIncrements,
  listIterationContent,
  listIterations,
  listUnplanned,
  showProgress,
} from './program.service.ts';
import type { List } from './program.service.ts';

const route = routesFor<Viewer>();
const tag = 'Programs';
/** Entries of one page, of whatever list. */
const limitMax = 50;

type Listing<S extends TSchema> = (
  deps: ProgramDeps,
  viewer: Viewer,
  id: number,
  page: Page,
) => Promise<List<Static<S>>>;

const listRoute = <S extends TSchema>(
  deps: ProgramDeps,
  url: string,
  summary: string,
  entry: S,
  list: Listing<S>,
  limitMin = 0,
): Route<Viewer> =>
  route({
    method: 'GET',
    url,
    access: 'optional',
    kind: 'list',
    tag,
    summary,
    params: IdParams,
    query: Type.Object(paginationQuery(limitMax, limitMax, limitMin)),
    responses: { 200: Type.Array(entry) },
    async handler({ viewer, params, query }) {
      const { entries, size } = await list(deps, viewer, params.id, query);
      return { body: entries, headers: paginationHeaders({ ...query, size, limitMax }) };
    },
  });

type Changing<S extends TSchema> = (deps: ProgramDeps, viewer: Viewer, id: number, body: Static<S>) => Promise<void>;

const changeRoute = <S extends TSchema>(
  deps: ProgramDeps,
  method: 'PUT' | 'PATCH',
  url: string,
  summary: string,
  body: S,
  change: Changing<S>,
): Route<Viewer> =>
  route({
    method,
    url,
    access: 'signed-in',
    kind: 'action',
    tag,
    summary,
    params: IdParams,
    body,
    responses: { 200: null },
    async handler({ viewer, params, body: sent }) {
      await change(deps, viewer, params.id, sent);
      return {};
    },
  });

const settingRoutes = (deps: ProgramDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/program_setting',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Whether a project is a program, how it plans, and its teams as far as you may enter them',
    params: IdParams,
    responses: { 200: ProgramSetting },
    handler: async ({ viewer, params }) => ({ body: await showSetting(deps, viewer, params.id) }),
  }),
  route({
    method: 'GET',
    url: '/projects/:id/program_plan',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Plan settings of a program: its trackers and planning permissions',
    params: IdParams,
    responses: { 200: ProgramPlan },
    handler: async ({ viewer, params }) => ({ body: await showPlan(deps, viewer, params.id) }),
  }),
  changeRoute(
    deps,
    'PUT',
    '/projects/:id/program_plan',
    'Make a project a program, or say how it plans, as its administrator',
    ProgramPlanChange,
    savePlan,
  ),
  route({
    method: 'GET',
    url: '/projects/:id/program_teams',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Team projects of a program that you have access to',
    params: IdParams,
    responses: { 200: ProgramTeams },
    handler: async ({ viewer, params }) => ({ body: await listTeams(deps, viewer, params.id) }),
  }),
  changeRoute(
    deps,
    'PUT',
    '/projects/:id/program_teams',
    'Say which projects are teams of a program, as an administrator of all of them',
    ProgramTeamsChange,
    (_deps, viewer, id, { team_ids: teamIds }) => saveTeams(deps, viewer, id, teamIds),
  ),
];

export const programRoutes = (deps: ProgramDeps): Route<Viewer>[] => [
  ...settingRoutes(deps),
  listRoute(deps, '/projects/:id/program_backlog', 'Features that no increment holds yet', Feature, listBacklog),
  changeRoute(
    deps,
    'PATCH',
    '/projects/:id/program_backlog',
    'Put features into a program’s backlog, out of it, and in order',
    ProgramBacklogChange,
    changeBacklog,
  ),
  listRoute(
    deps,
    '/projects/:id/program_increments',
    'Open increments of a program',
    ProgramIncrement,
    listIncrements,
    1,
  ),
  listRoute(deps, '/program_increment/:id/content', 'Features of an increment', Feature, listContent),
  changeRoute(
    deps,
    'PATCH',
    '/program_increment/:id/content',
    'Put a feature into an increment, and order its features',
    IncrementContentChange,
    changeContent,
  ),
  listRoute(
    deps,
    '/program_increment/:id/backlog',
    'Stories of an increment that no team has in a sprint',
    UserStoryWithParent,
    listUnplanned,
  ),
  listRoute(deps, '/program_increment/:id/iterations', 'Iterations of an increment', Iteration, listIterations),
  route({
    method: 'GET',
    url: '/program_increment/:id/progress',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Progress of the teams with the features of an increment',
    params: IdParams,
    responses: { 200: IncrementProgress },
    handler: async ({ viewer, params }) => ({ body: await showProgress(deps, viewer, params.id) }),
  }),
  listRoute(
    deps,
    '/iteration/:id/content',
    'Stories that teams have in an iteration',
    UserStoryWithParent,
    listIterationContent,
  ),
  listRoute(deps, '/program_backlog_items/:id/children', 'Stories of a feature', UserStory, listChildren),
];
