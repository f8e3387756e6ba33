// Reads what a client says about one renderer of a report into what is stored.
import type { Static } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { parseDate } from '../../platform/texts/dates.ts';
import { readOneLine } from '../../platform/texts/one-line.ts';
import { says } from '../../platform/texts/said.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldIs, fieldTypeOf } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';
import { isCardwall, readColumnField, writeColumnField } from './cardwall-renderer.ts';
import { emptyChart, fieldKeys, isChartRenderer, readCharts, writeCharts } from './charts/chart-renderer.ts';
import type { ChartSettings, WrittenChart } from './charts/chart-renderer.ts';
import { chartTypes } from './charts/charts.schema.ts';
import type { SubmittedChart } from './charts/charts.schema.ts';
import { parseXml, withText, writeXml } from './renderer-xml.ts';
import type { RendererChange } from './renderers.schema.ts';
import { findReadable } from './report-criteria.ts';
import type { StoredRenderer } from './report-settings.ts';
import { changesTable, readTable } from './submitted-report.ts';
import { isTable, readStandardColumns } from './table-renderer.ts';

type Change = Static<typeof RendererChange>;
type Sent = Static<typeof SubmittedChart>;
type FieldKey = (typeof fieldKeys)[number];

const lists = ['list', 'open-list'];
const numbers = ['integer', 'number'];

/** What the fields of a chart must be, by how they are searched; those that are not named take any field with values. */
const kindsOf = (type: string, key: FieldKey): readonly string[] | undefined => {
  if (key === 'base_field_id') return type === 'burndown' ? numbers : lists;
  if (key === 'group_field_id') return lists;
  if (key === 'progress_field_id') return numbers;
  return key === 'summary_field_id' || key === 'right_field_id' ? undefined : ['date'];
};

/** What answers show of renderers of other types may be sent back. */
const isSaid = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length > 0;

/**
 * The renderer after the change; what the change does not name stays, and so do fields that the viewer may not know of.
 * Throws invalid with the part that is wrong.
 */
export function readRenderer(
  viewer: Viewer,
  tracker: Definition,
  change: Change,
  before: StoredRenderer,
): StoredRenderer {
  let renderer = withWords(before, change);
  const { columns, sort, field_id: columnField, charts } = change;
  if (isTable(before)) {
    if (changesTable(change)) renderer = readTable(viewer, tracker, change, renderer);
    if (renderer.columnFieldIds.length + readStandardColumns(renderer).length === 0)
      throw invalid(says('report.columns')`is required for a table`, 'columns');
  } else if (isSaid(columns) || isSaid(sort))
    throw invalid(says('report.table-only')`is only allowed for tables`, isSaid(columns) ? 'columns' : 'sort');
  if (isCardwall(before)) {
    if (columnField !== undefined)
      renderer = writeColumnField(renderer, readListField(viewer, tracker, columnField, before));
  } else if (typeof columnField === 'number')
    throw invalid(says('report.cardwall-only')`is only allowed for cardwalls`, 'field_id');
  if (isChartRenderer(before)) {
    if (charts !== undefined) renderer = writeCharts(renderer, readSubmittedCharts(viewer, tracker, charts, before));
  } else if (isSaid(charts)) throw invalid(says('report.chart-only')`is only allowed for chart renderers`, 'charts');
  return renderer;
}

function withWords(renderer: StoredRenderer, { label, description }: Change): StoredRenderer {
  const name = label === undefined ? renderer.name : readOneLine(label, 'label');
  const about = description ?? renderer.description;
  if (name === renderer.name && about === renderer.description) return renderer;
  const root = withText(withText(parseXml(renderer.xml), 'description', about), 'name', name);
  return { ...renderer, name, description: about, xml: writeXml(root) };
}

function readListField(
  viewer: Viewer,
  tracker: Definition,
  fieldId: number | null,
  before: StoredRenderer,
): number | null {
  const old = readColumnField(before);
  if (fieldId === null) return old !== null && findReadable(viewer, tracker, old) === undefined ? old : null;
  return requireKind(findWithValues(viewer, tracker, fieldId, 'field_id'), ['list'], 'field_id').id;
}

function findWithValues(viewer: Viewer, tracker: Definition, id: number, path: string): Field {
  const field = findReadable(viewer, tracker, id);
  if (field === undefined || fieldIs.structure(field))
    throw invalid(says('report.no-field')`the tracker has no field ${id} with values`, path);
  return field;
}

function requireKind(field: Field, kinds: readonly string[], path: string): Field {
  if (!kinds.includes(fieldTypeOf(field.type).search ?? ''))
    throw invalid(
      says('report.field-kind')`the field "${field.label}" can't be used here; use a field of type ${kinds.join(', ')}`,
      path,
    );
  return field;
}

function readSubmittedCharts(
  viewer: Viewer,
  tracker: Definition,
  charts: readonly Sent[],
  before: StoredRenderer,
): WrittenChart[] {
  const old = new Map(readCharts(before).map((chart) => [chart.id, chart]));
  const taken = new Set<number>();
  return charts.map((sent, index) => {
    const path = `charts[${index}]`;
    const was = sent.id === undefined ? undefined : old.get(sent.id);
    if (sent.id !== undefined && was === undefined)
      throw invalid(says('report.no-chart')`the renderer has no chart ${sent.id}`, `${path}.id`);
    if (sent.id !== undefined && taken.has(sent.id)) throw invalid(says('report.twice')`is listed twice`, `${path}.id`);
    if (sent.id !== undefined) taken.add(sent.id);
    return { oldId: sent.id, settings: readChart(viewer, tracker, sent, was ?? emptyChart, path) };
  });
}

function readChart(viewer: Viewer, tracker: Definition, sent: Sent, was: ChartSettings, path: string): ChartSettings {
  const settings: ChartSettings = { ...was };
  const type = sent.type ?? was.type;
  if ((type !== was.type || type === '') && !chartTypes.some((known) => known === type))
    throw invalid(says('search.kinds')`must be one of ${chartTypes.join(', ')}`, `${path}.type`);
  settings.type = type;
  settings.title = sent.title?.trim() ?? was.title;
  settings.description = sent.description?.trim() ?? was.description;
  settings.width = sent.width ?? was.width;
  settings.height = sent.height ?? was.height;
  settings.scale = sent.scale === undefined ? was.scale : sent.scale;
  settings.duration = sent.duration === undefined ? was.duration : sent.duration;
  for (const key of ['start_date', 'stop_date', 'as_of_date'] as const) {
    const day = sent[key];
    if (day === undefined) continue;
    if (day !== null && parseDate(day) === undefined)
      throw invalid(says('report.no-day')`is not a valid date`, `${path}.${key}`);
    settings[key] = day;
  }
  for (const key of fieldKeys) {
    const fieldId = sent[key];
    const old = was[key];
    const isHidden = old !== null && findReadable(viewer, tracker, old) === undefined;
    if (fieldId === undefined || (fieldId === null && isHidden)) continue;
    settings[key] = fieldId;
    if (fieldId === null || (fieldId === old && type === was.type)) continue;
    const field = findWithValues(viewer, tracker, fieldId, `${path}.${key}`);
    const kinds = kindsOf(type, key);
    if (kinds !== undefined) requireKind(field, kinds, `${path}.${key}`);
  }
  return settings;
}
