export { loadEntityTagKey } from './entity-tag-key.ts';
export { programVersion, siteRoutes } from './site.routes.ts';
export { createSettingsAdministration } from './settings.service.ts';
export { createSiteService } from './site.service.ts';
export type { Site, SiteService } from './site.service.ts';
export { bumpSiteVersion } from './site.store.ts';
