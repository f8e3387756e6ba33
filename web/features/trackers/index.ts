// Trackers as people use them: reports, their tables and charts, queries across trackers.
export { trackersRoutes } from './trackers.routes.ts';
