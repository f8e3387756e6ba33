// Dates as people write them. Rules of languages are loaded when they are wanted, for they take some MB.
import type { Said } from '../../../../platform/texts/said.ts';

/** Whether the day alone counts. */
export type DatePrecision = 'day' | 'moment';

const formats = new Map<string, Intl.DateTimeFormat>();

/** `21 Nov 2026, 10:00 CET`; the server's time zone where none is given. */
export function showMoment(atMs: number, timeZone: string | undefined): string {
  const key = timeZone ?? '';
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat('en-GB', {
      ...(timeZone === undefined ? {} : { timeZone }),
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    });
  formats.set(key, format);
  return format.format(atMs);
}

let dayFormat: Intl.DateTimeFormat | undefined;

/** `21 Nov 2026`, the day that is written, in any time zone. */
export function showDay(day: string): string {
  dayFormat ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return dayFormat.format(Date.parse(day));
}

/** A date in ISO 8601, which every language writes in its own way. */
export const sayDate = (iso: string, precision: DatePrecision, timeZone: string | undefined): Said =>
  precision === 'day'
    ? { key: 'date.day', text: showDay(iso.slice(0, 10)), values: [iso.slice(0, 10)] }
    : { key: 'date.moment', text: showMoment(Date.parse(iso), timeZone), values: [iso] };
