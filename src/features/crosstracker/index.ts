export { importQueries, listProjectQueries, putQueries, takeQueries } from './crosstracker.archive.ts';
export { createCrosstrackerFeature } from './feature.ts';
