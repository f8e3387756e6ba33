export { createReportArtifacts } from './report-artifacts.service.ts';
export { readReportSettings } from './report-settings.ts';
export { ReportOfDocument } from './reports.schema.ts';
export { createReports } from './reports.service.ts';
export type { Reports } from './reports.service.ts';
export { deleteWidgetQuery, findWidgetQuery, listWidgetQueries, saveWidgetQuery } from './widget-queries.store.ts';
export type { WidgetOwner, WidgetQueryRow } from './widget-queries.store.ts';
export { createReportsFeature } from './feature.ts';
