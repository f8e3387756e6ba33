// Dates in headers (RFC 9110, 5.6.7); times are whole seconds since 1970-01-01T00:00:00Z.
import { systemClock } from '../clock.ts';
import { invalid } from '../errors.ts';
import { says } from './said.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';
const shortDay = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const dateForms = [
  new RegExp(`^${shortDay}, (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT$`), // IMF-fixdate
  new RegExp(`^${longDay}, (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT$`), // RFC 850
  new RegExp(`^${shortDay} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`), // asctime
  new RegExp(
    `^(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)[Tt]${time}(?:\\.\\d{1,9})?(?:[Zz]|(?<zone>[+-]\\d\\d:?\\d\\d))$`,
  ), // ISO 8601
];

/**
 * Reads an HTTP date (IMF-fixdate, or the obsolete forms of RFC 9110, 5.6.7) or, from old clients, an ISO 8601 date with
 * time and zone, and gives its second; fractions are dropped. The day of the week is not compared with the date. A year
 * of two digits is the nearest one that lies at most 50 years after `nowSecond`. Throws invalid when it is malformed or
 * does not exist; `name` is the header's name for the message.
 */
export function parseHttpDate(
  text: string,
  name = 'If-Unmodified-Since',
  nowSecond = systemClock.nowMs() / 1000,
): number {
  const second = readDate(text, nowSecond);
  if (second !== undefined) return second;
  const example = 'Sun, 06 Nov 1994 08:49:37 GMT';
  throw invalid(
    says(
      'if-unmodified.malformed',
    )`The header ${name} is not a date that exists; send it as Last-Modified gave it, such as \`${example}\`.`,
    name,
  );
}

function readDate(text: string, nowSecond: number): number | undefined {
  for (const form of dateForms) {
    const groups = form.exec(text.trim())?.groups;
    if (groups !== undefined) return secondOf(groups, nowSecond);
  }
  return undefined;
}

function secondOf(groups: Record<string, string | undefined>, nowSecond: number): number | undefined {
  const read = (part: string): number => Number(groups[part]);
  const named = months.indexOf(groups['month'] ?? '');
  const monthIndex = named < 0 ? read('month') - 1 : named;
  const year = groups['year']?.length === 2 ? fullYear(read('year'), nowSecond) : read('year');
  const [hour, minute, second] = [read('hour'), read('minute'), Math.min(read('second'), 59)];
  const date = new Date(0);
  date.setUTCFullYear(year, monthIndex, read('day'));
  const isReal = date.getUTCMonth() === monthIndex && date.getUTCDate() === read('day');
  if (!isReal || hour > 23 || minute > 59 || read('second') > 60) return undefined;
  const zone = readZone(groups['zone']);
  return zone === undefined ? undefined : date.getTime() / 1000 + hour * 3600 + minute * 60 + second - zone;
}

function fullYear(shortYear: number, nowSecond: number): number {
  const latest = new Date(nowSecond * 1000).getUTCFullYear() + 50;
  return latest - ((((latest - shortYear) % 100) + 100) % 100);
}

/** The offset from UTC in seconds, or undefined where there is no such zone. */
function readZone(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7); fractions of the second are dropped. */
export function formatHttpDate(second: number): string {
  const whole = Math.floor(second);
  const kept = formattedDates.get(whole);
  if (kept !== undefined) return kept;
  const text = new Date(whole * 1000).toUTCString();
  if (formattedDates.size >= formattedDatesMax) formattedDates.clear();
  formattedDates.set(whole, text);
  return text;
}

const formattedDates = new Map<number, string>();
/** Dates that are kept as texts; with one more all of them are forgotten. */
const formattedDatesMax = 10_000;
