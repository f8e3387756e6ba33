// Reports of trackers: what they ask, what they show, and by which renderers. Its room:
// charts/    charts in the words of archives, and what they draw

export { createReportArtifacts } from './report-artifacts.service.ts';
export { readReportSettings } from './report-settings.ts';
export { ReportOfDocument } from './reports.schema.ts';
export { createReports } from './reports.service.ts';
export type { Reports } from './reports.service.ts';
export { createReportsFeature } from './feature.ts';
export { readReportCondition } from './report-criteria.ts';
export { rendererIdOf } from './table-renderer.ts';
