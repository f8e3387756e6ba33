// Routes of kanbans as a whole: which there are, what they are called, which reports filter them, how work flows through them.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { showCycleTimes, showFlow } from './cumulative-flow.ts';
import { columnRoutes } from './kanban-columns.routes.ts';
import { itemRoutes } from './kanban-items.routes.ts';
import {
  changeKanban,
  createKanban,
  listOfProject,
  listReports,
  removeKanban,
  saveReports,
  showKanban,
} from './kanban.service.ts';
import type { KanbanDeps } from './kanban.service.ts';
import {
  CumulativeFlow,
  CycleTimes,
  Kanban,
  KanbanChange,
  KanbanSummary,
  NewKanban,
  ReportChoice,
  ReportOffers,
} from './kanban.schema.ts';

const route = routesFor<Viewer>();
const tag = 'Kanban';

const wholeRoutes = (deps: KanbanDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/kanban',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Kanbans of a project with their numbers of items',
    params: IdParams,
    responses: { 200: Type.Array(KanbanSummary) },
    handler: async ({ viewer, params }) => ({ body: await listOfProject(deps, viewer, params.id) }),
  }),
  route({
    method: 'POST',
    url: '/kanban',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Create a kanban of a tracker, as an administrator of its project',
    body: NewKanban,
    responses: { 201: Kanban },
    handler: async ({ viewer, body }) => ({ status: 201, body: await createKanban(deps, viewer, body) }),
  }),
  route({
    method: 'GET',
    url: '/kanban/:id',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'A kanban with its columns and your permissions',
    params: IdParams,
    responses: { 200: Kanban },
    handler: async ({ viewer, params }) => ({ body: await showKanban(deps, viewer, params.id) }),
  }),
  route({
    method: 'PATCH',
    url: '/kanban/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Rename or promote a kanban, or fold its columns for yourself',
    params: IdParams,
    body: KanbanChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await changeKanban(deps, viewer, params.id, body);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    url: '/kanban/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Delete a kanban; its tracker and artifacts stay',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await removeKanban(deps, viewer, params.id);
      return {};
    },
  }),
];

const reportsUrl = '/kanban/:id/tracker_reports';

const reportRoutes = (deps: KanbanDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: reportsUrl,
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Reports that can be used as filters of a kanban',
    params: IdParams,
    responses: { 200: ReportOffers },
    handler: async ({ viewer, params }) => ({ body: await listReports(deps, viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: reportsUrl,
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Set the reports that can be used as filters of a kanban',
    params: IdParams,
    body: ReportChoice,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await saveReports(deps, viewer, params.id, body.tracker_report_ids);
      return {};
    },
  }),
];

const flowRoute = (deps: KanbanDeps): Route<Viewer> =>
  route({
    method: 'GET',
    url: '/kanban/:id/cumulative_flow',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Cumulative flow: number of items in each column by day',
    params: IdParams,
    query: Type.Object({
      start_date: Type.String({ description: 'The first day, such as 2026-03-01.' }),
      end_date: Type.String({ description: 'Always one of the days.' }),
      interval_between_point: Type.Integer({ minimum: 1, description: 'Days from one point to the next.' }),
      query: Type.String({ default: '', description: 'JSON: {"tracker_report_id": …}.' }),
    }),
    responses: { 200: CumulativeFlow },
    handler: async ({ viewer, params, query }) => ({ body: await showFlow(deps, viewer, params.id, query) }),
  });

const cycleRoute = (deps: KanbanDeps): Route<Viewer> =>
  route({
    method: 'GET',
    url: '/kanban/:id/cycle_times',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Cycle and lead times of items closed between two dates',
    params: IdParams,
    query: Type.Object({
      start_date: Type.String({ description: 'The first day, such as 2026-03-01.' }),
      end_date: Type.String({ description: 'The last one.' }),
    }),
    responses: { 200: CycleTimes },
    handler: async ({ viewer, params, query }) => ({ body: await showCycleTimes(deps, viewer, params.id, query) }),
  });

export const kanbanRoutes = (deps: KanbanDeps): Route<Viewer>[] => [
  ...wholeRoutes(deps),
  ...reportRoutes(deps),
  flowRoute(deps),
  cycleRoute(deps),
  ...columnRoutes(deps),
  ...itemRoutes(deps),
];
