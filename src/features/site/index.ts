export { loadEntityTagKey } from './entity-tag-key.ts';
export { programVersion } from './site.routes.ts';
export { createSiteService, withAnswerLimit } from './site.service.ts';
export type { Site, SiteService } from './site.service.ts';
export { bumpSiteVersion, findStored, saveLiveSetting as saveStored } from './site.store.ts';
export { createSiteFeature } from './feature.ts';
