// How values stand in cells of tables, and in flat maps: what types share.
import type { Definition, Field } from '../definition/definition.ts';
import type { SubmittedValue } from './submitted-value.ts';

/** What the cell of a table is read with. */
export interface CellContext {
  field: Field;
  tracker: Definition;
  /** Of the account that imports. */
  timeZone: string;
  /** As types parse it, by the form that the table has; undefined for no date. */
  readDate(text: string): string | undefined;
  /** As types parse it, by the form that the table has; undefined for no number. */
  readNumber(text: string, isWhole: boolean): string | undefined;
  /** The id of somebody by what the cell calls them. Throws invalid. */
  requirePerson(name: string): number;
  /** Type of the link that the artifact has to another; empty for none. */
  linkTypeOf(artifactId: number): string;
}

/** A value as clients send it. */
export type SentValue = Omit<SubmittedValue, 'field_id'>;

/** A number, a text, a list of labels; null for an empty value. */
export type FlatValue = string | number | boolean | null | string[];

/** An entry of `values` as GET shows it. */
export type ShownValue = Readonly<Record<string, unknown>>;

/** Names in a cell, which semicolons stand between, else commas. */
export const splitCell = (text: string): string[] =>
  (text.includes(';') ? text.split(';') : text.split(',')).map((part) => part.trim()).filter((part) => part !== '');

export const scalarOf = (value: unknown): string | number | boolean | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

export const flatScalar = ({ value }: ShownValue): FlatValue => scalarOf(value);

export function labelIn(item: unknown): string {
  if (typeof item !== 'object' || item === null) return '';
  if ('label' in item) return String(item.label);
  return 'display_name' in item ? String(item.display_name) : '';
}
