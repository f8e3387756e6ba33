// Dates as the wire writes and reads them: ISO 8601 with the offset of the server's time zone (set by TZ).

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

function offsetOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const absolute = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(absolute / 60))}:${pad(absolute % 60)}`;
}

/** `2026-02-28` in the server's time zone. */
export function formatDay(ms: number): string {
  const date = new Date(ms);
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** `2026-02-28T13:05:09+01:00`. */
export function formatIso(ms: number): string {
  const date = new Date(ms);
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  return `${formatDay(ms)}T${time}${offsetOf(date)}`;
}

/** `2026-02-28T12:05:09+00:00`: the same moment in UTC. */
export const formatUtc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;

/** `2026-02-28 13:05`. */
export function formatMinute(ms: number): string {
  const date = new Date(ms);
  return `${formatDay(ms)} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** `2026-02-28 13:05:09` in a time zone, by its name. */
export const formatSecondIn = (ms: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** `2026-02-28 13:05` in a time zone, by its name. */
export const formatMinuteIn = (ms: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ');

/**
 * The moment that clocks of a time zone show so: `2026-02-28 13:05`, or with seconds, with an offset. What no calendar or clock
 * shows stays as it is.
 */
export function momentIn(text: string, timeZone: string): string {
  try {
    const moment = Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' }).toZonedDateTime(
      timeZone,
    );
    return moment.toString({ timeZoneName: 'never', smallestUnit: 'second' });
  } catch (error) {
    if (error instanceof RangeError) return text;
    throw error;
  }
}

/** Midnight in the server's time zone of a day written `2026-02-28`, which must exist. */
export const startOfDayMs = (day: string): number => new Date(`${day}T00:00:00`).getTime();

const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/;

export interface ParsedDate {
  /** The day as written, or in the server's time zone when an offset was given. */
  day: string;
  ms: number;
  hasTime: boolean;
}

/**
 * Reads `2026-02-28`, `2026-02-28 13:05`, and ISO 8601 with time, seconds and offset; undefined for anything else,
 * days that do not exist included.
 */
export function parseDate(text: string): ParsedDate | undefined {
  const [, year, month, day, hour, minute, second, offset] = pattern.exec(text.trim()) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const calendar = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const exists =
    calendar.getUTCMonth() === Number(month) - 1 && calendar.getUTCDate() === Number(day) && Number(year) > 0;
  const isTimeRight = Number(hour ?? 0) < 24 && Number(minute ?? 0) < 60 && Number(second ?? 0) < 60;
  if (!exists || !isTimeRight) return undefined;
  const written = `${year}-${month}-${day}`;
  if (hour === undefined) return { day: written, ms: startOfDayMs(written), hasTime: false };
  const zone = offset === undefined ? '' : offset === 'Z' ? 'Z' : normaliseOffset(offset);
  const ms = new Date(`${written}T${hour}:${minute}:${second ?? '00'}${zone}`).getTime();
  if (Number.isNaN(ms)) return undefined;
  return { day: zone === '' ? written : formatDay(ms), ms, hasTime: true };
}

const normaliseOffset = (offset: string): string =>
  `${offset.slice(0, 3)}:${offset.length === 3 ? '00' : offset.slice(-2)}`;
