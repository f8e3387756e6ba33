import './banner.tables.ts';

export { createBannerFeature } from './feature.ts';
