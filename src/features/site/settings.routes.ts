// Routes of the site's settings.
import { routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { SettingsChange, SettingsList } from './settings.schema.ts';
import type { Restarts } from './restart.service.ts';
import type { Administrator } from './administrator.ts';
import type { SettingsAdministration } from './settings.service.ts';

const route = routesFor<Administrator>();
const facts = { url: '/admin/settings', access: 'signed-in', tag: 'Server' } as const;

/** `/admin/settings`: beyond the wire format that clients of other servers know. */
export const settingsRoutes = (settings: SettingsAdministration, restarts: Restarts): Route<Administrator>[] => [
  route({
    ...facts,
    method: 'GET',
    kind: 'single',
    summary: 'All settings, for site administrators',
    responses: { 200: SettingsList },
    handler: async ({ viewer }) => ({ body: await settings.readSettings(viewer) }),
  }),
  route({
    ...facts,
    method: 'PATCH',
    kind: 'action',
    summary: 'Change settings, for site administrators; those that are not live count after a restart',
    body: SettingsChange,
    responses: { 200: SettingsList },
    handler: async ({ viewer, body }) => ({ body: await settings.writeSettings(viewer, body) }),
  }),
  route({
    ...facts,
    method: 'POST',
    url: '/admin/restarts',
    kind: 'action',
    summary: 'Restart this server once the requests under way are answered, for site administrators',
    responses: { 202: null },
    async handler({ viewer }) {
      await restarts.restart(viewer);
      return { status: 202 };
    },
  }),
];
