// Days without a time, written `2026-02-28`: the same day wherever somebody reads it.
import { serverNowMs } from '../../platform/network/clock.ts';
import { currentLocale, lasting } from '../../platform/i18n.ts';

const formatOf = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  lasting(
    () =>
      new Intl.DateTimeFormat(currentLocale(), {
        day: 'numeric',
        month: 'short',
        calendar: 'gregory',
        timeZone: 'UTC',
        ...options,
      }),
  );
const [dayFormat, yearFormat] = [formatOf({}), formatOf({ year: 'numeric' })];

/** Short; with its year where that is another one than now. Empty for what is no day. */
export function formatDay(day: string, nowMs = serverNowMs()): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return '';
  const isThisYear = date.getUTCFullYear() === new Date(nowMs).getUTCFullYear();
  return (isThisYear ? dayFormat() : yearFormat()).format(date);
}

/** The day that it is where the browser is. */
export function todayHere(nowMs = serverNowMs()): string {
  const now = new Date(nowMs);
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
