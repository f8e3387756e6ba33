// What the fields of a tracker are to reports: how they are filtered, shown and grouped. Pure.
import { listIn, numberIn } from '../../platform/parse-unknown.ts';
import type { Field, Tracker } from './shapes.ts';
import { choicesOf, fieldIs, partsOf } from '../fields/index.ts';
import type { ColumnForm, CriterionForm, FieldChoice } from '../fields/index.ts';

export { choicesOf } from '../fields/index.ts';
export type { FieldChoice } from '../fields/index.ts';

export type { Field, Tracker } from './shapes.ts';

/** What reports ask of a field; undefined for what nothing is asked of. Parts of types are loaded before. */
export const criterionOf = ({ type }: Pick<Field, 'type'>): CriterionForm | undefined => partsOf(type)?.criterion;

/** Fields with values, in the order of the tracker. */
export const fieldsWithValues = ({ fields }: Pick<Tracker, 'fields'>): readonly Field[] =>
  fields.filter((field) => !fieldIs.layout(field));

const columnOf = ({ type }: Pick<Field, 'type'>): ColumnForm => partsOf(type)?.column ?? {};

/** As the server sorts; see isSortable there. */
export const isSortable = (field: Field): boolean => columnOf(field).isSortable === true;

export const isNumeric = (field: Field): boolean => columnOf(field).isNumeric === true;
/** Those of which a sum says something. */
export const isSummable = (field: Field): boolean => columnOf(field).isSummable === true;
/** Whether there are columns of one type of its links. */
export const hasLinkTypes = (field: Field): boolean => columnOf(field).hasLinkTypes === true;
/** In pixels; undefined: as texts have. */
export const widthOf = (field: Field): number | undefined => columnOf(field).widthOf?.(field);
/** Those that the server groups by. */
export const isGroupable = (field: Field): boolean => fieldIs.anyList(field) && field.bindings.type !== 'ugroups';

export const fieldById = ({ fields }: Pick<Tracker, 'fields'>, id: number | undefined): Field | undefined =>
  fields.find(({ field_id: fieldId }) => fieldId === id);
export const fieldByName = ({ fields }: Pick<Tracker, 'fields'>, name: string): Field | undefined =>
  fields.find((field) => field.name === name);

/** The field of a meaning such as `status`. */
export const fieldOfMeaning = (tracker: Pick<Tracker, 'fields' | 'semantics'>, meaning: string): Field | undefined =>
  fieldById(tracker, numberIn(tracker.semantics[meaning], 'field_id'));

/** Values of the status that mean that an artifact is open. */
export function openChoices(tracker: Pick<Tracker, 'fields' | 'semantics'>): readonly FieldChoice[] {
  const status = fieldOfMeaning(tracker, 'status');
  if (status === undefined) return [];
  const open = new Set(listIn(tracker.semantics['status'], 'value_ids'));
  return choicesOf(status).filter(({ id }) => open.has(id));
}

/** Whether the person may change the field of artifacts that are there. */
export const mayChange = ({ permissions }: Pick<Field, 'permissions'>): boolean => permissions.includes('update');

/** Whether the person may create artifacts. */
export const mayCreate = ({ fields }: Pick<Tracker, 'fields'>): boolean =>
  fields.some(({ permissions }) => permissions.includes('create'));
