// Which days a reminder is about. Pure.
import { startOfDayMs } from '../../../platform/texts/dates.ts';

/** Days that were missed, such as by a server that did not run, are made up for as far back as this. */
const missedDaysMax = 7;

const dayMs = 86_400_000;

/** `2026-03-01` for `2026-02-28` and 1. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** From one day to another: -1 for yesterday. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);

interface Rule {
  readonly type: 'before' | 'after';
  readonly days: number;
  readonly told_until_day: string;
}

/**
 * The moments of dates that are to be told of until the end of `untilDay`, the start included, the end not, in the server's time
 * zone; empty where that day is over already.
 */
export function dueMoments(
  { type, days, told_until_day: notified }: Rule,
  untilDay: string,
): { fromMs: number; toMs: number } {
  const oldest = addDays(untilDay, -missedDaysMax);
  const first = addDays(notified, 1) > oldest ? addDays(notified, 1) : oldest;
  const away = type === 'before' ? days : -days;
  return { fromMs: startOfDayMs(addDays(first, away)), toMs: startOfDayMs(addDays(untilDay, away + 1)) };
}
