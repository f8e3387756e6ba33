// From the text of a cell to a value as clients send it. The field's type judges what comes out.
import type { Static } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says, several } from '../../../platform/texts/said.ts';
import { momentIn } from '../../../platform/texts/dates.ts';
import { groupRestId, namesOfGroup, viewMinimalGroup } from '../../projects/index.ts';
import { isTimeShown } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { SubmittedValue } from '../../trackers/index.ts';
import { readDate, readNumber } from './spreadsheet-values.ts';
import type { DateOrder, DecimalSeparator } from './spreadsheet-values.ts';

type Value = Static<typeof SubmittedValue>;

export interface CellContext {
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

export const listsPeople = ({ type, settings }: Field): boolean => settings.bind?.kind === 'users' && type !== 'tbl';

const takesMany = ({ type }: Field): boolean => type === 'msb' || type === 'cb';

/** Names in a cell, which semicolons stand between, else commas. */
const split = (text: string): string[] =>
  (text.includes(';') ? text.split(';') : text.split(',')).map((part) => part.trim()).filter((part) => part !== '');

/** What a cell of a list of people may call somebody. */
export const namesOfPeople = (field: Field, text: string): string[] =>
  takesMany(field) ? split(text) : text.trim() === '' ? [] : [text.trim()];

/** The user name in `Ana Lima (ana)`, or the text itself. */
export const loginIn = (name: string): string => /\((\S+)\)$/.exec(name)?.[1] ?? name;

/** `text` is not empty. Throws invalid. */
export function readCell(field: Field, text: string, context: CellContext): Value {
  const fieldId = { field_id: field.id };
  switch (field.type) {
    case 'text':
      return { ...fieldId, value: { content: text, format: 'commonmark' } };
    case 'date':
      return { ...fieldId, value: readDateCell(field, text.trim(), context) };
    case 'int':
    case 'float':
      return { ...fieldId, value: readNumberCell(text.trim(), field.type === 'int', context) };
    case 'art_link':
      return { ...fieldId, links: readLinks(field, text, context.linkTypes) };
    case 'tbl':
      return { ...fieldId, bind_value_ids: text.split(';').map((part) => part.trim()) };
    case 'sb':
    case 'rb':
    case 'msb':
    case 'cb':
      return { ...fieldId, bind_value_ids: readChoices(field, text, context) };
    default:
      return { ...fieldId, value: field.type === 'string' ? text : text.trim() };
  }
}

/** Empties a field. */
export const emptyCell = ({ id, type }: Field): Value => {
  if (type === 'art_link') return { field_id: id, links: [] };
  const isList = ['sb', 'rb', 'msb', 'cb', 'tbl'].includes(type);
  return isList ? { field_id: id, bind_value_ids: [] } : { field_id: id, value: '' };
};

/** A date without an offset is one of the account's time zone. */
function readDateCell(field: Field, text: string, { dateOrder, timeZone }: CellContext): string {
  const date = readDate(text)[dateOrder];
  if (date === undefined) return text;
  return isTimeShown(field) && /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?$/.test(date) ? momentIn(date, timeZone) : date;
}

/** A cell says a number in one of two forms; where it is none, the field's type says so. */
const readNumberCell = (text: string, isWhole: boolean, { decimal }: CellContext): string => {
  const readings = readNumber(text, isWhole);
  return readings[decimal] ?? readings.point ?? readings.comma ?? text;
};

function readLinks(field: Field, text: string, types: ReadonlyMap<number, string>): NonNullable<Value['links']> {
  return split(text).map((part) => {
    const id = /#?(\d{1,15})$/.exec(part)?.[1];
    if (id === undefined)
      throw invalid(
        says('import.links')`the field "${field.label}" takes numbers of artifacts, such as 12;13; "${part}" is none`,
      );
    return { id: Number(id), type: types.get(Number(id)) ?? '' };
  });
}

function readChoices(field: Field, text: string, { tracker, people }: CellContext): (string | number)[] {
  if (listsPeople(field))
    return namesOfPeople(field, text).map((name) => {
      const id = people.get(name);
      if (id === undefined) throw invalid(says('import.nobody')`nobody has the user name "${loginIn(name)}"`);
      return id;
    });
  const whole = findChoice(field, text.trim(), tracker);
  if (whole !== undefined) return [whole];
  return (takesMany(field) ? split(text) : [text.trim()]).map((label) => {
    const choice = findChoice(field, label, tracker);
    if (choice !== undefined) return choice;
    const offered = field.values.filter(({ isHidden }) => !isHidden).map((value) => labelOf(value, tracker));
    const wanted = label.slice(0, 100);
    throw invalid(
      offered.length > 0 && offered.length <= 20
        ? says('import.value-of')`the field "${field.label}" has no value "${wanted}"; use ${several(offered)}`
        : says('import.no-value')`the field "${field.label}" has no value "${wanted}"`,
    );
  });
}

const groupOf = (groupId: number, { project, groupNames }: Definition) =>
  viewMinimalGroup(groupId, project.id, groupNames.get(groupId));

const labelOf = ({ groupId, label }: Field['values'][number], tracker: Definition): string =>
  groupId === undefined ? label : groupOf(groupId, tracker).label;

/** By the label as it is written, else in other case; visible values go first. */
function findChoice(field: Field, label: string, tracker: Definition): number | string | undefined {
  const values = field.values.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden));
  const lower = label.toLowerCase();
  const namesOf = ({ groupId, label: name }: Field['values'][number]): readonly string[] =>
    groupId === undefined ? [name] : namesOfGroup(groupId, tracker.groupNames.get(groupId));
  const found =
    values.find((value) => namesOf(value).includes(label)) ??
    values.find((value) => namesOf(value).some((name) => name.toLowerCase() === lower));
  if (found === undefined) return undefined;
  return found.groupId === undefined ? found.id : groupRestId(found.groupId, tracker.project.id);
}
