// Sample content: a few artifacts that show how a new project is used, removed at once.
export { createSampleContentFeature } from './feature.ts';
