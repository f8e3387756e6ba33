// Cells of a table for spreadsheets: days as days, moments as clocks of the reader's account show them.
import { formatMinuteIn, parseDate } from '../../../platform/texts/dates.ts';
import type { Viewer } from '../../projects/index.ts';
import { dateFields, fieldIs } from '../../trackers/index.ts';
import type { Field } from '../../trackers/index.ts';
import { viewCells } from './flat-values.ts';
import type { CompleteArtifact } from './complete-artifacts.ts';

/** Of the account, else of the server. */
export const timeZoneOf = ({ user }: Viewer): string => user?.timezone ?? Temporal.Now.timeZoneId();

/** One cell for each field, as viewCells gives them, with dates as `2026-04-03` and `2026-04-03 14:20`. */
export const viewTableCells = (
  shown: CompleteArtifact,
  fields: readonly Field[],
  timeZone: string,
): (string | number)[] =>
  viewCells(shown, fields).map((cell, index) => {
    const field = fields[index];
    return field === undefined || !fieldIs.dated(field) ? cell : showDate(field, String(cell), timeZone);
  });

function showDate(field: Field, iso: string, timeZone: string): string {
  const date = parseDate(iso);
  if (date === undefined) return iso;
  return fieldIs.date(field) && !dateFields.isTimeShown(field) ? iso.slice(0, 10) : formatMinuteIn(date.ms, timeZone);
}
