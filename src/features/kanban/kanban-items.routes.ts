// Routes of what stands on kanbans.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { createItem, listItems, showItem } from './kanban-items.service.ts';
import { moveItems } from './kanban-moves.ts';
import type { KanbanDeps } from './kanban.service.ts';
import { ItemMove, KanbanItem, KanbanItems, NewItem } from './kanban.schema.ts';

const route = routesFor<Viewer>();
const tag = 'Kanban';
/** Items of one page. */
const limitMax = 100;
const page = paginationQuery(10, limitMax);
const filter = Type.String({
  default: '',
  description: 'JSON: {"tracker_report_id": …}, a public report that filters.',
});

const fields = Type.String({
  default: '',
  maxLength: 200,
  description: 'Further fields whose values card_fields has: ids, and @assigned_to, such as 12,@assigned_to.',
});

const order = Type.Optional(
  Type.Union([Type.Literal('rank'), Type.Literal('newest')], { description: 'newest: those that changed last first.' }),
);

/** The lists of the two columns that every kanban has. */
const fixedRoutes = (deps: KanbanDeps, column: 'backlog' | 'archive', summary: string): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: `/kanban/:id/${column}`,
    access: 'optional',
    kind: 'list',
    tag,
    summary,
    params: IdParams,
    query: Type.Object({ query: filter, fields, order, ...page }),
    responses: { 200: KanbanItems },
    async handler({ viewer, params, query }) {
      const items = await listItems(deps, viewer, params.id, column, query);
      return { body: items, headers: paginationHeaders({ ...query, size: items.total_size, limitMax }) };
    },
  }),
  route({
    method: 'PATCH',
    url: `/kanban/:id/${column}`,
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: `Move items to the ${column} of a kanban, or reorder it`,
    params: IdParams,
    body: ItemMove,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await moveItems(deps, viewer, params.id, column, body);
      return {};
    },
  }),
];

export const itemRoutes = (deps: KanbanDeps): Route<Viewer>[] => [
  ...fixedRoutes(deps, 'backlog', 'Items of a kanban without a status'),
  ...fixedRoutes(deps, 'archive', 'Items of a kanban that are closed'),
  route({
    method: 'GET',
    url: '/kanban/:id/items',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Items in a column of a kanban',
    params: IdParams,
    query: Type.Object({
      column_id: Type.Integer({ description: 'A column of the kanban.' }),
      query: filter,
      fields,
      ...page,
    }),
    responses: { 200: KanbanItems },
    async handler({ viewer, params, query: { column_id: column, ...query } }) {
      const items = await listItems(deps, viewer, params.id, column, query);
      return { body: items, headers: paginationHeaders({ ...query, size: items.total_size, limitMax }) };
    },
  }),
  route({
    method: 'PATCH',
    url: '/kanban/:id/items',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Move items to a column of a kanban, or reorder the column',
    params: IdParams,
    query: Type.Object({ column_id: Type.Integer({ description: 'A column of the kanban.' }) }),
    body: ItemMove,
    responses: { 200: null },
    async handler({ viewer, params, query, body }) {
      await moveItems(deps, viewer, params.id, query.column_id, body);
      return {};
    },
  }),
  route({
    method: 'POST',
    url: '/kanban_items',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Create an artifact by its title, in a column of a kanban or in its backlog',
    body: NewItem,
    responses: { 201: KanbanItem },
    handler: async ({ viewer, body }) => ({ status: 201, body: await createItem(deps, viewer, body) }),
  }),
  route({
    method: 'GET',
    url: '/kanban_items/:id',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'An artifact as an item of a kanban',
    params: IdParams,
    responses: { 200: KanbanItem },
    handler: async ({ viewer, params }) => ({ body: await showItem(deps, viewer, params.id) }),
  }),
];
