// The timeframe of an artifact as an event for calendars (RFC 5545), as mails carry it. Pure.
import { formatDay, startOfDayMs } from '../../../platform/texts/dates.ts';

interface EventTime {
  readonly startMs: number;
  /** Of whole days, the last one. */
  readonly endMs: number;
  readonly isWholeDays: boolean;
}

export interface CalendarEvent {
  /** The same in every mail of an artifact, so that calendars move the event. */
  readonly uid: string;
  /** Grows with each change. */
  readonly sequence: number;
  readonly stampMs: number;
  /** undefined: it does not take place. */
  readonly time: EventTime | undefined;
  readonly summary: string;
  readonly url: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const octetsPerLine = 75;

const escapeText = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ');

/** `20261121T090000Z`. */
const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const day = (ms: number): string => formatDay(ms).replaceAll('-', '');
/** By its noon, so that a day of 23 or 25 hours is a day all the same. */
const dayAfter = (ms: number): string => day(startOfDayMs(formatDay(ms)) + dayMs * 1.5);

/** Lines of at most 75 octets, continued by a blank. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > octetsPerLine) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}

/** Its end is the day after the last one where it lasts whole days, as calendars have it. */
const writeTime = ({ isWholeDays, startMs, endMs }: EventTime): string[] =>
  isWholeDays
    ? [`DTSTART;VALUE=DATE:${day(startMs)}`, `DTEND;VALUE=DATE:${dayAfter(endMs)}`]
    : [`DTSTART:${utc(startMs)}`, `DTEND:${utc(endMs)}`];

/** Without a time it takes back (RFC 5546, CANCEL) the event that calendars have by its uid, if they do. */
export function writeCalendarEvent(event: CalendarEvent): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tepal//Tepal//EN',
    `METHOD:${event.time === undefined ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${utc(event.stampMs)}`,
    `SEQUENCE:${event.sequence}`,
    ...(event.time === undefined ? ['STATUS:CANCELLED'] : writeTime(event.time)),
    `SUMMARY:${escapeText(event.summary.toWellFormed())}`,
    `URL:${event.url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}
