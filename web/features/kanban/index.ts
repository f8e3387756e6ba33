// Kanbans: boards whose columns are the status of a tracker.
export { kanbanRoutes } from './kanban.routes.ts';
