// Routes of the site's settings.
import { routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { SettingsChange, SettingsList } from './settings.schema.ts';
import type { Administrator, SettingsAdministration } from './settings.service.ts';

const route = routesFor<Administrator>();
const facts = { url: '/admin/settings', access: 'signed-in', tag: 'Server' } as const;

/** `/admin/settings`: beyond the wire format that clients of other servers know. */
export const settingsRoutes = (settings: SettingsAdministration): Route<Administrator>[] => [
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
    summary: 'Change settings in the running server, for site administrators',
    body: SettingsChange,
    responses: { 200: SettingsList },
    handler: async ({ viewer, body }) => ({ body: await settings.writeSettings(viewer, body) }),
  }),
];
