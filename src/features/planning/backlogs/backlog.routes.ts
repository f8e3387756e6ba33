// Routes of backlogs and their items.
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Page, Viewer } from '../../projects/index.ts';
import { orderArtifacts } from './artifact-order.ts';
import {
  BacklogChange,
  BacklogItem,
  BacklogOrder,
  BacklogOverview,
  ItemIds,
  NewBacklogItem,
  PlannedForTest,
} from './backlog.schema.ts';
import {
  listChildren,
  listContent,
  listMilestoneBacklog,
  listTestDefinitions,
  listTestPlan,
  listTopBacklog,
  showItem,
  showOverview,
} from './backlog.service.ts';
import type { ItemList } from './backlog.service.ts';
import { findChildren, findContent, findMilestoneBacklog, findTopBacklog } from './backlogs.ts';
import type { Backlog } from './backlogs.ts';
import { readsClosedToo } from '../milestones/milestone-filter.ts';
import { changeBacklog } from './change-backlog.ts';
import type { Plannings } from '../definition/planning.service.ts';
import { addToBacklog, orderBacklog, replaceContent } from './put-backlog.ts';

const route = routesFor<Viewer>();
/** Items of one page. */
const limitMax = 100;
const page = paginationQuery(10, limitMax);

type ListItems = (plannings: Plannings, viewer: Viewer, id: number, page: Page) => Promise<ItemList>;

const itemsRoute = (plannings: Plannings, url: string, summary: string, listItems: ListItems): Route<Viewer> =>
  route({
    method: 'GET',
    url,
    xmlLists: 'texts',
    access: 'optional',
    kind: 'list',
    tag: 'Planning',
    summary,
    params: IdParams,
    query: Type.Object(page),
    responses: { 200: Type.Array(BacklogItem) },
    async handler({ viewer, params, query }) {
      const { items, size } = await listItems(plannings, viewer, params.id, query);
      return { body: items, headers: paginationHeaders({ ...query, size, limitMax }) };
    },
  });

type FindBacklog = (plannings: Plannings, viewer: Viewer, id: number) => Promise<Backlog>;

const changeRoute = (plannings: Plannings, url: string, summary: string, findBacklog: FindBacklog): Route<Viewer> =>
  route({
    method: 'PATCH',
    url,
    access: 'signed-in',
    kind: 'action',
    tag: 'Planning',
    summary,
    params: IdParams,
    body: BacklogChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await changeBacklog(plannings, viewer, await findBacklog(plannings, viewer, params.id), body);
      return {};
    },
  });

type PutIds = (plannings: Plannings, viewer: Viewer, id: number, body: Static<typeof ItemIds>) => Promise<void>;

const putRoute = (plannings: Plannings, url: string, summary: string, put: PutIds): Route<Viewer> =>
  route({
    method: 'PUT',
    url,
    access: 'signed-in',
    kind: 'action',
    tag: 'Planning',
    summary,
    params: IdParams,
    body: ItemIds,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await put(plannings, viewer, params.id, body);
      return {};
    },
  });

const everythingUnplanned: FindBacklog = (plannings, viewer, id) =>
  findMilestoneBacklog(plannings, viewer, id, { withClosed: true, withPlanned: false });

const orderTopBacklog: PutIds = async (plannings, viewer, id, body) =>
  orderBacklog(plannings, viewer, await findTopBacklog(plannings, viewer, id), body, (item) =>
    invalid(says('backlog.not-here')`item ${item} is not in this backlog`, 'ids'),
  );

const orderMilestoneBacklog: PutIds = async (plannings, viewer, id, body) =>
  orderBacklog(plannings, viewer, await everythingUnplanned(plannings, viewer, id), body, (item) =>
    notFound(says('backlog.not-left')`item ${item} is not one of the items left to plan here`),
  );

const wholeBacklogRoutes = (plannings: Plannings): Route<Viewer>[] => [
  putRoute(plannings, '/projects/:id/backlog', 'Order items of a project’s backlog', orderTopBacklog),
  putRoute(plannings, '/milestones/:id/content', 'Say which items a milestone holds, in order', replaceContent),
  putRoute(
    plannings,
    '/milestones/:id/backlog',
    'Order items of what is left to plan inside a milestone',
    orderMilestoneBacklog,
  ),
  route({
    method: 'POST',
    url: '/milestones/:id/backlog',
    access: 'signed-in',
    kind: 'action',
    tag: 'Planning',
    summary: 'Add an item to the backlog of a milestone',
    params: IdParams,
    body: NewBacklogItem,
    responses: { 201: null },
    async handler({ viewer, params, body }) {
      const backlog = await everythingUnplanned(plannings, viewer, params.id);
      await addToBacklog(plannings, viewer, backlog, body.artifact.id);
      return { status: 201 };
    },
  }),
  route({
    method: 'GET',
    url: '/v2/projects/:id/backlog',
    access: 'optional',
    kind: 'list',
    tag: 'Planning',
    summary: 'A project’s backlog, with its accepted trackers and whether the caller can order it',
    params: IdParams,
    query: Type.Object(paginationQuery(10, 50)),
    responses: { 200: BacklogOverview },
    async handler({ viewer, params, query }) {
      const { overview, size } = await showOverview(plannings, viewer, params.id, query);
      return { body: overview, headers: paginationHeaders({ ...query, size, limitMax: 50 }) };
    },
  }),
];

