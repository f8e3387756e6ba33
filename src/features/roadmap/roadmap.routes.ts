// Routes of roadmaps.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { RoadmapIteration, RoadmapTask } from './roadmap.schema.ts';
import { listIterations, listSubtasks, listTasks } from './roadmap.service.ts';
import type { RoadmapDeps } from './roadmap-deps.ts';

const route = routesFor<Viewer>();
/** Tasks, iterations or subtasks of one page. */
const listMax = 100;
const paging = paginationQuery(listMax, listMax, 0);

export const roadmapRoutes = (deps: RoadmapDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/roadmaps/:id/tasks',
    access: 'optional',
    kind: 'list',
    tag: 'Dashboards',
    summary: 'Tasks of a roadmap, without child tasks and tasks closed long ago',
    params: IdParams,
    query: Type.Object(paging),
    responses: { 200: Type.Array(RoadmapTask) },
    async handler({ viewer, params, query }) {
      const { entries, size } = await listTasks(deps, viewer, params.id, query);
      return { body: entries, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/roadmaps/:id/iterations',
    access: 'optional',
    kind: 'list',
    tag: 'Dashboards',
    summary: 'Iterations over a roadmap',
    params: IdParams,
    query: Type.Object({
      level: Type.Integer({ minimum: 1, maximum: 2, description: 'Which of the two rows of iterations.' }),
      ...paging,
    }),
    responses: { 200: Type.Array(RoadmapIteration) },
    async handler({ viewer, params, query: { level, ...page } }) {
      const { entries, size } = await listIterations(deps, viewer, params.id, level, page);
      return { body: entries, headers: paginationHeaders({ ...page, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/roadmap_tasks/:id/subtasks',
    access: 'optional',
    kind: 'list',
    tag: 'Dashboards',
    summary: 'Tasks below a task of a roadmap',
    params: IdParams,
    query: Type.Object(paging),
    responses: { 200: Type.Array(RoadmapTask) },
    async handler({ viewer, params, query }) {
      const { entries, size } = await listSubtasks(deps, viewer, params.id, query);
      return { body: entries, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
];
