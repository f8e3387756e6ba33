// The front door of the logo of the site.

export { createLogoFeature } from './feature.ts';
export { SiteLogo } from './logo.schema.ts';
export type { Logos } from './logo.service.ts';
