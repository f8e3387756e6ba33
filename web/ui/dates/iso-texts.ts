// Moments between fields for dates and the server.
import { parseAbsolute, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';

/** Text for an input of the date, from an ISO text; a day is the day that the server means, whatever the zone. */
export function dateText(iso: string, withTime: boolean, zone: string): string {
  if (!withTime) return iso.slice(0, 10);
  return toCalendarDateTime(parseAbsolute(iso, zone)).toString().slice(0, 16);
}

/** The way back: a time of this zone becomes an ISO text of UTC, a day stays what it is. */
export const sentDate = (text: string, zone: string): string =>
  text.includes('T') ? toZoned(parseDateTime(text), zone).toAbsoluteString() : text;
