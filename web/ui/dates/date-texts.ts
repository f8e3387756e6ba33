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

interface Written {
  withTime: boolean;
  locale: string;
  /** What stands in an empty field for each part. */
  letters: Readonly<Record<'day' | 'month' | 'year', string>>;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf({ locale, withTime }: Written): Intl.DateTimeFormat {
  const key = `${locale} ${withTime}`;
  const time = withTime ? ({ hour: '2-digit', minute: '2-digit' } as const) : {};
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', ...time, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}

/** A day as readDay gives it, as its field shows it in this language; what an empty field shows for a text that is none. */
export function writeDay(text: string, written: Written): string {
  const day = readDay(text, written.withTime);
  const format = formatOf(written);
  if (day !== undefined) return format.format(new Date(written.withTime ? `${day}Z` : day));
  const { letters } = written;
  return format
    .formatToParts(0)
    .map(({ type, value }) => {
      if (type === 'day' || type === 'month' || type === 'year') return letters[type];
      return type === 'hour' || type === 'minute' ? '––' : value;
    })
    .join('');
}
