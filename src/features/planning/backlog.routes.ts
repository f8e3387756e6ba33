// Routes of backlogs and their items.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { BacklogChange, BacklogItem } from './backlog.schema.ts';
import { listChildren, listContent, listMilestoneBacklog, listTopBacklog, showItem } from './backlog.service.ts';
import type { ItemList } from './backlog.service.ts';
import { findChildren, findContent, findMilestoneBacklog, findTopBacklog } from './backlogs.ts';
import type { Backlog } from './backlogs.ts';
import { readsClosedToo } from './milestone-filter.ts';
import { changeBacklog } from './change-backlog.ts';
import type { Plannings } from './planning.service.ts';

const route = routesFor<Viewer>();
const limitMax = 100;
const page = paginationQuery(10, limitMax);

type ListItems = (plannings: Plannings, viewer: Viewer, id: number, page: Page) => Promise<ItemList>;

const itemsRoute = (plannings: Plannings, url: string, summary: string, listItems: ListItems): Route<Viewer> =>
  route({
    method: 'GET',
    url,
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

const everythingUnplanned: FindBacklog = (plannings, viewer, id) =>
  findMilestoneBacklog(plannings, viewer, id, { withClosed: true, withPlanned: false });

export const backlogRoutes = (plannings: Plannings): Route<Viewer>[] => [
  itemsRoute(plannings, '/projects/:id/backlog', 'Open items of a project that no milestone holds yet', listTopBacklog),
  itemsRoute(plannings, '/milestones/:id/content', 'What a milestone holds', listContent),
  route({
    method: 'GET',
    url: '/milestones/:id/backlog',
    access: 'optional',
    kind: 'list',
    tag: 'Planning',
    summary: 'What is left to plan in the milestones inside a milestone',
    params: IdParams,
    query: Type.Object({
      query: Type.Optional(Type.String({ description: 'JSON: {"status":"all"} for closed items too.' })),
      include: Type.Optional(Type.Literal('planned_and_not_planned')),
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
];
