export { createToolsFeature } from './feature.ts';
