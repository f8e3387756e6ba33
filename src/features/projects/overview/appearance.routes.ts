// Routes of a project's banner and background.
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { Banner, HeaderBackground } from './appearance.schema.ts';
import type { Appearance } from './appearance.service.ts';
import type { Viewer } from '../projects/viewer.ts';

const route = routesFor<Viewer>();
const change = {
  access: 'signed-in',
  kind: 'action',
  tag: 'Projects',
  params: IdParams,
  responses: { 200: null },
} as const;

export const appearanceRoutes = (appearance: Appearance): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/banner',
    access: 'optional',
    kind: 'single',
    tag: 'Projects',
    summary: 'Banner of a project',
    params: IdParams,
    responses: { 200: Banner },
    handler: async ({ viewer, params }) => ({ body: { message: await appearance.readBanner(viewer, params.id) } }),
  }),
  route({
    ...change,
    method: 'PUT',
    url: '/projects/:id/banner',
    summary: 'Set the banner of a project, as its administrator',
    body: Banner,
    async handler({ viewer, params, body }) {
      await appearance.saveBanner(viewer, params.id, body.message);
      return {};
    },
  }),
  route({
    ...change,
    method: 'DELETE',
    url: '/projects/:id/banner',
    summary: 'Delete the banner',
    async handler({ viewer, params }) {
      await appearance.saveBanner(viewer, params.id, '');
      return {};
    },
  }),
  route({
    ...change,
    method: 'PUT',
    url: '/projects/:id/header_background',
    summary: 'Set the background image of a project',
    body: HeaderBackground,
    async handler({ viewer, params, body }) {
      await appearance.saveBackground(viewer, params.id, body.identifier);
      return {};
    },
  }),
  route({
    ...change,
    method: 'DELETE',
    url: '/projects/:id/header_background',
    summary: 'Remove the background image of a project',
    async handler({ viewer, params }) {
      await appearance.saveBackground(viewer, params.id, '');
      return {};
    },
  }),
];
