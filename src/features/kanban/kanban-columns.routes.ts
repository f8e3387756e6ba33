// Routes of the columns of kanbans.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { addColumn, changeColumn, orderColumns, removeColumn } from './kanban-columns.service.ts';
import type { KanbanDeps } from './kanban.service.ts';
import { ColumnChange, ColumnOrder, KanbanColumn, NewColumn } from './kanban.schema.ts';

const route = routesFor<Viewer>();
const tag = 'Kanban';
const ofKanban = Type.Object({ kanban_id: Type.Integer({ description: 'The kanban that the column is of.' }) });

export const columnRoutes = (deps: KanbanDeps): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/kanban/:id/columns',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Add a column, which is an open value of the status field',
    params: IdParams,
    body: NewColumn,
    responses: { 201: KanbanColumn },
    handler: async ({ viewer, params, body }) => ({
      status: 201,
      body: await addColumn(deps, viewer, params.id, body),
    }),
  }),
  route({
    method: 'PUT',
    url: '/kanban/:id/columns',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Reorder the columns, and so the values of the tracker’s list',
    params: IdParams,
    body: ColumnOrder,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await orderColumns(deps, viewer, params.id, body);
      return {};
    },
  }),
  route({
    method: 'PATCH',
    url: '/kanban_columns/:id',
    optionsAt: '/kanban_columns',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Rename a column, or change its WIP limit',
    params: IdParams,
    query: ofKanban,
    body: ColumnChange,
    responses: { 200: null },
    async handler({ viewer, params, query, body }) {
      await changeColumn(deps, viewer, query.kanban_id, params.id, body);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    url: '/kanban_columns/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Delete a column: its value is hidden and counts as closed',
    params: IdParams,
    query: ofKanban,
    responses: { 200: null },
    async handler({ viewer, params, query }) {
      await removeColumn(deps, viewer, query.kanban_id, params.id);
      return {};
    },
  }),
];
