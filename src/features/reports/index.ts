export { createReportArtifacts } from './report-artifacts.service.ts';
export { readReportSettings } from './report-settings.ts';
export { reportRoutes } from './reports.routes.ts';
export { createReports } from './reports.service.ts';
