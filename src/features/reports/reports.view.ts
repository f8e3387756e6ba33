// Reports as the wire shows them.
import type { Static } from 'typebox';
import type { Viewer } from '../projects/index.ts';
import { trackerViews } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import { findReadable } from './report-criteria.ts';
import type { ReportSettings, StoredRenderer } from './report-settings.ts';
import type { FullReport, Report } from './reports.schema.ts';
import type { ReportRow } from './reports.store.ts';
import { readSort, readStandardColumns, readStandardSort, rendererIdOf } from './table-renderer.ts';
import { readColumnField } from './cardwall-renderer.ts';
import { fieldKeys, readCharts } from './charts/chart-renderer.ts';
import type { Renderer } from './renderers.schema.ts';

export const viewReport = (report: ReportRow): Static<typeof Report> => ({
  id: report.id,
  uri: `tracker_reports/${report.id}`,
  label: report.name,
  is_public: report.owner_id === null,
  is_default: report.is_default === 1,
  resources: [{ type: 'artifacts', uri: `tracker_reports/${report.id}/artifacts` }],
});

/** With what it asks for and shows, as far as the viewer may read the fields. */
export const viewFullReport = (
  report: ReportRow,
  settings: ReportSettings,
  asked: Pick<Static<typeof FullReport>, 'criteria' | 'expert_query'>,
  { viewer, tracker }: { viewer: Viewer; tracker: Definition },
): Static<typeof FullReport> => ({
  ...viewReport(report),
  description: report.description,
  tracker: trackerViews.viewTrackerReference(tracker),
  is_in_expert_mode: settings.isInExpertMode,
  ...asked,
  renderers: settings.renderers.map((renderer, index) =>
    viewRenderer(renderer, rendererIdOf(renderer, index), viewer, tracker),
  ),
});

/** Fields that the viewer may not read are left out, or null. */
export function viewRenderer(
  renderer: StoredRenderer,
  id: number,
  viewer: Viewer,
  tracker: Definition,
): Static<typeof Renderer> {
  const isReadable = (fieldId: number): boolean => findReadable(viewer, tracker, fieldId) !== undefined;
  const readable = (fieldId: number | null): number | null =>
    fieldId !== null && isReadable(fieldId) ? fieldId : null;
  return {
    id,
    type: renderer.type,
    label: renderer.name,
    description: renderer.description,
    columns: [...new Set(renderer.columnFieldIds)].filter(isReadable),
    standard_columns: readStandardColumns(renderer),
    sort: readSort(renderer)
      .filter(({ fieldId }) => isReadable(fieldId))
      .map(({ fieldId, isDescending }) => ({ field_id: fieldId, order: isDescending ? 'desc' : 'asc' })),
    standard_sort: readStandardSort(renderer).map(({ isDescending, ...step }) => ({
      ...step,
      order: isDescending ? 'desc' : 'asc',
    })),
    field_id: readable(readColumnField(renderer)),
    charts: readCharts(renderer).map((chart) => ({
      ...chart,
      ...Object.fromEntries(fieldKeys.map((key) => [key, readable(chart[key])])),
    })),
  };
}
