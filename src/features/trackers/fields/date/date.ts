// Field type `date`: a day, or a moment when the field shows the time.
import { Type } from 'typebox';
import {
  formatDay,
  formatIso,
  formatMinute,
  momentIn,
  parseDate,
  startOfDayMs,
} from '../../../../platform/texts/dates.ts';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import type { Field } from '../../definition/definition.ts';
import { defineStoredType } from '../define-type.ts';
import { readDateProperties } from '../properties.ts';
import { flatScalar } from '../cells.ts';
import type { CellContext } from '../cells.ts';
import { refuseArchived } from '../archived.ts';
import type { ArchivedValue, ArchiveMeanings } from '../archived.ts';
import { changeOfValue } from '../value-change.ts';
import { showDay, showMoment } from './date-words.ts';

/** A day as `2026-02-28` without a time zone, a moment in seconds since the epoch, or null for none. */
const StoredDate = Type.Union([Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), Type.Integer(), Type.Null()]);

/** Whether values of a date field are moments instead of days. */
const isTimeShown = (field: Field): boolean => field.settings.properties['display_time'] === '1';

const msOf = (stored: string | number): number => (typeof stored === 'string' ? startOfDayMs(stored) : stored * 1000);

/** The stored form of a moment: its day, or its second. */
const storeDate = (field: Field, ms: number): string | number =>
  isTimeShown(field) ? Math.floor(ms / 1000) : formatDay(ms);

function defaultDate(field: Field, nowMs: number): string | number | null {
  const text = field.settings.properties['default_value'] ?? '';
  if (text === 'today') return storeDate(field, nowMs);
  return /^[1-9]\d{0,11}$/.test(text) ? storeDate(field, Number(text) * 1000) : null;
}

/** A date without an offset is one of the account's time zone. */
function readCell(text: string, { field, readDate, timeZone }: CellContext): string {
  const date = readDate(text);
  if (date === undefined) return text;
  return isTimeShown(field) && /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?$/.test(date) ? momentIn(date, timeZone) : date;
}

/** The 31st of June is the 1st of July, as the origin has it. */
const rollDay = (text: string): string =>
  text.replace(/^\s*(\d{4})-(0[1-9]|1[0-2])-(29|30|31)(?!\d)/, (_all, year: string, month: string, day: string) =>
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).toISOString().slice(0, 10),
  );

function readArchived(archived: ArchivedValue, { field, moment }: ArchiveMeanings): string | number | null {
  if (archived.kind !== 'date') throw refuseArchived(archived, field);
  const { value } = archived;
  if (value.trim() === '') return null;
  const ms = (parseDate(value) ?? parseDate(rollDay(value)))?.ms ?? moment(value);
  if (ms === undefined) throw invalid(says('stored.date')`\`${value}\` is not a date`);
  // How the format writes that there is no date.
  return ms === 0 ? null : storeDate(field, ms);
}

export const dateType = defineStoredType({
  schema: StoredDate,
  readCell: (text, context) => ({ value: readCell(text.trim(), context) }),
  flatten: flatScalar,
  toArchive: (stored) => ({
    kind: 'date',
    value: typeof stored === 'number' ? formatIso(msOf(stored)) : (stored ?? ''),
  }),
  fromArchive: readArchived,
  tellChange(before, after, { field }) {
    const [from = '', to = ''] = [before, after].map((stored) =>
      stored === undefined || stored === null ? '' : formatIso(msOf(stored)),
    );
    return changeOfValue(from, to, isTimeShown(field) ? 'moment' : 'day');
  },
  takeMoved: (stored, { target }) =>
    typeof stored === 'number' || typeof stored === 'string' ? storeDate(target, msOf(stored)) : stored,
  entryKeys: { counts: ['value'], shown: ['is_time_displayed'] },
  parse(entry, { field, path }) {
    if (entry.value === undefined) return undefined;
    if (entry.value === null || entry.value === '') return null;
    const date = typeof entry.value === 'string' ? parseDate(entry.value) : undefined;
    if (date === undefined) {
      throw invalid(
        says(
          'date.form',
        )`the field "${field.label}" needs a valid date such as 2026-02-28 or 2026-02-28T13:05:00+01:00`,
        `${path}.value`,
      );
    }
    return isTimeShown(field) ? Math.floor(date.ms / 1000) : date.day;
  },
  isEmpty: (stored) => stored === null,
  search: 'date',
  defaultValue: ({ field, nowMs }) => defaultDate(field, nowMs),
  show: (stored, { field }) =>
    stored === undefined
      ? undefined
      : { value: stored === null ? null : formatIso(msOf(stored)), is_time_displayed: isTimeShown(field) },
  keys: (stored) => (stored === null ? [] : [Math.floor(msOf(stored) / 1000)]),
  readProperties: readDateProperties,
  describe({ field, nowMs }) {
    const text = field.settings.properties['default_value'] ?? '';
    const stored = defaultDate(field, nowMs);
    const shown = stored === null ? '' : isTimeShown(field) ? formatMinute(msOf(stored)) : formatDay(msOf(stored));
    return {
      values: null,
      bindings: { type: null, list: [] },
      defaultValue: shown,
      specificProperties: {
        default_value_type: text === 'today' ? 0 : 1,
        default_value_today: 'today',
        default_value: /^\d+$/.test(text) ? Number(text) : 0,
        display_time: isTimeShown(field) ? 1 : 0,
      },
      extra: { is_time_displayed: isTimeShown(field) },
    };
  },
});

export const dateFields = { isTimeShown, storeDate, showDay, showMoment };
