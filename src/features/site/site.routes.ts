// Routes about the server itself.
import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { settingsRoutes } from './settings.routes.ts';
import type { Restarts } from './restart.service.ts';
import type { Administrator } from './administrator.ts';
import type { SettingsAdministration } from './settings.service.ts';

const Version = Type.Object({
  flavor_name: Type.String(),
  version_number: Type.String(),
});

const readVersion = (): string => {
  const parsed: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const isNamed = typeof parsed === 'object' && parsed !== null && 'version' in parsed;
  return isNamed ? String(parsed.version) : 'unknown';
};

/** The version of this program, as package.json says. */
export const programVersion = readVersion();

/** Routes about the server, and those of its settings. */
export const siteRoutes = (settings: SettingsAdministration, restarts: Restarts): Route<Administrator>[] => [
  ...settingsRoutes(settings, restarts),
  routesFor<Administrator>()({
    method: 'GET',
    url: '/version',
    access: 'public',
    kind: 'single',
    tag: 'Server',
    summary: 'Version of the server',
    responses: { 200: Version },
    handler: async () => ({ body: { flavor_name: 'Tepal', version_number: programVersion } }),
  }),
];
