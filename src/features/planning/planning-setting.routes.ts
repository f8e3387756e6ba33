// Routes by which plannings are set up.
import { IdParams, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import {
  changePlanning,
  createPlanning,
  removePlanning,
  saveBacklogSetting,
  showBacklogSetting,
  showPlanning,
} from './planning-setting.service.ts';
import type { SettingDeps } from './planning-setting.service.ts';
import { showBurnupSetting, saveBurnupSetting } from './burnup-setting.service.ts';
import { saveSideBarSetting, showSideBarSetting } from './side-bar-setting.service.ts';
import {
  BacklogSetting,
  BurnupSetting,
  BurnupSettingChange,
  NewPlanning,
  PlanningChange,
  PlanningSetting,
  SideBarSetting,
} from './definition/planning.schema.ts';

const route = routesFor<Viewer>();
const tag = 'Planning';

const planningRoutes = (deps: SettingDeps): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/plannings',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Create a planning, as an administrator of the project',
    body: NewPlanning,
    responses: { 201: PlanningSetting },
    handler: async ({ viewer, body }) => ({ status: 201, body: await createPlanning(deps, viewer, body) }),
  }),
  route({
    method: 'GET',
    url: '/plannings/:id',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'The settings of a planning',
    params: IdParams,
    responses: { 200: PlanningSetting },
    handler: async ({ viewer, params }) => ({ body: await showPlanning(deps, viewer, params.id) }),
  }),
  route({
    method: 'PATCH',
    url: '/plannings/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Change a planning, as an administrator of the project',
    params: IdParams,
    body: PlanningChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await changePlanning(deps, viewer, params.id, body);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    url: '/plannings/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Delete a planning; its milestones stay artifacts',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await removePlanning(deps, viewer, params.id);
      return {};
    },
  }),
];

const burnupRoutes = (deps: SettingDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/burnup_setting',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Mode of the burnup charts of a project',
    params: IdParams,
    responses: { 200: BurnupSetting },
    handler: async ({ viewer, params }) => ({ body: await showBurnupSetting(deps, viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/projects/:id/burnup_setting',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Set the mode of burnup charts, as a project administrator',
    params: IdParams,
    body: BurnupSettingChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await saveBurnupSetting(deps, viewer, params.id, body);
      return {};
    },
  }),
];

const sideBarRoutes = (deps: SettingDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/side_bar_setting',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Whether the sidebar of a project lists open milestones',
    params: IdParams,
    responses: { 200: SideBarSetting },
    handler: async ({ viewer, params }) => ({ body: await showSideBarSetting(deps, viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/projects/:id/side_bar_setting',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Show or hide open milestones in the sidebar of a project, as its administrator',
    params: IdParams,
    body: SideBarSetting,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await saveSideBarSetting(deps, viewer, params.id, body);
      return {};
    },
  }),
];

export const planningSettingRoutes = (deps: SettingDeps): Route<Viewer>[] => [
  ...planningRoutes(deps),
  ...burnupRoutes(deps),
  ...sideBarRoutes(deps),
  route({
    method: 'GET',
    url: '/projects/:id/backlog_setting',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Whether a project’s backlog is filled by hand',
    params: IdParams,
    responses: { 200: BacklogSetting },
    handler: async ({ viewer, params }) => ({ body: await showBacklogSetting(deps, viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/projects/:id/backlog_setting',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Turn manual backlogs of a project on or off, as its administrator',
    params: IdParams,
    body: BacklogSetting,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await saveBacklogSetting(deps, viewer, params.id, body);
      return {};
    },
  }),
];
