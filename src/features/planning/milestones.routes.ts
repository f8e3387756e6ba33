// Routes of milestones.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { ItemIds, SubMilestoneChange } from './backlogs/backlog.schema.ts';
import { readMilestoneFilter, readStatusFilter } from './milestones/milestone-filter.ts';
import type { MilestoneFilter } from './milestones/milestone-filter.ts';
import {
  Burndown,
  Milestone,
  MilestoneClosed,
  MilestoneClosing,
  MilestoneEffort,
  MilestoneReport,
  Velocity,
} from './milestones/milestones.schema.ts';
import {
  listSiblings,
  listSubMilestones,
  listTopMilestones,
  showBurndown,
  showMilestone,
} from './milestones/milestones.service.ts';
import { showTopVelocity, showVelocity } from './milestones/velocity.service.ts';
import type { MilestoneRequest } from './milestones/milestones.service.ts';
import type { Plannings } from './definition/planning.service.ts';
import { closeMilestone } from './backlogs/close-milestone.ts';
import { showEffort } from './milestones/effort.service.ts';
import { showReport } from './milestones/report.service.ts';
import { addSubMilestones, replaceSubMilestones } from './backlogs/sub-milestones.ts';

const route = routesFor<Viewer>();

const statusForms = '{"status":"open"} or closed';
/** Milestones of one page. */
const siblingsMax = 10;

const listForm = {
  fields: Type.Optional(
    Type.Union([Type.Literal('all'), Type.Literal('slim')], {
      description: 'slim leaves out counts, parents and days.',
    }),
  ),
  order: Type.Optional(
    Type.Union([Type.Literal('asc'), Type.Literal('desc')], { description: 'By rank; desc: the last one first.' }),
  ),
};

const requestOf = (
  query: { limit: number; offset: number; fields?: 'all' | 'slim'; order?: 'asc' | 'desc' },
  filter: MilestoneFilter,
): MilestoneRequest => ({
  limit: query.limit,
  offset: query.offset,
  isDescending: query.order === 'desc',
  isSlim: query.fields === 'slim',
  filter,
});

interface ListSpec {
  url: string;
  summary: string;
  limitMax: number;
  /** What `query` may be. */
  forms: string;
  readFilter(text: string | undefined): MilestoneFilter;
  listMilestones(
    plannings: Plannings,
    viewer: Viewer,
    id: number,
    request: MilestoneRequest,
  ): ReturnType<typeof listTopMilestones>;
}

const listRoute = (plannings: Plannings, spec: ListSpec): Route<Viewer> =>
  route({
    method: 'GET',
    url: spec.url,
    access: 'optional',
    kind: 'list',
    tag: 'Planning',
    summary: spec.summary,
    params: IdParams,
    query: Type.Object({
      ...listForm,
      query: Type.Optional(Type.String({ description: `JSON: ${spec.forms}.` })),
      ...paginationQuery(10, spec.limitMax),
    }),
    responses: { 200: Type.Array(Milestone) },
    async handler({ viewer, params, query }) {
      const request = requestOf(query, spec.readFilter(query.query));
      const { milestones, size } = await spec.listMilestones(plannings, viewer, params.id, request);
      return { body: milestones, headers: paginationHeaders({ ...query, size, limitMax: spec.limitMax }) };
    },
  });

const insideRoutes = (plannings: Plannings): Route<Viewer>[] => [
  route({
    method: 'PUT',
    url: '/milestones/:id/milestones',
    access: 'signed-in',
    kind: 'action',
    tag: 'Planning',
    summary: 'Set the milestones inside a milestone',
    params: IdParams,
    body: ItemIds,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await replaceSubMilestones(plannings, viewer, params.id, body);
      return {};
    },
  }),
  route({
    method: 'PATCH',
    url: '/milestones/:id/milestones',
    access: 'signed-in',
    kind: 'action',
    tag: 'Planning',
    summary: 'Add milestones to a milestone',
    params: IdParams,
    body: SubMilestoneChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await addSubMilestones(plannings, viewer, params.id, body.add ?? []);
      return {};
    },
  }),
];

