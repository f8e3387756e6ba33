// Dashboards: lines of columns of widgets, one's own and those of projects.
export { dashboardsRoutes } from './dashboards.routes.ts';
