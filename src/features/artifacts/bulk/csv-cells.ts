// From the text of a cell to a value as clients send it. The field's type reads it, and judges what comes out.
import type { Static } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { fieldTypeOf } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { SubmittedValue } from '../../trackers/index.ts';
import { readDate, readNumber } from '../../../platform/spreadsheets/spreadsheet-values.ts';
import type { DateOrder, DecimalSeparator } from '../../../platform/spreadsheets/spreadsheet-values.ts';

type Value = Static<typeof SubmittedValue>;

export interface LineContext {
  tracker: Definition;
  decimal: DecimalSeparator;
  dateOrder: DateOrder;
  /** Of the account that imports. */
  timeZone: string;
  /** Ids of people by what a cell calls them. */
  people: ReadonlyMap<string, number>;
  /** Types of the links that the artifact has, by the other end. */
  linkTypes: ReadonlyMap<number, string>;
}

/** What the export puts before texts that a spreadsheet would take for a formula. */
const guarded = /^'(?=[=+\-@\t\r\n＝＋－＠])/;

/** The text that a cell stands for. */
export const unguard = (cell: string): string => cell.replace(guarded, '');

/** What a cell may call people. */
export const namesOfPeople = (field: Field, text: string): string[] =>
  fieldTypeOf(field.type).peopleInCell?.(text, field) ?? [];

/** The user name in `Ana Lima (ana)`, or the text itself. */
export const loginIn = (name: string): string => /\((\S+)\)$/.exec(name)?.[1] ?? name;

/** `text` is not empty, and the type has a form in cells. Throws invalid. */
export function readCell(field: Field, text: string, line: LineContext): Value {
  const { tracker, timeZone, decimal, dateOrder, people, linkTypes } = line;
  const sent = fieldTypeOf(field.type).readCell?.(text, {
    field,
    tracker,
    timeZone,
    readDate: (date) => readDate(date)[dateOrder],
    readNumber(number, isWhole) {
      const readings = readNumber(number, isWhole);
      return readings[decimal] ?? readings.point ?? readings.comma;
    },
    requirePerson(name) {
      const id = people.get(name);
      if (id === undefined) throw invalid(says('import.nobody')`there is no user "${loginIn(name)}"`);
      return id;
    },
    linkTypeOf: (id) => linkTypes.get(id) ?? '',
  });
  return { field_id: field.id, ...sent };
}

/** Empties a field. */
export const emptyCell = ({ id, type }: Field): Value => ({
  field_id: id,
  ...(fieldTypeOf(type).emptied ?? { value: '' }),
});