const closingRoutes = (plannings: Plannings): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/milestones/:id/close',
    access: 'signed-in',
    kind: 'action',
    tag: 'Planning',
    summary: 'Close a milestone, and move its open items',
    params: IdParams,
    body: MilestoneClosing,
    responses: { 200: MilestoneClosed },
    handler: async ({ viewer, params, body }) => ({ body: await closeMilestone(plannings, viewer, params.id, body) }),
  }),
  route({
    method: 'GET',
    url: '/milestones/:id/effort',
    access: 'optional',
    kind: 'single',
    tag: 'Planning',
    summary: 'Remaining effort and capacity of a milestone',
    params: IdParams,
    responses: { 200: MilestoneEffort },
    handler: async ({ viewer, params }) => ({ body: await showEffort(plannings, viewer, params.id) }),
  }),
  route({
    method: 'GET',
    url: '/milestones/:id/report',
    access: 'optional',
    kind: 'single',
    tag: 'Planning',
    summary: 'Report of a milestone: done, not done, added and removed items',
    params: IdParams,
    responses: { 200: MilestoneReport },
    handler: async ({ viewer, params }) => ({ body: await showReport(plannings, viewer, params.id) }),
  }),
];

const velocityRoutes = (plannings: Plannings): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/milestones/:id/velocity',
    access: 'optional',
    kind: 'single',
    tag: 'Planning',
    summary: 'Velocity of the closed milestones inside a milestone',
    params: IdParams,
    responses: { 200: Velocity },
    handler: async ({ viewer, params }) => ({ body: await showVelocity(plannings, viewer, params.id) }),
  }),
  route({
    method: 'GET',
    url: '/projects/:id/velocity',
    access: 'optional',
    kind: 'single',
    tag: 'Planning',
    summary: 'Velocity of the closed top-level milestones of a project',
    params: IdParams,
    responses: { 200: Velocity },
    handler: async ({ viewer, params }) => ({ body: await showTopVelocity(plannings, viewer, params.id) }),
  }),
];

export const milestoneRoutes = (plannings: Plannings): Route<Viewer>[] => [
  ...insideRoutes(plannings),
  ...velocityRoutes(plannings),
  ...closingRoutes(plannings),
  listRoute(plannings, {
    url: '/projects/:id/milestones',
    summary: 'Top-level milestones of a project',
    limitMax: 50,
    forms: '{"status":"open"} or closed, or {"period":"future"} or current',
    readFilter: readMilestoneFilter,
    listMilestones: listTopMilestones,
  }),
  listRoute(plannings, {
    url: '/milestones/:id/milestones',
    summary: 'Milestones inside a milestone',
    limitMax: 100,
    forms: statusForms,
    readFilter: readStatusFilter,
    listMilestones: listSubMilestones,
  }),
  route({
    method: 'GET',
    url: '/milestones/:id',
    optionsAt: '/milestones',
    access: 'optional',
    kind: 'single',
    tag: 'Planning',
    summary: 'One milestone',
    params: IdParams,
    responses: { 200: Milestone },
    async handler({ viewer, params }) {
      const { milestone, lastModifiedS } = await showMilestone(plannings, viewer, params.id);
      return { body: milestone, lastModifiedS };
    },
  }),
  route({
    method: 'GET',
    url: '/milestones/:id/burndown',
    access: 'optional',
    kind: 'single',
    tag: 'Planning',
    summary: 'A milestone’s chart of remaining effort',
    params: IdParams,
    responses: { 200: Burndown },
    handler: async ({ viewer, params }) => ({ body: await showBurndown(plannings, viewer, params.id) }),
  }),
  route({
    method: 'GET',
    url: '/milestones/:id/siblings',
    access: 'optional',
    kind: 'list',
    tag: 'Planning',
    summary: 'The other milestones beside a milestone, newest first',
    params: IdParams,
    query: Type.Object({
      query: Type.Optional(Type.String({ description: `JSON: ${statusForms}.` })),
      ...paginationQuery(10, siblingsMax, 1),
    }),
    responses: { 200: Type.Array(Milestone) },
    async handler({ viewer, params, query }) {
      const request = { limit: query.limit, offset: query.offset, filter: readStatusFilter(query.query) };
      const { milestones, size } = await listSiblings(plannings, viewer, params.id, request);
      return { body: milestones, headers: paginationHeaders({ ...query, size, limitMax: siblingsMax }) };
    },
  }),
];
