export { crosstrackerArchive } from './crosstracker.archive.ts';
export { createCrosstrackerFeature } from './feature.ts';
