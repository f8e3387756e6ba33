export { createDocsFeature } from './feature.ts';
