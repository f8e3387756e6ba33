// What can be a column: fields of the tracker's form, and what every artifact has. Pure.
import { t } from '../../../platform/i18n.ts';
import { fieldIs, fieldOfStandard, fieldTypeOf, standardFields } from '../../fields/index.ts';
import type { StandardName } from '../../fields/index.ts';
import { fieldById, fieldByName, fieldOfMeaning, fieldsWithValues } from '../fields.ts';
import type { Field, Tracker } from '../fields.ts';

const standardLabels = {
  '@id': 'trackers.standard.id',
  '@submitted_on': 'trackers.standard.created',
  '@submitted_by': 'trackers.standard.author',
  '@last_update_date': 'trackers.standard.updated',
  '@last_update_by': 'trackers.standard.updatedBy',
  '@rank': 'trackers.standard.rank',
} as const satisfies Record<StandardName, string>;

const knownStandards = new WeakMap<object, readonly Field[]>();

/** What every artifact has and the form of the tracker has no field of. */
function standardsOf({ fields }: Pick<Tracker, 'fields'>): readonly Field[] {
  const known = knownStandards.get(fields) ?? standardFields(fields, (name) => t(standardLabels[name]));
  knownStandards.set(fields, known);
  return known;
}

/** Fields that can be columns, and what every artifact has. */
export const columnFields = (tracker: Pick<Tracker, 'fields'>): readonly Field[] => [
  ...fieldsWithValues(tracker).filter(({ type }) => fieldTypeOf(type).isNoColumn !== true),
  ...standardsOf(tracker),
];

/** What a column is of, by its id. */
export const columnById = (tracker: Pick<Tracker, 'fields'>, id: number | undefined): Field | undefined =>
  fieldById(tracker, id) ?? standardsOf(tracker).find(({ field_id: fieldId }) => fieldId === id);

/** A standard value by its name, as the form has it or else as every artifact does. */
export const standardByName = (tracker: Pick<Tracker, 'fields'>, name: string): Field | undefined =>
  standardsOf(tracker).find((field) => field.name === name) ?? fieldOfStandard(tracker.fields, name);

/** What a column is of, by its short name. */
export const columnByName = (tracker: Pick<Tracker, 'fields'>, name: string): Field | undefined =>
  fieldByName(tracker, name) ?? standardByName(tracker, name);

/** Whether a field is of the tracker's form. */
export const isOfForm = ({ field_id: id }: Pick<Field, 'field_id'>): boolean => id > 0;

/** Columns of somebody who has chosen none, where no report says any. */
export function defaultColumns(tracker: Pick<Tracker, 'fields' | 'semantics'>): readonly number[] {
  const found = [
    columnFields(tracker).find(fieldIs.artifactId),
    fieldOfMeaning(tracker, 'title'),
    fieldOfMeaning(tracker, 'status'),
    fieldOfMeaning(tracker, 'contributor'),
    columnFields(tracker).find(fieldIs.changeDate),
  ];
  return [...new Set(found.flatMap((field) => field?.field_id ?? []))];
}
