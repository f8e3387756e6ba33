import './documents/search.tables.ts';
export { createSearchFeature } from './feature.ts';
