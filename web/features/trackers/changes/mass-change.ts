// Changing many artifacts at once: what is sent, what was refused, what takes it back. Pure.
import { withoutPart } from '../../../platform/errors/without-part.ts';
import { mayChange } from '../fields.ts';
import type { Field, Tracker } from '../fields.ts';
import type { Artifact, Batch, BatchAnswer, SubmittedValue } from '../shapes.ts';
import { partsOf } from '../../fields/index.ts';

type BatchItem = Batch['items'][number];

/** New values as somebody gave them: texts, or ids of chosen values, by id of the field. */
export type Draft = Readonly<Record<number, readonly string[]>>;

/** Fields that many artifacts can get a new value of. Parts of types are loaded before. */
export const changeableFields = (tracker: Pick<Tracker, 'fields'>): readonly Field[] =>
  tracker.fields.filter(
    (field) => mayChange(field) && partsOf(field.type)?.massChange !== undefined && field.bindings.type !== 'ugroups',
  );

/** What a field gets; undefined for what is no value of it. Nothing empties it. */
export function valueOf(field: Field, given: readonly string[]): SubmittedValue | undefined {
  const value = partsOf(field.type)?.massChange?.write(given, field);
  return value && { field_id: field.field_id, ...value };
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
  const readers = fields.map((field) => ({ field, read: partsOf(field.type)?.massChange?.read }));
  if (fields.length < fieldIds.length || readers.some(({ read }) => read === undefined)) return undefined;
  return before.map((artifact) => {
    const etag = etags.get(artifact.id);
    const values = readers.map(({ field, read }) => {
      const value = artifact.values?.find(({ field_id: id }) => id === field.field_id);
      return valueOf(field, read?.(value) ?? []) ?? { field_id: field.field_id };
    });
    return { id: artifact.id, values, ...(etag === undefined ? {} : { if_match: etag }) };
  });
}
