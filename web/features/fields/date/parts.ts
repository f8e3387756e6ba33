import { textIn } from '../../../platform/parse-unknown.ts';
import { readDay } from '../../../ui/dates/date-texts.ts';
import { dateText, sentDate } from '../../../ui/dates/iso-texts.ts';
import { defineEditing } from '../editing.ts';
import type { FieldParts } from '../field-parts.ts';
import type { Field } from '../shapes.ts';
import type { DateEdit } from './date-edit.ts';
import { dateCriterion } from './criterion.ts';
import { timeOf } from './times.ts';
import { dateColumn } from './times.ts';
import { dateChange } from './mass-change.ts';

const hasTime = (field: Field): boolean => field['is_time_displayed'] === true;

const held = (text: string): DateEdit => ({ kind: 'date', text });

const dateEditing = defineEditing<DateEdit>({
  kind: 'date',
  read(value, field, zone) {
    const iso = textIn(value, 'value') ?? '';
    return held(iso === '' ? '' : dateText(iso, hasTime(field), zone));
  },
  // The server tells a default day as a text with a blank before the time.
  start: (given, field) =>
    typeof given === 'string' && given !== ''
      ? held(hasTime(field) ? given.replace(' ', 'T').slice(0, 16) : given.slice(0, 10))
      : undefined,
  write: ({ text }, _, zone) => ({ value: text === '' ? '' : sentDate(text, zone) }),
  isEmpty: ({ text }) => text.trim() === '',
  describe: ({ text }) => text,
  parse(kept) {
    const text = textIn(kept, 'text');
    return text === undefined ? undefined : held(text);
  },
  prefill(text, field) {
    const day = readDay(text, hasTime(field));
    return day === undefined ? undefined : held(day);
  },
});

export const dateParts: FieldParts = {
  column: dateColumn,
  massChange: dateChange,
  cellOf: timeOf,
  shownOf: timeOf,
  loadSketch: async () => ({ Sketch: (await import('./sketch.tsx')).DateSketch }),
  criterion: dateCriterion,
  editing: dateEditing,
  isCommon: true,
  loadEditor: async () => ({ Editor: (await import('./editor.tsx')).DayEditor }),
};
