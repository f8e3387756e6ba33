// Makes the form elements of an archive's trackers with their list values.
import { isTurnLong, rest } from '../../../platform/concurrency/turns.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { insertField, insertFieldValue, isFieldType, updateFieldSettings } from '../../trackers/index.ts';
import type { FieldSettings } from '../../trackers/index.ts';
import type { ArchiveTracker } from '../model/archive-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import type { BindDecorator, ElementBind, FormElement } from '../model/field-model.ts';
import { copyPrefix } from '../model/export-names.ts';
import { nobodyId } from '../model/import-context.ts';
import type { ImportContext, ImportedField, ImportedTracker } from '../model/import-context.ts';
import { listFormElements } from '../model/field-model.ts';

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

/** `#RRGGBB`, or the name of a TLP colour with hyphens. */
function readColor(decorator: BindDecorator | undefined): string {
  if (decorator === undefined) return '';
  if (decorator.tlpColor !== undefined) return decorator.tlpColor.replaceAll('_', '-');
  return `#${decorator.rgb
    .map((shade) => shade.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`;
}

function readSettings(context: ImportContext, element: FormElement, original: FormElement): FieldSettings {
  const { bind } = original;
  const properties = { ...original.properties, ...element.properties };
  const deleted = element.isDeleted ? { isDeleted: true } : {};
  if (bind === undefined) return { properties, ...deleted };
  const users = (element.bind ?? bind).defaultUsers.flatMap((reference) => context.findUser(reference) ?? []);
  return {
    properties,
    ...deleted,
    bind: {
      kind: bind.kind,
      groups: bind.kind === 'users' ? bind.items.map((item) => item.label) : [],
      defaultUserIds: users.map((user) => user.id).filter((id) => id !== 0 && id !== nobodyId),
      noneColor: readColor(bind.decorators.find((decorator) => decorator.ref === undefined)),
    },
  };
}

/** In the order of the alphabet, numbers by their value. */
export function sortByLabel<Item extends { readonly label: string }>(items: readonly Item[]): Item[] {
  const collator = new Intl.Collator('en', { numeric: true });
  return items.toSorted((a, b) => collator.compare(a.label, b.label));
}

/** Ranks by document order, or by label where the archive wants the alphabet. */
function rankItems(bind: ElementBind): Map<unknown, number> {
  const ordered = bind.isRankAlpha ? sortByLabel(bind.items) : bind.items;
  return new Map(ordered.map((item, rank) => [item, rank]));
}

async function importValues(context: ImportContext, field: ImportedField, bind: ElementBind): Promise<void> {
  const ranks = rankItems(bind);
  const defaults = new Set(bind.defaultRefs);
  for (const item of bind.items) {
    if (isTurnLong()) await rest(true);
    const groupId = bind.kind === 'ugroups' ? context.findGroup(item.label) : undefined;
    if (bind.kind === 'ugroups' && groupId === undefined)
      context.warn(
        item.line,
        'item',
        says('left.nobody')`there is no user group \`${item.label}\`; the value stands for nobody`,
      );
    // Of two with one ID the first is meant.
    const ref = item.ref === undefined || field.valueIds.has(item.ref) ? undefined : item.ref;
    const id = await insertFieldValue(context.tx, bind.kind, {
      field_id: field.id,
      label: item.label,
      description: item.description,
      rank: ranks.get(item) ?? 0,
      is_hidden: item.isHidden ? 1 : 0,
      is_default: ref !== undefined && defaults.has(ref) ? 1 : 0,
      color: readColor(bind.decorators.find((decorator) => ref !== undefined && decorator.ref === ref)),
      ugroup_id: groupId ?? null,
    });
    if (ref !== undefined) field.valueIds.set(ref, id);
    if (!field.valueIdsByLabel.has(item.label)) field.valueIdsByLabel.set(item.label, id);
  }
  for (const { ref } of bind.items) {
    const id = ref === undefined ? undefined : field.valueIds.get(ref);
    const plain = ref?.startsWith('V') === true ? ref.slice(1) : undefined;
    if (id !== undefined && plain !== undefined && !field.valueIds.has(plain)) field.valueIds.set(plain, id);
  }
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
    const id = await insertField(context.tx, {
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
    await updateFieldSettings(context.tx, field.id, JSON.stringify(settings));
    for (const [ref, id] of target.valueIds) {
      field.valueIds.set(ref, id);
      field.valueIds.set(`${copyPrefix(field.element.ref)}${ref}`, id);
    }
    for (const [label, id] of target.valueIdsByLabel) field.valueIdsByLabel.set(label, id);
  }
}
