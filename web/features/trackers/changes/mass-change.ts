// Changing many artifacts at once: what is sent, what was refused, what takes it back. Pure.
import { listIn, textIn } from '../../../platform/parse-unknown.ts';
import { withoutPart } from '../../../platform/errors/without-part.ts';
import { choicesOf, kindOf, mayChange } from '../fields.ts';
import type { Field, Tracker } from '../fields.ts';
import type { Artifact, Batch, BatchAnswer, SubmittedValue } from '../shapes.ts';
import { fieldIs } from '../../fields/index.ts';

type BatchItem = Batch['items'][number];

/** The id that stands for none. */
const noneId = 100;

/** New values as somebody gave them: texts, or ids of chosen values, by id of the field. */
export type Draft = Readonly<Record<number, readonly string[]>>;

const editable = new Set(['text', 'number', 'date', 'list', 'people']);

/** Fields that many artifacts can get a new value of. */
export const changeableFields = (tracker: Pick<Tracker, 'fields'>): readonly Field[] =>
  tracker.fields.filter(
    (field) =>
      mayChange(field) && editable.has(kindOf(field)) && field.bindings.type !== 'ugroups' && !fieldIs.derived(field),
  );

export const takesSeveral = (field: Pick<Field, 'type'>): boolean => fieldIs.choices(field);

/** What a field gets; undefined for what is no value of it. Nothing empties it. */
export function valueOf(field: Field, given: readonly string[]): SubmittedValue | undefined {
  const fieldId = field.field_id;
  const kind = kindOf(field);
  if (kind === 'list' || kind === 'people') {
    const known = new Set(choicesOf(field).map(({ id }) => id));
    const ids = given.map(Number).filter((id) => known.has(id));
    return { field_id: fieldId, bind_value_ids: ids.length === 0 && !takesSeveral(field) ? [noneId] : ids };
  }
  const [text = ''] = given;
  if (kind !== 'number') return { field_id: fieldId, value: text };
  if (text.trim() === '') return { field_id: fieldId, value: null };
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? { field_id: fieldId, value: number } : undefined;
}

/** undefined where a given value is none of its field. */
export function valuesOf(tracker: Pick<Tracker, 'fields'>, draft: Draft): readonly SubmittedValue[] | undefined {
  const values = changeableFields(tracker).flatMap((field) => {
    const given = draft[field.field_id];
    return given === undefined ? [] : [valueOf(field, given)];
  });
  return values.includes(undefined) ? undefined : values.flatMap((value) => value ?? []);
}

export interface ManyChanges {
  ids: readonly number[];
  values: readonly SubmittedValue[];
  comment: string;
  /** Nobody is mailed about them. */
  isSilent?: boolean;
}

export const itemsOf = ({ ids, values, comment }: ManyChanges): BatchItem[] =>
  ids.map((id) => ({
    id,
    values: [...values],
    ...(comment.trim() === '' ? {} : { comment: { body: comment, format: 'commonmark' } }),
  }));

export interface Refused {
  id: number;
  message: string;
}

export interface Preview {
  /** With the versions that were looked at. */
  accepted: readonly { id: number; etag: string | undefined }[];
  refused: readonly Refused[];
}

/** `say` gives a told sentence in the language of the page; undefined where it is not known in it. */
export function readPreview({ items }: BatchAnswer, say: (localized: unknown) => string | undefined): Preview {
  const refused = items.flatMap(({ id, refusal }) =>
    id === null || refusal === undefined || refusal === null
      ? []
      : [{ id, message: say(refusal.i18n) ?? withoutPart(refusal.message) }],
  );
  const accepted = items.flatMap(({ id, etag, refusal }) =>
    id === null || (refusal !== undefined && refusal !== null) ? [] : [{ id, etag: etag ?? undefined }],
  );
  return { accepted, refused };
}

/** Refusals that say the same together, the most frequent first. */
export const byMessage = (refused: readonly Refused[]): readonly { message: string; ids: readonly number[] }[] =>
  [...Map.groupBy(refused, ({ message }) => message)]
    .map(([message, all]) => ({ message, ids: all.map(({ id }) => id) }))
    .sort((a, b) => b.ids.length - a.ids.length);

/** Only what the preview accepted, guarded by the versions that it looked at. */
export const guardedItems = (changes: ManyChanges, { accepted }: Preview): BatchItem[] => {
  const etags = new Map(accepted.map(({ id, etag }) => [id, etag]));
  return itemsOf({ ...changes, ids: changes.ids.filter((id) => etags.has(id)) }).map((item) => {
    const etag = etags.get(item.id ?? 0);
    return etag === undefined ? item : { ...item, if_match: etag };
  });
};

/** What gives artifacts their values of before; undefined where that can't be told, as for long texts. */
export function undoItems(
  tracker: Pick<Tracker, 'fields'>,
  before: readonly Artifact[],
  fieldIds: readonly number[],
  etags: ReadonlyMap<number, string>,
): BatchItem[] | undefined {
  const fields = tracker.fields.filter(({ field_id: id }) => fieldIds.includes(id));
  if (fields.length < fieldIds.length || fields.some(fieldIs.text)) return undefined;
  return before.map((artifact) => {
    const etag = etags.get(artifact.id);
    const values = fields.map((field) => {
      const value = artifact.values?.find(({ field_id: id }) => id === field.field_id);
      const given =
        kindOf(field) === 'list' || kindOf(field) === 'people'
          ? listIn(value, 'bind_value_ids').map(String)
          : [textOf(value)];
      return valueOf(field, given) ?? { field_id: field.field_id };
    });
    return { id: artifact.id, values, ...(etag === undefined ? {} : { if_match: etag }) };
  });
}

const textOf = (value: ({ type: string } & Record<string, unknown>) | undefined): string => {
  const inner = value?.['value'];
  if (typeof inner === 'number') return String(inner);
  const text = textIn(value, 'value') ?? '';
  return value !== undefined && fieldIs.date(value) && value['is_time_displayed'] === false ? text.slice(0, 10) : text;
};
