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

interface Order {
  withTime: boolean;
  /** Whose order it is, such as `en-GB`. */
  locale: string;
}

interface Written extends Order {
  /** What stands in an empty field for each part. */
  letters: Readonly<Record<'day' | 'month' | 'year', string>>;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf({ locale, withTime }: Order): Intl.DateTimeFormat {
  const key = `${locale} ${withTime}`;
  const time = withTime ? ({ hour: '2-digit', minute: '2-digit' } as const) : {};
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      ...time,
      calendar: 'gregory',
      timeZone: 'UTC',
    });
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

const inOrder =
  /^(\d{1,4})([-./ ])(\d{1,2})\2(\d{1,4})(?:,?\s(\d{1,2})(?::|\sh\s)(\d{2})(?::\d{2})?(?:\s?([ap])\.?\s?m\.?)?)?$/i;

/** As readDay, also of a day that is written in this order, as writeDay does. Years have four digits. */
export function readWritten(text: string, order: Order): string | undefined {
  const iso = readDay(text, order.withTime);
  if (iso !== undefined) return iso;
  const [, first, , second, third, hour = '0', minute = '00', half] = inOrder.exec(text.trim()) ?? [];
  const numbers = [first, second, third];
  const parts: { day?: string | undefined; month?: string | undefined; year?: string | undefined } = {};
  for (const { type } of formatOf(order).formatToParts(0))
    if (type === 'day' || type === 'month' || type === 'year') parts[type] = numbers.shift();
  const { year, month, day } = parts;
  if (year?.length !== 4 || month === undefined || day === undefined) return undefined;
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const two = (value: string | number): string => String(value).padStart(2, '0');
  return readDay(`${year}-${two(month)}-${two(day)}T${two(hours)}:${minute}`, order.withTime);
}
