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
    summary: 'What a project announces',
    params: IdParams,
    responses: { 200: Banner },
    handler: async ({ viewer, params }) => ({ body: { message: await appearance.readBanner(viewer, params.id) } }),
  }),
  route({
    ...change,
    method: 'PUT',
    url: '/projects/:id/banner',
    summary: 'Announce something, as an administrator of the project',
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
    summary: 'Take the announcement away',
    async handler({ viewer, params }) {
      await appearance.saveBanner(viewer, params.id, '');
      return {};
    },
  }),
  route({
    ...change,
    method: 'PUT',
    url: '/projects/:id/header_background',
    summary: 'Choose the picture behind the title of a project',
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
    summary: 'Show no picture behind the title',
    async handler({ viewer, params }) {
      await appearance.saveBackground(viewer, params.id, '');
      return {};
    },
  }),
];
