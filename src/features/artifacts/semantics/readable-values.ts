// What stored values say to somebody: numbers, moments, time spans. A field that may not be read is as if it were not there.
import { startOfDayMs } from '../../../platform/texts/dates.ts';
import { addWorkingDays, countWorkingDays } from '../../../platform/texts/working-days.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldIs, listValues, mayField, trackerAccess } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { isLinkList } from '../artifact/change-traces.ts';
import type { StoredValues } from '../artifact/change-traces.ts';

/** An artifact's tracker and values with who reads them. */
export interface Reading {
  viewer: Viewer;
  tracker: Definition;
  values: StoredValues;
}

export interface Timeframe {
  startMs: number | undefined;
  endMs: number | undefined;
}

/** The field, if it is in use and the viewer may read it. */
export const readable = ({ viewer, tracker }: Omit<Reading, 'values'>, field: Field | undefined): Field | undefined =>
  field !== undefined && mayField(viewer, tracker, field, 'read') ? field : undefined;

export const fieldWithId = (reading: Reading, id: number | undefined): Field | undefined =>
  readable(reading, reading.tracker.fieldById.get(id ?? -1));

const isManual = (stored: unknown): stored is { isAuto: boolean; manual: number } =>
  typeof stored === 'object' &&
  stored !== null &&
  'isAuto' in stored &&
  stored.isAuto === false &&
  'manual' in stored &&
  typeof stored.manual === 'number';

/** The number that a field holds: as it is, set by hand where it would be computed, or the label of a chosen value. */
export function numberOf({ values }: Pick<Reading, 'values'>, field: Field): number | undefined {
  const stored = values[field.id];
  if (fieldIs.sum(field)) return isManual(stored) ? stored.manual : undefined;
  if (typeof stored === 'number' && fieldIs.number(field)) return stored;
  if (!Array.isArray(stored) || !fieldIs.choice(field)) return undefined;
  const chosen: unknown = stored[0];
  const label = typeof chosen === 'number' ? (listValues.findValue(field, chosen)?.label ?? '') : '';
  return /^[+-]?\d+(\.\d+)?$/.test(label.trim()) ? Number(label) : undefined;
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
  if (timeframe === undefined || 'implied_from_tracker' in timeframe) return undefined;
  if ('end_date_field_id' in timeframe) {
    const { startMs, endMs } = timeframeOf(reading);
    return startMs === undefined || endMs === undefined ? undefined : countWorkingDays(startMs, endMs);
  }
  const field = fieldWithId(reading, timeframe.duration_field_id);
  return field === undefined ? undefined : numberOf(reading, field);
}

/** By the tracker's timeframe; one that another tracker implies is none here: see loadTimeframes. */
export function timeframeOf(reading: Reading): Timeframe {
  const { timeframe } = reading.tracker.semantics;
  if (timeframe === undefined || 'implied_from_tracker' in timeframe) return { startMs: undefined, endMs: undefined };
  const startMs = momentOf(reading, timeframe.start_date_field_id);
  if ('end_date_field_id' in timeframe) return { startMs, endMs: momentOf(reading, timeframe.end_date_field_id) };
  const duration = durationOf(reading);
  const hasEnd = startMs !== undefined && duration !== undefined;
  return { startMs, endMs: hasEnd ? addWorkingDays(startMs, duration) : undefined };
}

/** Links of the values, as far as the viewer may read them. */
export function linksOf(reading: Reading): readonly { id: number; type: string }[] {
  const field = trackerAccess.findReadableLinkField(reading.viewer, reading.tracker);
  const links = field === undefined ? undefined : reading.values[field.id];
  return isLinkList(links) ? links : [];
}

/** Ids of the artifacts that the values link to, by one of these types or by any. */
export const linkedIds = (reading: Reading, types?: readonly string[]): number[] =>
  linksOf(reading)
    .filter(({ type }) => types === undefined || types.includes(type))
    .map((link) => link.id);

/** For other features. */
export const fieldValues = { readable, fieldWithId, numberOf, durationOf, timeframeOf, linksOf };
