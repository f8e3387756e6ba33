import './banner.tables.ts';

export { createBannerFeature } from './feature.ts';
export { PlatformBanner } from './banner.schema.ts';
export type { Banners } from './banner.service.ts';
