// Taskboards: what a milestone holds in rows, with the work below it in columns.
export { taskboardRoutes } from './taskboard.routes.ts';
