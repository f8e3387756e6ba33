// The fields that a table needs: one for each column, of the type that its cells show.
import type { Static } from 'typebox';
import { isNamedFor, openValues } from '../../../../contract/field-names.ts';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { invalid } from '../../../platform/errors.ts';
import { openTable, readRows } from '../../../platform/spreadsheets/csv.ts';
import { says } from '../../../platform/texts/said.ts';
import { readDate, readNumber } from '../../../platform/spreadsheets/spreadsheet-values.ts';
import { fieldIs, typesThat } from '../../trackers/index.ts';
import type { NewTracker } from './new-tracker.schema.ts';

type Order = Static<typeof NewTracker>;
type SentField = NonNullable<Order['fields']>[number];
type Start = Pick<Order, 'fields' | 'structure' | 'semantics'>;

/** Columns of one CSV file that become fields; a file with more is answered 400. */
const columnsMax = 300;
/** Different texts that become the values of a list. */
const valuesMax = 20;
/** Characters of a text that becomes a value of a list; a column with a longer one becomes no list. */
const valueLengthMax = 60;
/** Characters of a text in one line; a column with a longer one becomes a field of several lines. */
const lineLengthMax = 160;
/** Characters of a field's label; the rest of a column's name is cut off. */
const labelLengthMax = 255;

/** The first type of each kind. */
const firstType = (isSo: (field: { type: string }) => boolean): string => typesThat(isSo)[0] ?? '';
const types = {
  fieldset: firstType(fieldIs.fieldset),
  line: firstType(fieldIs.line),
  text: firstType(fieldIs.text),
  choice: firstType(fieldIs.choice),
  whole: firstType(fieldIs.whole),
  decimal: firstType(fieldIs.decimal),
  date: firstType(fieldIs.date),
};

/** Names of columns that number artifacts, which every tracker does by itself. */
const numbering = new Set(['id', 'aid', 'artifact_id', 'artifact id', '#']);

/** What the cells of one column have in common. */
interface Column {
  name: string;
  filled: number;
  isWhole: boolean;
  isNumber: boolean;
  isDay: boolean;
  isMoment: boolean;
  isLong: boolean;
  /** In the order of the table; undefined once there are too many, or one is too long for a value. */
  values: Set<string> | undefined;
}

const startColumn = (name: string): Column => ({
  name,
  filled: 0,
  isWhole: true,
  isNumber: true,
  isDay: true,
  isMoment: true,
  isLong: false,
  values: new Set(),
});

/** Numbers that begin with zeros, such as those of telephones, are texts. */
const isNumberIn = (text: string, isWhole: boolean): boolean =>
  !/^0\d/.test(text) && Object.values(readNumber(text, isWhole)).some((reading) => reading !== undefined);

function look(column: Column, cell: string): void {
  const text = cell.trim();
  if (text === '') return;
  column.filled += 1;
  const days = Object.values(readDate(text));
  column.isWhole &&= isNumberIn(text, true);
  column.isNumber &&= isNumberIn(text, false);
  column.isDay &&= days.some((day) => /^\d{4}-\d\d-\d\d$/.test(day ?? ''));
  column.isMoment &&= days.some((day) => /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/.test(day ?? ''));
  column.isLong ||= text.length > lineLengthMax || /[\r\n]/.test(text);
  column.values?.add(text);
  if (text.length > valueLengthMax || (column.values?.size ?? 0) > valuesMax) column.values = undefined;
}

/** A list repeats its values. */
const isList = ({ values, filled }: Column): boolean =>
  values !== undefined && values.size > 1 && values.size * 2 <= filled;

/** Ids are names within the order: those of fields from 2 on, since 1 is the fieldset, those of values above them. */
function fieldOf(column: Column, id: number): SentField {
  const facts = { field_id: id, label: column.name };
  if (column.filled === 0 || isNamedFor('title', column.name)) return { ...facts, type: types.line };
  if (isNamedFor('status', column.name) ? column.values !== undefined : isList(column) && !column.isNumber) {
    const values = [...(column.values ?? [])].map((label, index) => ({ id: id * 1000 + index, label }));
    return { ...facts, type: types.choice, values };
  }
  if (column.isWhole) return { ...facts, type: types.whole };
  if (column.isNumber) return { ...facts, type: types.decimal };
  if (column.isDay) return { ...facts, type: types.date };
  if (column.isMoment) return { ...facts, type: types.date, specific_properties: { display_time: 1 } };
  return { ...facts, type: column.isLong ? types.text : types.line };
}

/** The roles that the fields are called by; the first line of text is the title where none is. */
function rolesOf(fields: readonly SentField[]): NonNullable<Start['semantics']> {
  const find = (isMeant: (field: SentField) => boolean): SentField | undefined => fields.find(isMeant);
  const lines = fields.filter(fieldIs.line);
  const title = lines.find(({ label }) => isNamedFor('title', label)) ?? lines[0];
  const description = find((field) => fieldIs.text(field) && isNamedFor('description', field.label));
  const status = find((field) => fieldIs.choice(field) && isNamedFor('status', field.label));
  const effort = find((field) => fieldIs.number(field) && isNamedFor('initial_effort', field.label));
  const sent = Array.isArray(status?.values) ? status.values : [];
  const values = sent.map(({ id, label = '' }) => ({ id: Number(id), label }));
  const open = openValues(values).map(({ id }) => id);
  const closed = values.flatMap(({ id }) => (open.includes(id) ? [] : [id]));
  return {
    ...(title === undefined ? {} : { title: { field_id: title.field_id } }),
    ...(description === undefined ? {} : { description: { field_id: description.field_id } }),
    ...(status === undefined ? {} : { status: { field_id: status.field_id, value_ids: open } }),
    ...(closed.length === 0 ? {} : { done: { value_ids: closed } }),
    ...(effort === undefined ? {} : { initial_effort: { field_id: effort.field_id } }),
  };
}

async function readColumns(csv: string): Promise<Column[]> {
  const table = openTable(csv);
  let columns: Column[] | undefined;
  for (const { cells } of readRows(csv, table)) {
    if (isSliceOver()) await yieldSlice();
    if (columns === undefined) columns = (cells ?? []).map((name) => startColumn(name.trim().slice(0, labelLengthMax)));
    else for (const [index, column] of columns.entries()) look(column, cells?.[index] ?? '');
  }
  return columns ?? [];
}

/**
 * A start for a tracker that takes the lines of the table: a field for each column that has a name, under one fieldset. Throws invalid for a
 * table without names of columns, and for one with too many.
 */
export async function describeTable(csv: string, fieldset: string): Promise<Start> {
  const columns = (await readColumns(csv)).filter(({ name }) => name !== '' && !numbering.has(name.toLowerCase()));
  if (columns.length === 0) throw invalid(says('tracker.csv-head')`has no line that names its columns`, 'csv');
  if (columns.length > columnsMax)
    throw invalid(
      says('tracker.csv-columns')`has ${columns.length} columns; at most ${columnsMax} become fields`,
      'csv',
    );
  const fields = columns.map((column, index) => fieldOf(column, index + 2));
  return {
    fields: [{ field_id: 1, type: types.fieldset, label: fieldset }, ...fields],
    structure: [{ id: 1, content: fields.map(({ field_id: id }) => ({ id, content: null })) }],
    semantics: rolesOf(fields),
  };
}
