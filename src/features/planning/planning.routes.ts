// Routes of plannings, and of the milestones and the backlog of a project.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { backlogRoutes } from './backlogs/backlog.routes.ts';
import { milestoneRoutes } from './milestones.routes.ts';
import { listOfPlanning } from './milestones/milestones.service.ts';
import { MilestoneEntry, Planning } from './definition/planning.schema.ts';
import type { Plannings } from './definition/planning.service.ts';

const route = routesFor<Viewer>();

export const planningRoutes = (plannings: Plannings): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/plannings',
    access: 'optional',
    kind: 'list',
    tag: 'Planning',
    summary: 'Plannings of a project',
    params: IdParams,
    query: Type.Object(paginationQuery(10, 50)),
    responses: { 200: Type.Array(Planning) },
    async handler({ viewer, params, query }) {
      const { plannings: found, size } = await plannings.list(viewer, params.id, query);
      return { body: found, headers: paginationHeaders({ ...query, size, limitMax: 50 }) };
    },
  }),
  route({
    method: 'GET',
    url: '/plannings/:id/milestones',
    access: 'optional',
    kind: 'list',
    tag: 'Planning',
    summary: 'Milestones of a planning, in short',
    params: IdParams,
    query: Type.Object(paginationQuery(10, 100)),
    responses: { 200: Type.Array(MilestoneEntry) },
    async handler({ viewer, params, query }) {
      const { entries, size } = await listOfPlanning(plannings, viewer, params.id, query);
      return { body: entries, headers: paginationHeaders({ ...query, size, limitMax: 100 }) };
    },
  }),
  ...milestoneRoutes(plannings),
  ...backlogRoutes(plannings),
];
