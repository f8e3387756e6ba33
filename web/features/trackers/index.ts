// Trackers as people use them: reports, their tables, changing many; lists of trackers.
export { trackersRoutes } from './trackers.routes.ts';
