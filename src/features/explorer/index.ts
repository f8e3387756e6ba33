export { describeTepal } from './description.ts';
export { createExplorerFeature } from './feature.ts';
