// The fields of a tracker's document: changed, made, put at their places, taken out of use and deleted, in an order in which
// each step finds what it needs.
import type { Static } from 'typebox';
import type { Writer } from '../../../platform/database/index.ts';
import { atPath, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition, Field } from '../definition/definition.ts';
import { loadDefinition } from '../definition/definition-loader.ts';
import { keepMadeValues } from '../definition/sent-ids.ts';
import type { MadeIds, SentIds } from '../definition/sent-ids.ts';
import { readStructure } from './document-structure.ts';
import { positionFields, saveField } from './field-changes.ts';
import type { FindUsedValues, History } from './field-changes.ts';
import { removeField } from './field-removal.ts';
import type { ListLaterUses } from './field-removal.ts';
import { isValueList } from './field-values.ts';
import type { FieldChange, FieldOfDocument } from './fields.schema.ts';
import { addField } from './new-field.ts';

type SentField = Static<typeof FieldOfDocument>;

/** By field. */
export type Histories = Map<number, History | undefined>;

export interface FieldSaveContext {
  tx: Writer;
  viewer: Viewer;
  findUsedValues: FindUsedValues;
  listLaterUses: ListLaterUses;
  histories: Histories;
}

export interface SentFields {
  /** Those that differ from what is there. */
  fields: readonly SentField[];
  /** Those of the document, for the places of faults. */
  all: readonly SentField[];
  structure: readonly unknown[] | undefined;
}

type Load = () => Promise<Definition>;

/** The tracker as the transaction has it. Throws an Error where it is gone. */
export async function loadInside({ tx }: { tx: Writer }, id: number): Promise<Definition> {
  const tracker = await loadDefinition(tx, id);
  if (tracker === undefined) throw new Error(`the tracker ${id} is gone in its own transaction`);
  return tracker;
}

/** A field of a document as a change of that field. */
export const asChange = ({ is_used: use_it, ...facts }: SentField): Static<typeof FieldChange> => ({
  ...facts,
  ...(use_it === undefined ? {} : { use_it }),
});

const isNew = ({ field_id: id }: SentField): boolean => id < 0;

const pathOf = (field: SentField, all: readonly SentField[]): string => `fields[${all.indexOf(field)}]`;

/** Values of the field that the change leaves out. */
const findLeftOut = (field: Field, { values }: SentField): number[] => {
  if (!isValueList(values)) return [];
  const kept = new Set(values.map(({ id }) => String(id)));
  return field.values.flatMap(({ id }) => (kept.has(String(id)) ? [] : [id]));
};

/**
 * Saves what is there already, makes what is new, and puts all at its place; gives what the document's ids mean. What is to
 * go out of use, and values that are to be deleted, stay for takeOut. Throws invalid with the path.
 */
export async function saveFields(
  context: FieldSaveContext,
  load: Load,
  { fields, all, structure }: SentFields,
): Promise<SentIds> {
  const made: MadeIds = { fields: new Map(), values: new Map() };
  for (const sent of fields.filter((field) => !isNew(field)))
    await atPath(pathOf(sent, all), async () => {
      const added = [...(await saveSentField(context, await load(), sent))];
      keepMadeValues(
        made,
        sent.field_id,
        added.map(([sentId, id]) => ({ id, sentId })),
      );
    });
  const tracker = await load();
  const news = fields.filter(isNew);
  const elements = [...tracker.fieldById.keys(), ...news.map(({ field_id: id }) => id)];
  const placed =
    structure === undefined
      ? undefined
      : readStructure(
          elements.map((id) => ({ field_id: id })),
          structure,
        );
  const parentOf = (id: number): number | null => (id < 0 ? (made.fields.get(id) ?? null) : id);
  // Parents come before what they hold.
  const rankOf = new Map([...(placed?.keys() ?? [])].map((id, index) => [id, index]));
  const inOrder = news.toSorted(
    (a, b) => (rankOf.get(a.field_id) ?? Infinity) - (rankOf.get(b.field_id) ?? Infinity) || 0,
  );
  for (const sent of inOrder) {
    const parent = placed?.get(sent.field_id)?.parentId ?? sent.parent_id ?? null;
    await atPath(pathOf(sent, all), async () => {
      const place = { parent_id: parent === null ? null : parentOf(parent) };
      const { fieldId, values } = await addField(context, await load(), sent, place);
      made.fields.set(sent.field_id, fieldId);
      keepMadeValues(made, fieldId, values);
    });
  }
  if (placed !== undefined) {
    const places = [...placed].flatMap(([id, { parentId }]) => {
      const fieldId = parentOf(id);
      return fieldId === null ? [] : [{ fieldId, parentId: parentId === null ? null : parentOf(parentId) }];
    });
    const grown = await load();
    await atPath('structure', () => positionFields(context.tx, grown, places));
  }
  return {
    field: (id) => (id < 0 ? made.fields.get(id) : id),
    value: (fieldId, id) => (id < 0 ? made.values.get(fieldId)?.get(id) : id),
  };
}

