// Days of charts over time, in the server's time zone. Pure.
import { invalid } from '../../../platform/errors.ts';
import { formatDay } from '../../../platform/texts/dates.ts';
import { says } from '../../../platform/texts/said.ts';

export interface Period {
  /** Its last day, `2026-02-28`. */
  day: string;
  /** Its end, or the present for one that still runs. */
  atMs: number;
}

type Scale = 'day' | 'week' | 'month' | 'year';

/** Points of one chart. */
const periodsMax = 400;
const usualDays = 30;

const dayAfter = (ms: number, days: number): number => {
  const date = new Date(ms);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
};

function nextStart(ms: number, scale: Scale): number {
  const date = new Date(ms);
  switch (scale) {
    case 'day':
      return dayAfter(ms, 1);
    case 'week':
      return dayAfter(ms, 7);
    case 'month':
      return new Date(date.getFullYear(), date.getMonth() + 1, 1).getTime();
    case 'year':
      return new Date(date.getFullYear() + 1, 0, 1).getTime();
  }
}

/**
 * Periods from a day, by default 30 days before the end, to another, by default and at most today. Throws invalid for too
 * many.
 */
export function listPeriods(
  { startMs, stopMs }: { startMs: number | undefined; stopMs: number | undefined },
  scale: Scale,
  nowMs: number,
): Period[] {
  const endMs = Math.min(dayAfter(stopMs ?? nowMs, 1) - 1, nowMs);
  const periods: Period[] = [];
  for (let from = startMs ?? dayAfter(endMs, -usualDays); from <= endMs;) {
    if (periods.length === periodsMax)
      throw invalid(says('report.points')`would show more than ${periodsMax} points; use a larger scale`, 'scale');
    const next = nextStart(from, scale);
    const atMs = Math.min(next - 1, endMs);
    periods.push({ day: formatDay(atMs), atMs });
    from = next;
  }
  return periods;
}

/**
 * So many working days after the first one, that included, by default so that the last is today; `atMs` undefined for those to come.
 */
export function listWorkingDays(
  startMs: number | undefined,
  duration: number,
  nowMs: number,
): { day: string; atMs: number | undefined }[] {
  const isWorked = (ms: number): boolean => new Date(ms).getDay() % 6 !== 0;
  const days: { day: string; atMs: number | undefined }[] = [];
  const count = Math.min(duration + 1, periodsMax);
  const step = startMs === undefined ? -1 : 1;
  for (let ms = startMs ?? dayAfter(nowMs, 0); days.length < count; ms = dayAfter(ms, step)) {
    if (!isWorked(ms)) continue;
    const endMs = dayAfter(ms, 1) - 1;
    days.push({ day: formatDay(ms), atMs: ms > nowMs ? undefined : Math.min(endMs, nowMs) });
  }
  return startMs === undefined ? days.reverse() : days;
}
