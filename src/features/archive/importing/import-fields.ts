// Makes the form elements of an archive's trackers.
import { isTurnLong, rest } from '../../../platform/concurrency/turns.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { isFieldType, trackerWrites } from '../../trackers/index.ts';
import type { Field } from '../../trackers/index.ts';
import type { ArchiveTracker } from '../model/archive-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import type { FormElement } from '../model/field-model.ts';
import { copyPrefix } from '../model/export-names.ts';
import { importBind, importValues } from '../concepts/list-values.ts';
import type { ImportContext, ImportedField, ImportedTracker } from '../model/import-context.ts';
import { listFormElements } from '../model/field-model.ts';

type FieldSettings = Field['settings'];

/** The element whose type and values a field has: of a shared field the original, else itself. */
export type Originals = ReadonlyMap<FormElement, FormElement>;

/**
 * Follows shared fields to their originals; pure. Throws invalid with the line for one that names no original, one
 * that names itself by detours, and for a type that there is none of.
 */
export function findOriginals(model: ProjectContent): Originals {
  const elements = model.trackers.flatMap((tracker) => listFormElements(tracker.formElements));
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  const originals = new Map<FormElement, FormElement>();
  for (const element of elements) {
    let original: FormElement | undefined = element;
    const seen = new Set<FormElement>();
    while (original?.type === 'shared' && !seen.has(original)) {
      seen.add(original);
      original = byRef.get(original.originalFieldRef ?? '');
    }
    if (original === undefined || original.type === 'shared')
      throw invalid(
        says(
          'archive.no-original',
        )`project.xml, line ${element.line}, <formElement>: a shared field must name an original in the archive by \`original_field_id\``,
      );
    if (!isFieldType(original.type))
      throw invalid(
        says(
          'archive.field-type',
        )`project.xml, line ${element.line}, <formElement>: there is no field type \`${original.type}\``,
      );
    originals.set(element, original);
  }
  return originals;
}

function readSettings(context: ImportContext, element: FormElement, original: FormElement): FieldSettings {
  const { bind } = original;
  const properties = { ...original.properties, ...element.properties };
  const deleted = element.isDeleted ? { isDeleted: true } : {};
  if (bind === undefined) return { properties, ...deleted };
  return { properties, ...deleted, bind: importBind(context, bind, element.bind?.defaultUsers) };
}

/** Writes the elements of one tracker, depth first in order of appearance, each followed by its list values. */
export async function importFields(
  context: ImportContext,
  trackerId: number,
  tracker: ArchiveTracker,
  originals: Originals,
): Promise<ImportedField[]> {
  const fields: ImportedField[] = [];
  const importElement = async (element: FormElement, parentId: number | null): Promise<void> => {
    if (isTurnLong()) await rest(true);
    const original = originals.get(element) ?? element;
    const id = await trackerWrites.insertField(context.tx, {
      tracker_id: trackerId,
      parent_id: parentId,
      name: element.name,
      label: element.label,
      description: element.description,
      type: original.type,
      rank: element.rank,
      is_used: element.useIt ? 1 : 0,
      is_required: element.required ? 1 : 0,
      has_notifications: element.notifications ? 1 : 0,
      settings_json: JSON.stringify(readSettings(context, element, original)),
    });
    const maps = { valueIds: new Map(), valueIdsByLabel: new Map(), openValueIds: new Map() };
    const field: ImportedField = { id, element, type: original.type, bind: original.bind, ...maps };
    fields.push(field);
    if (element === original && element.bind !== undefined && element.bind.kind !== 'users')
      await importValues(context, field, element.bind);
    for (const child of element.children) await importElement(child, id);
  };
  for (const root of tracker.formElements) await importElement(root, null);
  return fields;
}

/** Ties shared fields to their originals, once the fields of all trackers exist. */
export async function linkSharedFields(
  context: ImportContext,
  trackers: Iterable<ImportedTracker>,
  originals: Originals,
): Promise<void> {
  const all = [...trackers].flatMap((tracker) => [...tracker.fieldsByRef.values()]);
  const byElement = new Map(all.map((field) => [field.element, field]));
  for (const field of all) {
    const original = originals.get(field.element);
    const target = original === undefined || original === field.element ? undefined : byElement.get(original);
    if (original === undefined || target === undefined) continue;
    const settings = { ...readSettings(context, field.element, original), originalFieldId: target.id };
    await trackerWrites.updateFieldSettings(context.tx, field.id, JSON.stringify(settings));
    for (const [ref, id] of target.valueIds) {
      field.valueIds.set(ref, id);
      field.valueIds.set(`${copyPrefix(field.element.ref)}${ref}`, id);
    }
    for (const [label, id] of target.valueIdsByLabel) field.valueIdsByLabel.set(label, id);
  }
}
