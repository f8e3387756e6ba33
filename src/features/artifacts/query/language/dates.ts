// Spans of time that queries name: a day, a minute, and what lies some days, weeks, months or years away, all in the
// server's time zone.
import { parseDate } from '../../../../platform/texts/dates.ts';
import type { NumberTest } from './condition.ts';
import type { DateUnit, Operator } from './tql.ts';

/** A day or a minute, in milliseconds since the epoch; `endMs` belongs to the next one. */
export interface Span {
  startMs: number;
  endMs: number;
}

/** The day in which the moment lies. */
export function dayOf(ms: number): Span {
  const start = new Date(ms);
  start.setHours(0, 0, 0, 0);
  const end = new Date(start);
  end.setDate(end.getDate() + 1);
  return { startMs: start.getTime(), endMs: end.getTime() };
}

/** The minute in which the moment lies. */
export function minuteOf(ms: number): Span {
  const startMs = Math.floor(ms / 60_000) * 60_000;
  return { startMs, endMs: startMs + 60_000 };
}

const dayText = /^\d{4}-\d\d-\d\d$/;
const minuteText = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/;

/** Reads `2026-02-28`, and `2026-02-28 13:05` where a time is allowed; undefined for anything else. */
export function readSpan(text: string, isTimeAllowed: boolean): Span | undefined {
  const isMinute = isTimeAllowed && minuteText.test(text);
  const date = isMinute || dayText.test(text) ? parseDate(text) : undefined;
  if (date === undefined) return undefined;
  return isMinute ? minuteOf(date.ms) : dayOf(date.ms);
}

/** The same time of day so many units later; a day that a month does not have becomes its last. */
export function shiftMoment(ms: number, amount: number, unit: DateUnit): number {
  const date = new Date(ms);
  if (unit === 'd' || unit === 'w') {
    date.setDate(date.getDate() + amount * (unit === 'w' ? 7 : 1));
    return date.getTime();
  }
  const day = date.getDate();
  date.setDate(1);
  if (unit === 'm') date.setMonth(date.getMonth() + amount);
  else date.setFullYear(date.getFullYear() + amount);
  const lastDay = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
  date.setDate(Math.min(day, lastDay));
  return date.getTime();
}

/** What a comparison with a span means for numbers of `unitMs` milliseconds. For `!=` it is that of `=`, to be negated. */
export function testsOf(operator: Operator, { startMs, endMs }: Span, unitMs: number): NumberTest[] {
  const [start, end] = [startMs / unitMs, endMs / unitMs];
  switch (operator) {
    case '=':
    case '!=':
      return [
        { operator: '>=', value: start },
        { operator: '<', value: end },
      ];
    case '<':
      return [{ operator: '<', value: start }];
    case '<=':
      return [{ operator: '<', value: end }];
    case '>':
      return [{ operator: '>=', value: end }];
    case '>=':
      return [{ operator: '>=', value: start }];
  }
}
