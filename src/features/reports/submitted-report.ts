// Reads what a client says about a report's table and query into what is stored.
import type { Static } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { artifactFilters } from '../artifacts/index.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldIs } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import { findReadable } from './report-criteria.ts';
import type { ReportSettings, StoredRenderer } from './report-settings.ts';
import type { ReportChange } from './reports.schema.ts';
import {
  listTables,
  readSort,
  readStandardColumns,
  readStandardSort,
  rendererIdOf,
  writeTable,
} from './table-renderer.ts';
import type { SortColumn, Table } from './table-renderer.ts';

type Change = Static<typeof ReportChange>;

/** Whether the query decides after the change. Throws invalid where the change leaves that open. */
export function readMode(change: Change, before: ReportSettings): boolean {
  const { criteria, expert_query: query, is_in_expert_mode: mode } = change;
  const asksQuery = query !== undefined && query !== null;
  const isExpert = mode ?? (asksQuery ? query !== '' : criteria === undefined && before.isInExpertMode);
  if (mode === undefined && asksQuery && query !== '' && criteria !== undefined)
    throw invalid(says('report.mode')`use either criteria or expert_query, or set is_in_expert_mode`, 'expert_query');
  return isExpert;
}

/** Throws invalid where the report has no such table, or several and none is named; undefined for a report without tables. */
export function findTable(settings: ReportSettings, tableId: number | undefined): Table | undefined {
  const tables = listTables(settings);
  const found = tableId === undefined ? tables[0] : tables.find(({ id }) => id === tableId);
  if (tableId === undefined && tables.length > 1)
    throw invalid(
      says('report.tables')`the report has several tables; use one of ${tables.map(({ id }) => id).join(', ')}`,
      'table_renderer_id',
    );
  if (tableId !== undefined && found === undefined)
    throw invalid(says('report.no-table')`the report has no table ${tableId}`, 'table_renderer_id');
  return found;
}

type TableChange = Pick<Change, 'columns' | 'sort' | 'standard_columns' | 'standard_sort'>;

export const changesTable = (change: TableChange): boolean =>
  [change.columns, change.sort, change.standard_columns, change.standard_sort].some((part) => part !== undefined);

/** The renderers after the change. Throws as readTable. */
export function readRenderers(
  viewer: Viewer,
  tracker: Definition,
  change: Change,
  before: ReportSettings,
): ReportSettings['renderers'] {
  if (!changesTable(change)) return before.renderers;
  const id = findTable(before, change.table_renderer_id)?.id;
  const place = before.renderers.findIndex((renderer, index) => rendererIdOf(renderer, index) === id);
  const written = readTable(viewer, tracker, change, before.renderers[place]);
  return place < 0 ? [...before.renderers, written] : before.renderers.with(place, written);
}

/**
 * The table after the change, a new one where there was none. Columns and sorting that the viewer may not know of stay.
 * Throws invalid for fields that are not there or not the viewer's to read, and for those that nothing can be sorted by.
 */
export function readTable(
  viewer: Viewer,
  tracker: Definition,
  change: TableChange,
  before: StoredRenderer | undefined,
): StoredRenderer {
  const isHidden = (fieldId: number): boolean => findReadable(viewer, tracker, fieldId) === undefined;
  const old = { columns: before?.columnFieldIds ?? [], sort: before === undefined ? [] : readSort(before) };
  const columns =
    change.columns === undefined
      ? old.columns
      : [...readColumns(viewer, tracker, change.columns), ...old.columns.filter(isHidden)];
  const standardColumns = change.standard_columns ?? (before === undefined ? [] : readStandardColumns(before));
  if (columns.length + standardColumns.length === 0)
    throw invalid(says('report.columns-needed')`is required for a report without a table`, 'columns');
  const sort =
    change.sort === undefined
      ? old.sort
      : [...readSortSteps(viewer, tracker, change.sort), ...old.sort.filter(({ fieldId }) => isHidden(fieldId))];
  const standardSort =
    change.standard_sort?.map(({ order, ...step }) => ({ ...step, isDescending: order === 'desc' })) ??
    (before === undefined ? [] : readStandardSort(before));
  return writeTable(before, { columnFieldIds: [...new Set(columns)], standardColumns, sort, standardSort });
}

function readColumns(viewer: Viewer, tracker: Definition, ids: readonly number[]): number[] {
  for (const [index, id] of ids.entries()) {
    const field = findReadable(viewer, tracker, id);
    if (field === undefined || fieldIs.structure(field))
      throw invalid(says('report.no-field')`the tracker has no field ${id} with values`, `columns[${index}]`);
  }
  return [...new Set(ids)];
}

function readSortSteps(viewer: Viewer, tracker: Definition, sort: NonNullable<Change['sort']>): SortColumn[] {
  const steps = new Map<number, SortColumn>();
  for (const [index, { field_id: id, order }] of sort.entries()) {
    const field = findReadable(viewer, tracker, id);
    const path = `sort[${index}].field_id`;
    if (field === undefined || fieldIs.structure(field))
      throw invalid(says('report.no-field')`the tracker has no field ${id} with values`, path);
    if (!artifactFilters.isSortable(field))
      throw invalid(says('report.no-sort')`artifacts can't be sorted by the field "${field.label}"`, path);
    if (!steps.has(id)) steps.set(id, { fieldId: id, isDescending: order === 'desc' });
  }
  return [...steps.values()];
}
