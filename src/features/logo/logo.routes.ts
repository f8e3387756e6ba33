// Routes of the site's logo. GET /site tells of it; its bytes are outside the API, where its `url` leads.
import { routesFor } from '../../platform/http/index.ts';
import type { FileRoute, Route } from '../../platform/http/index.ts';
import type { Caller } from '../people/index.ts';
import { NewLogo, SiteLogo } from './logo.schema.ts';
import type { Logos } from './logo.service.ts';

const route = routesFor<Caller>();
const change = { access: 'signed-in', kind: 'action', url: '/logo', tag: 'Server' } as const;

export const logoRoutes = (logos: Logos): Route<Caller>[] => [
  route({
    ...change,
    method: 'PUT',
    summary: 'Set the logo of the site, as a site administrator',
    body: NewLogo,
    responses: { 200: SiteLogo },
    handler: async ({ viewer, body }) => ({ body: await logos.save(viewer, body.content) }),
  }),
  route({
    ...change,
    method: 'DELETE',
    summary: 'Delete the logo of the site',
    responses: { 200: null },
    async handler({ viewer }) {
      await logos.remove(viewer);
      return {};
    },
  }),
];

/** Serves the picture to everybody, also before they sign in. */
export const logoFile = (logos: Pick<Logos, 'open'>): FileRoute => ({
  url: '/logo/:name',
  find: (name) => logos.open(name),
  isPage: true,
});
