// Routes of dashboards: those of the format list and add one's own; the others are Tepal's.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { UserId } from '../people/index.ts';
import type { People } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import {
  Dashboard,
  DashboardChange,
  DashboardEntry,
  DashboardOrder,
  NewDashboard,
  NewProjectDashboard,
} from './dashboards.schema.ts';
import type { Dashboards } from './dashboards.service.ts';

const route = routesFor<Viewer>();
/** Dashboards of one page. */
const listMax = 50;

type Entry = Static<typeof DashboardEntry>;

/** Of a whole dashboard. */
const entryOf = ({ id, name }: Entry): Entry => ({ id, name });

const ownRoutes = (people: People, dashboards: Dashboards): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/users/:id/dashboards',
    access: 'optional',
    kind: 'list',
    tag: 'Users',
    summary: 'Your dashboards',
    params: UserId,
    query: Type.Object(paginationQuery(listMax, listMax, 1)),
    responses: { 200: Type.Array(DashboardEntry) },
    async handler({ viewer, params, query }) {
      const all = await dashboards.listOwn(viewer, await people.resolve(viewer, params.id));
      return {
        body: all.slice(query.offset, query.offset + query.limit).map(entryOf),
        headers: paginationHeaders({ ...query, size: all.length, limitMax: listMax }),
      };
    },
  }),
  route({
    method: 'POST',
    url: '/user_dashboards',
    access: 'signed-in',
    kind: 'action',
    tag: 'Users',
    summary: 'Add a dashboard of your own',
    body: NewDashboard,
    responses: { 200: DashboardEntry },
    handler: async ({ viewer, body }) => ({ body: entryOf(await dashboards.addOwn(viewer, body.name)) }),
  }),
];

const projectRoutes = (dashboards: Dashboards): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/dashboards',
    access: 'optional',
    kind: 'list',
    tag: 'Dashboards',
    summary: 'Dashboards of a project',
    params: IdParams,
    responses: { 200: Type.Array(DashboardEntry) },
    handler: async ({ viewer, params }) => ({
      body: (await dashboards.listOfProject(viewer, params.id)).map(entryOf),
    }),
  }),
  route({
    method: 'POST',
    url: '/projects/:id/dashboards',
    access: 'signed-in',
    kind: 'action',
    tag: 'Dashboards',
    summary: 'Add an empty dashboard to a project, as one of its administrators',
    params: IdParams,
    body: NewProjectDashboard,
    responses: { 201: Dashboard },
    handler: async ({ viewer, params, body }) => ({
      status: 201,
      body: await dashboards.addToProject(viewer, params.id, body.name),
    }),
  }),
];

const wholeRoutes = (dashboards: Dashboards): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/dashboards/:id',
    access: 'optional',
    kind: 'single',
    tag: 'Dashboards',
    summary: 'A dashboard: its lines, columns and widgets',
    params: IdParams,
    responses: { 200: Dashboard },
    handler: async ({ viewer, params }) => ({ body: await dashboards.read(viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/dashboards/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Dashboards',
    summary: 'Replace all of a dashboard: your own, or one of a project that you administer',
    params: IdParams,
    body: DashboardChange,
    responses: { 200: Dashboard },
    handler: async ({ viewer, params, body }) => ({ body: await dashboards.replace(viewer, params.id, body) }),
  }),
  route({
    method: 'PUT',
    url: '/dashboard_order',
    access: 'signed-in',
    kind: 'action',
    tag: 'Dashboards',
    summary: 'Reorder your dashboards, or those of a project that you administer',
    body: DashboardOrder,
    responses: { 200: null },
    async handler({ viewer, body }) {
      await dashboards.order(viewer, body.ids);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    url: '/dashboards/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Dashboards',
    summary: 'Delete a dashboard',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await dashboards.remove(viewer, params.id);
      return {};
    },
  }),
];

export const dashboardRoutes = (people: People, dashboards: Dashboards): Route<Viewer>[] => [
  ...ownRoutes(people, dashboards),
  ...projectRoutes(dashboards),
  ...wholeRoutes(dashboards),
];
