// Routes of the first start: beyond the wire format that clients of other servers know.
import { routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { publicUrl } from '../../settings/index.ts';
import { viewUser } from '../people/index.ts';
import type { Caller } from '../people/index.ts';
import { FirstAdministrator, FirstStartState, StartedSite } from './first-start.schema.ts';
import type { FirstStart } from './first-start.service.ts';

const route = routesFor<Caller>();
const facts = { url: '/first_start', access: 'public', tag: 'Server' } as const;

export const firstStartRoutes = (firstStart: FirstStart): Route<Caller>[] => [
  route({
    ...facts,
    method: 'GET',
    kind: 'single',
    summary: 'Whether the site needs its first administrator',
    responses: { 200: FirstStartState },
    handler: async ({ request }) => ({
      body: { is_open: await firstStart.isOpen(), is_encrypted: request.isEncrypted },
    }),
  }),
  route({
    ...facts,
    method: 'POST',
    kind: 'action',
    summary: 'Create the first site administrator with the setup code from the server log, and sign in',
    body: FirstAdministrator,
    responses: { 201: StartedSite },
    async handler({ viewer, body, request }) {
      const { user, cookie } = await firstStart.begin(viewer, body, request);
      const headers = { 'set-cookie': cookie };
      return { status: 201, body: { user: viewUser(user, publicUrl(viewer.site.settings)) }, headers };
    },
  }),
];
