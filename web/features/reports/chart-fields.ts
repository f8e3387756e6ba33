// Which fields a chart can read, and what the lists of a tracker offer. Pure.
import { listIn, numberIn } from '../../platform/parse-unknown.ts';
import type { Chart, ChartSource, Tracker } from './report-types.ts';
import { fieldIs } from '../fields/index.ts';

type Field = Tracker['fields'][number];

export const listFields = ({ fields }: Pick<Tracker, 'fields'>): Field[] => fields.filter(fieldIs.anyList);
/** Lists that a wall can have as its columns. */
export const wallFields = <F extends Pick<Field, 'type'>>({ fields }: { fields: readonly F[] }): F[] =>
  fields.filter(fieldIs.list);
export const numberFields = ({ fields }: Pick<Tracker, 'fields'>): Field[] => fields.filter(fieldIs.number);
export const dateFields = ({ fields }: Pick<Tracker, 'fields'>): Field[] => fields.filter(fieldIs.date);

export const chartTypes = ['pie', 'bar', 'gantt', 'burndown', 'cumulative_flow'] as const;
export type ChartType = (typeof chartTypes)[number];

export const isChartType = (type: string): type is ChartType => chartTypes.some((known) => known === type);

export const fieldLabel = (tracker: Pick<Tracker, 'fields'>, id: number | null | undefined): string | undefined =>
  tracker.fields.find((field) => field.field_id === id)?.label;

/** Field of a semantic such as `status`, as a tracker tells it. */
export const semanticField = (
  tracker: Pick<Tracker, 'semantics'>,
  name: string,
  key = 'field_id',
): number | undefined => numberIn(tracker.semantics[name], key);

/**
 * What a chart draws, with what the tracker means by itself where the chart names no field. undefined where the chart is of an
 * unknown type, or nothing in the tracker can be drawn so.
 */
export function sourceOf(tracker: Tracker, chart: Chart): ChartSource | undefined {
  if (!isChartType(chart.type)) return undefined;
  const { type } = chart;
  const status = semanticField(tracker, 'status');
  if (type === 'gantt') {
    const start = chart.start_field_id ?? semanticField(tracker, 'timeframe', 'start_date_field_id') ?? null;
    const due = chart.due_field_id ?? semanticField(tracker, 'timeframe', 'end_date_field_id') ?? null;
    if (start === null && due === null && chart.finish_field_id === null) return undefined;
    return { ...chart, type, start_field_id: start, due_field_id: due };
  }
  const usual = type === 'burndown' ? numberFields(tracker)[0]?.field_id : status;
  const base = chart.base_field_id ?? usual ?? null;
  return base === null ? undefined : { ...chart, type, base_field_id: base };
}

/** Ids of the values that an artifact has in a field; 100 stands for none, and is left out. */
export const chosenIn = (values: readonly unknown[] | null, fieldId: number): number[] => {
  const value = values?.find((one) => numberIn(one, 'field_id') === fieldId);
  return listIn(value, 'bind_value_ids').flatMap((id) => (typeof id === 'number' && id !== 100 ? [id] : []));
};

/** The same values with one instead of another; 100 for none. */
export function exchangeValue(chosen: readonly number[], from: number | undefined, to: number | undefined): number[] {
  const others = chosen.filter((id) => id !== from && id !== to);
  const next = to === undefined ? others : [...others, to];
  return next.length === 0 ? [100] : next;
}
