// What people looked at lately.
import './recently-viewed.tables.ts';
export { createRecentlyViewedFeature } from './feature.ts';
