// Where the time span of a milestone lies, seen from now.
import { countWorkingDays } from '../../../platform/texts/working-days.ts';
import type { Timeframe } from '../../artifacts/index.ts';

/** Working days since the start, 0 before it; null without one. */
export const daysSinceStart = ({ startMs }: Timeframe, nowMs: number): number | null =>
  startMs === undefined ? null : countWorkingDays(startMs, nowMs);

/** Working days until the end, negative after it; null without one. */
export function daysUntilEnd({ endMs }: Timeframe, nowMs: number): number | null {
  if (endMs === undefined) return null;
  return endMs >= nowMs ? countWorkingDays(nowMs, endMs) : 0 - countWorkingDays(endMs, nowMs);
}

export type Period = 'current' | 'future';

/** `current`: started, also where it is over by now. `future`: not started. Where nobody said when, it may be both. */
export function isInPeriod({ startMs }: Pick<Timeframe, 'startMs'>, period: Period, nowMs: number): boolean {
  return startMs === undefined || (period === 'current' ? startMs <= nowMs : startMs > nowMs);
}