const orderRoute = (plannings: Plannings): Route<Viewer> =>
  route({
    method: 'PATCH',
    url: '/artifact_order',
    access: 'signed-in',
    kind: 'action',
    tag: 'Planning',
    summary: 'Reorder artifacts before or after another one, in the order shared by all boards',
    body: BacklogOrder,
    responses: { 200: null },
    async handler({ viewer, body }) {
      await orderArtifacts(plannings, viewer, body);
      return {};
    },
  });

/** Items of one page of a test plan. */
const testPlanMax = 30;

const testPlanRoute = (plannings: Plannings): Route<Viewer> =>
  route({
    method: 'GET',
    url: '/milestones/:id/testplan',
    access: 'optional',
    kind: 'list',
    tag: 'Planning',
    summary: 'Items of a milestone, for test coverage',
    params: IdParams,
    query: Type.Object(paginationQuery(10, testPlanMax)),
    responses: { 200: Type.Array(PlannedForTest) },
    async handler({ viewer, params, query }) {
      const { items, size } = await listTestPlan(plannings, viewer, params.id, query);
      return { body: items, headers: paginationHeaders({ ...query, size, limitMax: testPlanMax }) };
    },
  });

const testDefinitionsRoute = (plannings: Plannings): Route<Viewer> =>
  route({
    method: 'GET',
    url: '/backlog_items/:id/test_definitions',
    access: 'optional',
    kind: 'list',
    tag: 'Planning',
    summary: 'Tests of an item, which are none: Tepal manages no tests',
    params: IdParams,
    query: Type.Object({
      milestone_id: Type.Integer({ description: 'The milestone whose campaigns tell how the tests went.' }),
      ...paginationQuery(10, testPlanMax),
    }),
    responses: { 200: Type.Array(Type.Object({ id: Type.Integer() })) },
    async handler({ viewer, params, query }) {
      const body = await listTestDefinitions(plannings, viewer, params.id, query.milestone_id);
      return { body, headers: paginationHeaders({ ...query, size: 0, limitMax: testPlanMax }) };
    },
  });

export const backlogRoutes = (plannings: Plannings): Route<Viewer>[] => [
  orderRoute(plannings),
  testPlanRoute(plannings),
  testDefinitionsRoute(plannings),
  itemsRoute(plannings, '/projects/:id/backlog', 'Open items of a project that no milestone holds yet', listTopBacklog),
  itemsRoute(plannings, '/milestones/:id/content', 'What a milestone holds', listContent),
  route({
    method: 'GET',
    url: '/milestones/:id/backlog',
    access: 'optional',
    kind: 'list',
    tag: 'Planning',
    summary: 'Backlog of a milestone',
    params: IdParams,
    query: Type.Object({
      query: Type.Optional(Type.String({ description: 'JSON: {"status":"all"} for closed items too.' })),
      include: Type.Optional(
        Type.Literal('planned_and_not_planned', {
          description: 'What is closed and what milestones inside hold comes along.',
        }),
      ),
      ...page,
    }),
    responses: { 200: Type.Array(BacklogItem) },
    async handler({ viewer, params, query }) {
      const { items, size } = await listMilestoneBacklog(plannings, viewer, params.id, {
        limit: query.limit,
        offset: query.offset,
        withClosed: readsClosedToo(query.query),
        withPlanned: query.include !== undefined,
      });
      return { body: items, headers: paginationHeaders({ ...query, size, limitMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/backlog_items/:id',
    access: 'optional',
    kind: 'single',
    tag: 'Planning',
    summary: 'An artifact as an item of a backlog',
    params: IdParams,
    responses: { 200: BacklogItem },
    handler: async ({ viewer, params }) => ({ body: await showItem(plannings, viewer, params.id) }),
  }),
  itemsRoute(plannings, '/backlog_items/:id/children', 'Children of an item', listChildren),
  changeRoute(plannings, '/projects/:id/backlog', 'Put items into a project’s backlog, and in order', findTopBacklog),
  changeRoute(plannings, '/milestones/:id/content', 'Put items into a milestone, and in order', findContent),
  changeRoute(
    plannings,
    '/milestones/:id/backlog',
    'Put items into what is left to plan inside a milestone, and in order',
    everythingUnplanned,
  ),
  changeRoute(plannings, '/backlog_items/:id/children', 'Put children below an item, and in order', findChildren),
  ...wholeBacklogRoutes(plannings),
];
