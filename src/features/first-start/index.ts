export { createFirstStartFeature } from './feature.ts';
export type { FirstStart } from './first-start.service.ts';