async function saveSentField(
  { tx, findUsedValues, listLaterUses, histories }: FieldSaveContext,
  tracker: Definition,
  sent: SentField,
): Promise<ReadonlyMap<string, number>> {
  const field = tracker.fieldById.get(sent.field_id);
  if (field === undefined || field.settings.isDeleted === true)
    throw invalid(
      says(
        'tracker-field.foreign-new',
      )`${sent.field_id} is not a field of this tracker; use a negative number for a new one`,
      'field_id',
    );
  if (sent.parent_id !== undefined)
    throw invalid(
      says('tracker-field.place')`is only for new fields; use the structure to move this field`,
      'parent_id',
    );
  if (sent.type !== field.type)
    throw invalid(
      says('tracker-field.for-good')`the type of the field "${field.label}", ${field.type}, can't be changed`,
      'type',
    );
  const { use_it: isUsed, ...change } = asChange(sent);
  const stay = findLeftOut(field, sent).map((id) => ({ id }));
  const values = isValueList(change.values) ? { values: [...change.values, ...stay] } : {};
  const use = isUsed === true ? { use_it: true } : {};
  const history = histories.get(field.id);
  return saveField({ tx, tracker, field, findUsedValues, listLaterUses, history }, { ...change, ...values, ...use });
}

/** Deletes values, takes fields out of use, and deletes those that `removed` names. Throws invalid for what is needed. */
export async function takeOut(
  { tx, findUsedValues, listLaterUses, histories }: FieldSaveContext,
  load: Load,
  { fields, all }: SentFields,
  removed: readonly number[],
): Promise<void> {
  for (const sent of fields) {
    const tracker = await load();
    const field = tracker.fieldById.get(sent.field_id);
    if (field === undefined) continue;
    const history = histories.get(field.id);
    const gone = new Set(history === undefined ? [] : findLeftOut(field, sent).filter((id) => history.leftIds.has(id)));
    const kept = field.values.filter(({ id }) => !gone.has(id)).map(({ id }) => ({ id }));
    const change = {
      ...(gone.size > 0 ? { values: kept } : {}),
      ...(sent.is_used === false ? { use_it: false } : {}),
    };
    if (Object.keys(change).length === 0) continue;
    await atPath(pathOf(sent, all), () =>
      saveField({ tx, tracker, field, findUsedValues, listLaterUses, history }, change),
    );
  }
  for (const [index, id] of [...new Set(removed)].entries()) {
    const tracker = await load();
    const field = tracker.fieldById.get(id);
    if (field === undefined || field.settings.isDeleted === true)
      throw invalid(says('tracker-field.foreign')`${id} is not a field of this tracker`, `removed_fields[${index}]`);
    await atPath(`removed_fields[${index}]`, () => removeField(tx, tracker, field, listLaterUses));
  }
}
