export { createReportArtifacts } from './report-artifacts.service.ts';
export { readReportSettings } from './report-settings.ts';
export { ReportOfDocument } from './reports.schema.ts';
export { createReports } from './reports.service.ts';
export type { Reports } from './reports.service.ts';
export { createReportsFeature } from './feature.ts';
