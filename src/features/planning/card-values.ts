// What an artifact's values say to a plan: efforts, dates, description. A field that may not be read is as if it were not there.
import { startOfDayMs } from '../../platform/dates.ts';
import type { StoredValues } from '../artifacts/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayField, renderText } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';
import { addWorkingDays } from './timeframe.ts';
import type { Timeframe } from './timeframe.ts';

/** An artifact's tracker and values with who reads them. */
export interface Reading {
  viewer: Viewer;
  tracker: Definition;
  values: StoredValues;
}

const readable = ({ viewer, tracker }: Reading, field: Field | undefined): Field | undefined =>
  field !== undefined && field.isUsed && mayField(viewer, tracker, field, 'read') ? field : undefined;

const fieldWithId = (reading: Reading, id: number | undefined): Field | undefined =>
  readable(reading, reading.tracker.fieldById.get(id ?? -1));

const effortTypes = new Set(['int', 'float', 'computed']);

/** A field that holds an effort, by the name that is agreed for it. */
export function findEffortField(reading: Reading, name: 'capacity' | 'remaining_effort'): Field | undefined {
  const field = readable(reading, reading.tracker.fieldByName.get(name));
  return field !== undefined && effortTypes.has(field.type) ? field : undefined;
}

export const findInitialEffortField = (reading: Reading): Field | undefined =>
  fieldWithId(reading, reading.tracker.semantics.initial_effort?.field_id);

/** A number, or one that was set by hand where it would be computed; undefined for none. */
export function numberOf({ values }: Reading, field: Field): number | undefined {
  const value = values[field.id];
  if (typeof value === 'number') return value;
  const isByHand = typeof value === 'object' && value !== null && 'manual' in value;
  return isByHand && typeof value.manual === 'number' ? value.manual : undefined;
}

/** As clients know it: 0 for a number that is empty or a field that is missing, null for a sum that is not made. */
export function effortOf(reading: Reading, name: 'capacity' | 'remaining_effort'): number | null {
  const field = findEffortField(reading, name);
  if (field === undefined) return 0;
  return numberOf(reading, field) ?? (field.type === 'computed' ? null : 0);
}

function momentOf(reading: Reading, fieldId: number): number | undefined {
  const field = fieldWithId(reading, fieldId);
  const value = field === undefined ? undefined : reading.values[field.id];
  if (typeof value === 'string') return startOfDayMs(value);
  return typeof value === 'number' ? value * 1000 : undefined;
}

/** The duration of the tracker's timeframe in working days; undefined for none. */
export function durationOf(reading: Reading): number | undefined {
  const { timeframe } = reading.tracker.semantics;
  const isByDuration = timeframe !== undefined && 'duration_field_id' in timeframe;
  const field = isByDuration ? fieldWithId(reading, timeframe.duration_field_id) : undefined;
  return field === undefined ? undefined : numberOf(reading, field);
}

/** By the tracker's timeframe; one that another tracker implies is none. */
export function timeframeOf(reading: Reading): Timeframe {
  const { timeframe } = reading.tracker.semantics;
  if (timeframe === undefined || 'implied_from_tracker' in timeframe) return { startMs: undefined, endMs: undefined };
  const startMs = momentOf(reading, timeframe.start_date_field_id);
  if ('end_date_field_id' in timeframe) return { startMs, endMs: momentOf(reading, timeframe.end_date_field_id) };
  const duration = durationOf(reading);
  const hasEnd = startMs !== undefined && duration !== undefined;
  return { startMs, endMs: hasEnd ? addWorkingDays(startMs, duration) : undefined };
}

/** Whether there is a chart of remaining effort for the viewer. */
export const hasBurndown = (reading: Reading): boolean =>
  reading.tracker.fields.some((field) => field.type === 'burndown' && readable(reading, field) !== undefined);

const textFormats = ['text', 'html', 'commonmark'] as const;

/** The description as it was written and as HTML; both empty for none. */
export function descriptionOf(reading: Reading): { raw: string; html: string } {
  const field = fieldWithId(reading, reading.tracker.semantics.description?.field_id);
  const value = field === undefined ? undefined : reading.values[field.id];
  if (typeof value !== 'object' || value === null || !('content' in value) || !('format' in value))
    return { raw: '', html: '' };
  const content = String(value.content);
  const format = textFormats.find((known) => known === value.format) ?? 'text';
  return { raw: content, html: renderText({ content, format }, 'value')['post_processed_value'] ?? '' };
}
