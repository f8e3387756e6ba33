// Dashboards of people and of projects: lines of columns of widgets.
import './dashboards.tables.ts';
export { dashboardsArchive } from './dashboards.archive.ts';
export { createDashboardsFeature } from './feature.ts';
export type { Dashboards } from './dashboards.service.ts';
