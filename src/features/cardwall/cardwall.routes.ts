// Routes of boards of milestones, and of cards.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { listSettings, removeSetting, saveSetting, showSetting } from './cardwall-setting.service.ts';
import { CardChange, Cardwall, CardwallSetting, CardwallSettingChange, CardwallSettings } from './cardwall.schema.ts';
import { changeCard, showCardwall } from './cardwall.service.ts';
import type { CardwallDeps } from './board-deps.ts';
import { taskboardRoutes } from './taskboard.routes.ts';

const route = routesFor<Viewer>();

const wallRoutes = (deps: CardwallDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/milestones/:id/cardwall',
    access: 'optional',
    kind: 'single',
    tag: 'Boards',
    summary: 'A milestone’s board: its columns, and its cards in rows',
    params: IdParams,
    responses: { 200: Cardwall },
    handler: async ({ viewer, params }) => ({ body: await showCardwall(deps, viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/cards/:id',
    optionsAt: '/cards',
    access: 'signed-in',
    kind: 'action',
    tag: 'Boards',
    summary: 'Change a card, or move it to a column',
    params: Type.Object({ id: Type.String({ maxLength: 40 }) }),
    body: CardChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await changeCard(deps, viewer, params.id, body);
      return {};
    },
  }),
];

const settingRoutes = (deps: CardwallDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/cardwall_settings',
    access: 'optional',
    kind: 'single',
    tag: 'Boards',
    summary: 'Board settings of a project’s milestones, by tracker',
    params: IdParams,
    responses: { 200: CardwallSettings },
    handler: async ({ viewer, params }) => ({ body: await listSettings(deps, viewer, params.id) }),
  }),
  route({
    method: 'GET',
    url: '/trackers/:id/cardwall',
    access: 'optional',
    kind: 'single',
    tag: 'Boards',
    summary: 'Board settings of a tracker’s milestones',
    params: IdParams,
    responses: { 200: CardwallSetting },
    handler: async ({ viewer, params }) => ({ body: await showSetting(deps, viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/trackers/:id/cardwall',
    access: 'signed-in',
    kind: 'action',
    tag: 'Boards',
    summary: 'Create or replace the board of a tracker’s milestones, as an administrator of the tracker',
    params: IdParams,
    body: CardwallSettingChange,
    responses: { 200: CardwallSetting },
    handler: async ({ viewer, params, body }) => ({ body: await saveSetting(deps, viewer, params.id, body) }),
  }),
  route({
    method: 'DELETE',
    url: '/trackers/:id/cardwall',
    access: 'signed-in',
    kind: 'action',
    tag: 'Boards',
    summary: 'Delete the board of a tracker’s milestones; cards stay unchanged',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await removeSetting(deps, viewer, params.id);
      return {};
    },
  }),
];

export const cardwallRoutes = (deps: CardwallDeps): Route<Viewer>[] => [
  ...wallRoutes(deps),
  ...settingRoutes(deps),
  ...taskboardRoutes(deps),
];
