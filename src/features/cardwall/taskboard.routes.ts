// Routes of taskboards.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { CellChange, Taskboard, TaskboardCard, TaskboardCardChange, TaskboardColumn } from './cardwall.schema.ts';
import type { CardwallDeps } from './board-deps.ts';
import { changeCell } from './taskboard-cells.ts';
import { showTaskboard } from './taskboard-whole.ts';
import { listChildCards, listColumns, listRows, saveRemaining, showCard } from './taskboard.service.ts';

const route = routesFor<Viewer>();
/** Cards of one page. */
const limitMax = 100;
const page = paginationQuery(100, limitMax, 1);
const ofMilestone = { milestone_id: Type.Integer({ description: 'The milestone whose taskboard it is.' }) };

const readingRoutes = (deps: CardwallDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/taskboard/:id',
    access: 'optional',
    kind: 'single',
    tag: 'Boards',
    summary: 'A milestone’s taskboard with its columns, rows and cards',
    params: IdParams,
    responses: { 200: Taskboard },
    handler: async ({ viewer, params }) => ({ body: await showTaskboard(deps, viewer, params.id) }),
  }),
  route({
    method: 'GET',
    url: '/taskboard/:id/columns',
    access: 'optional',
    kind: 'list',
    tag: 'Boards',
    summary: 'Columns of a milestone’s taskboard',
    params: IdParams,
    responses: { 200: Type.Array(TaskboardColumn) },
    handler: async ({ viewer, params }) => ({ body: await listColumns(deps, viewer, params.id) }),
  }),
  route({
    method: 'GET',
    url: '/taskboard/:id/cards',
    access: 'optional',
    kind: 'list',
    tag: 'Boards',
    summary: 'Rows of a milestone’s taskboard',
    params: IdParams,
    query: Type.Object(page),
    responses: { 200: Type.Array(TaskboardCard) },
    async handler({ viewer, params, query }) {
      const { cards, size } = await listRows(deps, viewer, params.id, query);
      return { body: cards, headers: paginationHeaders({ ...query, size, limitMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/taskboard_cards/:id',
    access: 'optional',
    kind: 'single',
    tag: 'Boards',
    summary: 'An artifact as a card of a milestone’s taskboard',
    params: IdParams,
    query: Type.Object(ofMilestone),
    responses: { 200: TaskboardCard },
    handler: async ({ viewer, params, query }) => ({
      body: await showCard(deps, viewer, params.id, query.milestone_id),
    }),
  }),
  route({
    method: 'GET',
    url: '/taskboard_cards/:id/children',
    access: 'optional',
    kind: 'list',
    tag: 'Boards',
    summary: 'Child cards of a card',
    params: IdParams,
    query: Type.Object({ ...ofMilestone, ...page }),
    responses: { 200: Type.Array(TaskboardCard) },
    async handler({ viewer, params, query }) {
      const { cards, size } = await listChildCards(deps, viewer, params.id, query.milestone_id, query);
      return { body: cards, headers: paginationHeaders({ ...query, size, limitMax }) };
    },
  }),
];

const changingRoutes = (deps: CardwallDeps): Route<Viewer>[] => [
  route({
    method: 'PATCH',
    url: '/taskboard_cards/:id',
    shownAt: '/artifacts/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Boards',
    summary: 'Set the remaining effort of a card',
    params: IdParams,
    body: TaskboardCardChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await saveRemaining(deps, viewer, params.id, body.remaining_effort);
      return {};
    },
  }),
  route({
    method: 'PATCH',
    url: '/taskboard_cells/:swimlane_id/column/:column_id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Boards',
    summary: 'Move a card to a column of its row, or reorder the row',
    params: Type.Object({ swimlane_id: Type.Integer(), column_id: Type.Integer() }),
    body: CellChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await changeCell(deps, viewer, params.swimlane_id, params.column_id, body);
      return {};
    },
  }),
];

export const taskboardRoutes = (deps: CardwallDeps): Route<Viewer>[] => [
  ...readingRoutes(deps),
  ...changingRoutes(deps),
];
