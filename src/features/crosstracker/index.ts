export { createCrosstrackerFeature } from './feature.ts';
