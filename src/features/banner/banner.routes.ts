// Routes of the platform's banner (reference page 90).
import { routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Caller } from '../people/index.ts';
import { PlatformBanner } from './banner.schema.ts';
import type { Banners } from './banner.service.ts';

const route = routesFor<Caller>();
const url = '/banner';
const tag = 'Server';
const change = { access: 'signed-in', kind: 'action', url, tag, responses: { 200: null } } as const;

export const bannerRoutes = (banners: Banners): Route<Caller>[] => [
  route({
    method: 'GET',
    url,
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Banner of the site',
    responses: { 200: PlatformBanner },
    handler: async () => ({ body: await banners.read() }),
  }),
  route({
    ...change,
    method: 'PUT',
    summary: 'Set the banner of the site, as a site administrator',
    body: PlatformBanner,
    async handler({ viewer, body }) {
      await banners.save(viewer, body);
      return {};
    },
  }),
  route({
    ...change,
    method: 'DELETE',
    summary: 'Delete the banner',
    async handler({ viewer }) {
      await banners.remove(viewer);
      return {};
    },
  }),
];
