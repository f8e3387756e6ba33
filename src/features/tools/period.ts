// The period that tracked times are asked for.
import { parseDate } from '../../platform/texts/dates.ts';
import { invalid } from '../../platform/errors.ts';
import { readQueryObject } from '../../platform/wire/query-json.ts';

/** Reads `{"start_date", "end_date"}`, both in ms; throws invalid when one is missing, is no date, or they are the wrong way round. */
export function readPeriod(text: string): { startMs: number; endMs: number } {
  const fields = readQueryObject(text);
  const startMs = readMoment(fields, 'start_date');
  const endMs = readMoment(fields, 'end_date');
  if (endMs < startMs) throw invalid('must not be before start_date', 'query.end_date');
  return { startMs, endMs };
}

function readMoment(fields: ReadonlyMap<string, unknown>, name: string): number {
  const value = fields.get(name);
  const date = typeof value === 'string' ? parseDate(value) : undefined;
  if (date === undefined) throw invalid('must be a date in ISO 8601, such as 2026-02-28T13:05:09Z', `query.${name}`);
  return date.ms;
}
