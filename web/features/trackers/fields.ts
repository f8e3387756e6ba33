// What the fields of a tracker are to reports: how they are filtered, shown and grouped. Pure.
import { groupNameIn } from '../../platform/names/group-names.ts';
import { isRecord, listIn, numberIn, textIn } from '../../platform/parse-unknown.ts';
import { personNameIn } from '../../platform/names/person-names.ts';
import type { Field, Tracker } from './shapes.ts';
import { fieldIs, fieldTypeOf } from '../fields/index.ts';
import type { FieldKind } from '../fields/index.ts';

export type { Field, Tracker } from './shapes.ts';

export type { FieldKind } from '../fields/index.ts';

const isPeopleList = ({ bindings }: Pick<Field, 'bindings'>): boolean => bindings.type === 'users';

export const kindOf = (field: Pick<Field, 'type' | 'bindings'>): FieldKind => {
  const kind = fieldTypeOf(field.type).kind ?? 'other';
  return kind === 'list' && isPeopleList(field) ? 'people' : kind;
};

/** Fields with values, in the order of the tracker. */
export const fieldsWithValues = ({ fields }: Pick<Tracker, 'fields'>): readonly Field[] =>
  fields.filter((field) => !fieldIs.layout(field));

export const columnFields = (tracker: Pick<Tracker, 'fields'>): readonly Field[] =>
  fieldsWithValues(tracker).filter(({ type }) => fieldTypeOf(type).isNoColumn !== true);

/** As the server sorts; see isSortable there. */
const unsorted = new Set<FieldKind>(['links', 'files', 'groups', 'other']);
export const isSortable = (field: Field): boolean => !unsorted.has(kindOf(field));

export const isNumeric = (field: Field): boolean => ['number', 'computed', 'id'].includes(kindOf(field));
/** Those of which a sum says something. */
export const isSummable = (field: Field): boolean => ['number', 'computed'].includes(kindOf(field));
/** Those that the server groups by. */
export const isGroupable = (field: Field): boolean => fieldIs.anyList(field) && field.bindings.type !== 'ugroups';

export const fieldById = ({ fields }: Pick<Tracker, 'fields'>, id: number | undefined): Field | undefined =>
  fields.find(({ field_id: fieldId }) => fieldId === id);
export const fieldByName = ({ fields }: Pick<Tracker, 'fields'>, name: string): Field | undefined =>
  fields.find((field) => field.name === name);

/** The field of a meaning such as `status`. */
export const fieldOfMeaning = (tracker: Pick<Tracker, 'fields' | 'semantics'>, meaning: string): Field | undefined =>
  fieldById(tracker, numberIn(tracker.semantics[meaning], 'field_id'));

/** Columns of somebody who has chosen none, where no report says any. */
export function defaultColumns(tracker: Pick<Tracker, 'fields' | 'semantics'>): readonly number[] {
  const found = [
    tracker.fields.find(fieldIs.artifactId),
    fieldOfMeaning(tracker, 'title'),
    fieldOfMeaning(tracker, 'status'),
    fieldOfMeaning(tracker, 'contributor'),
    tracker.fields.find(fieldIs.changeDate),
  ];
  return [...new Set(found.flatMap((field) => field?.field_id ?? []))];
}

/** One value that may be chosen in a list. */
export interface FieldChoice {
  id: number;
  label: string;
  /** What the query language calls it. */
  key: string;
  colour?: string | undefined;
  picture?: string | undefined;
  isHidden: boolean;
}

function choiceOf(value: unknown): FieldChoice | undefined {
  const id = numberIn(value, 'id');
  const label = textIn(value, 'label');
  if (id === undefined || label === undefined || !isRecord(value)) return undefined;
  const user = value['user_reference'];
  const group = value['ugroup_reference'];
  const shown = personNameIn(user) ?? groupNameIn(group) ?? label;
  return {
    id,
    label: shown,
    key: textIn(user, 'username') ?? textIn(group, 'label') ?? label,
    colour: textIn(value, 'value_color') || undefined,
    picture: textIn(user, 'avatar_url'),
    isHidden: value['is_hidden'] === true,
  };
}

/** What may be chosen, hidden values last: artifacts may still have them. */
export const choicesOf = (field: Pick<Field, 'values'>): readonly FieldChoice[] => {
  const all = listIn(field, 'values').flatMap((value) => choiceOf(value) ?? []);
  return [...all.filter(({ isHidden }) => !isHidden), ...all.filter(({ isHidden }) => isHidden)];
};

/** Values of the status that mean that an artifact is open. */
export function openChoices(tracker: Pick<Tracker, 'fields' | 'semantics'>): readonly FieldChoice[] {
  const status = fieldOfMeaning(tracker, 'status');
  if (status === undefined) return [];
  const open = new Set(listIn(tracker.semantics['status'], 'value_ids'));
  return choicesOf(status).filter(({ id }) => open.has(id));
}

/** Whether the person may change the field of artifacts that are there. */
export const mayChange = ({ permissions }: Pick<Field, 'permissions'>): boolean => permissions.includes('update');
