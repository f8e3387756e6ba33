// The site as a feature: its version, and its settings.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { LoadedSettings } from '../../settings/index.ts';
import { createRestarts } from './restart.service.ts';
import { createSettingsAdministration } from './settings.service.ts';
import { siteRoutes } from './site.routes.ts';
import { createSiteService } from './site.service.ts';

interface Needs {
  database: Database;
  clock: Clock;
  settings: LoadedSettings;
}

export function createSiteFeature({ database, clock, settings }: Needs) {
  const site = createSiteService(database, clock, settings);
  const restarts = createRestarts(database, clock, settings);
  const administration = createSettingsAdministration(database, settings, site, restarts);
  return { site, restarts, parts: { routes: siteRoutes(administration, restarts) } };
}
