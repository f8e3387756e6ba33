// The site as a feature: its version, and its settings.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { LoadedSettings } from '../../settings/index.ts';
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
  return { site, parts: { routes: siteRoutes(createSettingsAdministration(database, settings, site)) } };
}
