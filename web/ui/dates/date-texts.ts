// Days and times as texts. Pure.

const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm` for `withTime` (midnight where the text has no time), of an ISO 8601 text or one like
 * it; undefined for what is none, or no day of the calendar.
 */
export function readDay(text: string, withTime: boolean): string | undefined {
  const [, year, month, day, hour = '00', minute = '00'] = pattern.exec(text.trim()) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  // Days that no month has roll over, and months that no year has make no date.
  const ms = Date.parse(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
  if (!isDay || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return withTime ? `${date}T${hour}:${minute}` : date;
}
