// The tree of a tracker's form: fields, containers, static elements and elements of plugins.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { fieldTypeOf, isFieldType, trackerWrites } from '../../trackers/index.ts';
import type { Field } from '../../trackers/index.ts';
import type { ArchiveTracker } from '../model/archive-model.ts';
import { findOriginal, isExported } from '../model/export-context.ts';
import type { ExportContext, TrackerSource } from '../model/export-context.ts';
import { copyPrefix } from '../model/export-names.ts';
import { listFormElements } from '../model/field-model.ts';
import type { FormElement } from '../model/field-model.ts';
import type { ImportContext, ImportedField, ImportedTracker } from '../model/import-context.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { each, shapeOf, stored, storedParts, unneeded } from '../xml/outcome.ts';
import type { Outcome, Parts } from '../xml/outcome.ts';
import { translateKey } from '../xml/translation-keys.ts';
import { element, leaf, optionalLeaf } from '../xml/xml-element.ts';
import {
  findChild,
  matchShape,
  readAttribute,
  readChild,
  readChildText,
  readFilledAttribute,
  readSwitch,
  readText,
  readWholeNumber,
} from '../xml/xml-shape.ts';
import { faultAt, tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { bindOutcome, exportBind, importBind, importValues, readBind, writeBind } from './list-values.ts';

const originalId = unneeded('an id of the database that the archive came from');

const properties = stored('what a field of this type may be told', { '@*': stored('property') });
const fieldParts: Parts = {
  ...storedParts({
    '@type': 'type of the field',
    '@ID': 'its name in exports',
    '@rank': 'its place',
    '@use_it?': 'whether it is used',
    '@required?': 'whether it is required',
    '@notifications?': 'whether people in it are notified',
    '@is_deleted?': 'whether it is marked as deleted',
    '@original_field_id?': 'the field that it shares',
    name: 'its name',
    label: 'its label',
    'description?': 'its description',
  }),
  '@scope?': unneeded('there is only one, P'),
  ...each('@id? @tracker_id? @parent_id?', originalId),
  'properties?': properties,
  'bind?': bindOutcome,
};

/** `<formElements>`, whose elements may hold others. */
export const formElementsOutcome: Outcome = stored('list', {
  'formElement*': stored('field or container', {
    ...fieldParts,
    get 'formElements?'(): Outcome {
      return formElementsOutcome;
    },
  }),
  'externalField*': stored('field of test management', fieldParts),
});

const shapes = {
  list: shapeOf(formElementsOutcome),
  element: shapeOf(stored('field', { ...fieldParts, 'formElements?': formElementsOutcome })),
  properties: shapeOf(properties),
};

/** A field that has the values of another stands as one of this type. */
const isKnown = (type: string): boolean => type === 'shared' || isFieldType(type);
/** Those of plugins stand in elements of either name. */
const isExternal = (type: string): boolean => isFieldType(type) && fieldTypeOf(type).isExternal === true;

const readProperties = (element: XmlElement | undefined): Record<string, string> => {
  if (element === undefined) return {};
  matchShape(element, shapes.properties);
  return { ...element.attributes };
};

const readName = (element: XmlElement): string => {
  const name = readText(element).trim();
  if (!/^[A-Za-z0-9_-]+$/.test(name))
    throw faultAt(
      element,
      says('archive-xml.letters-hyphens')`\`${name}\` can contain only letters, digits, \`_\` and \`-\``,
    );
  return name;
};

const readOriginalFieldRef = (element: XmlElement, type: string): string | undefined => {
  const ref = element.attributes['original_field_id'];
  if (ref !== undefined && type !== 'shared')
    throw faultAt(
      element,
      says('archive-xml.original')`attribute \`original_field_id\` is only allowed for elements of type shared`,
    );
  return ref;
};

/** None for a type that there is none of, which is told or refused. */
const readFormElement = (element: XmlElement): FormElement[] => {
  const type = readAttribute(element, 'type');
  const isOfElement = element.name === 'formElement' ? isKnown : isExternal;
  if (isOfElement(type)) return [readKnown(element, type)];
  tolerate(element, says('archive-xml.no-type')`the field type \`${type}\` is unknown; the element is skipped`);
  return [];
};

const readKnown = (element: XmlElement, type: string): FormElement => {
  matchShape(element, shapes.element);
  const bind = findChild(element, 'bind');
  const { id, tracker_id: trackerId, parent_id: parentId } = element.attributes;
  return {
    origin: isExternal(type) ? 'external' : 'core',
    type,
    ref: readFilledAttribute(element, 'ID'),
    name: readName(readChild(element, 'name')),
    label: translateKey(readText(readChild(element, 'label')).trim()),
    description: translateKey(readChildText(element, 'description') ?? ''),
    rank: readWholeNumber(element, 'rank'),
    isDeleted: readSwitch(element, 'is_deleted', false),
    useIt: readSwitch(element, 'use_it', true),
    required: readSwitch(element, 'required', false),
    notifications: readSwitch(element, 'notifications', false),
    scope: element.attributes['scope'] ?? 'P',
    originalFieldRef: readOriginalFieldRef(element, type),
    originalIds: { id, trackerId, parentId },
    properties: readProperties(findChild(element, 'properties')),
    bind: bind === undefined ? undefined : readBind(bind),
    children: readFormElements(findChild(element, 'formElements')),
    line: element.line,
  };
};

/** Some archives have `<externalField/>` where a field was. */
const isNothing = ({ name, attributes, children, text }: XmlElement): boolean =>
  name === 'externalField' && Object.keys(attributes).length === 0 && children.length === 0 && text.trim() === '';

/** Reads `<formElements>`, recursively, in document order; an absent list is empty. Throws invalid with the place. */
export const readFormElements = (list: XmlElement | undefined): FormElement[] => {
  if (list === undefined) return [];
  matchShape(list, shapes.list);
  const elements = list.children.filter(({ name }) => name === 'formElement' || name === 'externalField');
  return elements.filter((child) => !isNothing(child)).flatMap(readFormElement);
};

/**
 * Gives each element a name of its own: the second `column` of a tracker becomes `column_1`. Changes of artifacts mean the first.
 */
export function nameApart(roots: readonly FormElement[]): FormElement[] {
  const taken = new Set(listFormElements(roots).map(({ name }) => name));
  const given = new Set<string>();
  const choose = (name: string): string => {
    if (!given.has(name)) return name;
    let number = 1;
    while (taken.has(`${name}_${number}`)) number += 1;
    taken.add(`${name}_${number}`);
    return `${name}_${number}`;
  };
  const rename = (element: FormElement): FormElement => {
    const name = choose(element.name);
    given.add(name);
    return { ...element, name, children: element.children.map(rename) };
  };
  return roots.map(rename);
}

/**
 * Trackers whose fields have an ID of their own each: one whose ID another field of its tracker has gets a free one, with a
 * warning or an error at `place`. References mean the first.
 */
export function giveFieldReferences(trackers: readonly ArchiveTracker[], place: XmlElement): ArchiveTracker[] {
  const taken = new Set(trackers.flatMap(({ formElements }) => listFormElements(formElements)).map(({ ref }) => ref));
  let number = 1;
  const chooseFree = (): string => {
    while (taken.has(`F${number}`)) number += 1;
    taken.add(`F${number}`);
    return `F${number}`;
  };
  return trackers.map((tracker) => {
    const given = new Set<string>();
    const give = (element: FormElement): FormElement => {
      const { ref, line } = element;
      const isDouble = given.has(ref);
      if (isDouble)
        tolerate({ ...place, name: 'formElement', line }, says('left.taken')`the ID \`${ref}\` is already used`);
      given.add(ref);
      return { ...element, ref: isDouble ? chooseFree() : ref, children: element.children.map(give) };
    };
    return { ...tracker, formElements: tracker.formElements.map(give) };
  });
}

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
        )`project.xml, line ${element.line}, <formElement>: a shared field needs its original in the archive, set by \`original_field_id\``,
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
    if (isSliceOver()) await yieldSlice(true);
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

/** Roots of the tree; brothers in the order of their making. People that are default values must be loaded. */
export function exportFields(context: ExportContext, { definition }: TrackerSource): FormElement[] {
  const byId = [...definition.fieldById.values()]
    .filter((field) => isExported(context, field))
    .sort((a, b) => a.id - b.id);
  const children = Map.groupBy(byId, (field) => field.parentId);
  const exportElement = (field: Field): FormElement => {
    const original = findOriginal(context, field);
    return {
      origin: fieldTypeOf(field.type).isExternal === true ? 'external' : 'core',
      type: original === undefined ? field.type : 'shared',
      ref: context.names.field(field.id),
      name: field.name,
      label: field.label,
      description: field.description,
      rank: field.rank,
      isDeleted: field.settings.isDeleted === true,
      useIt: field.isUsed,
      required: field.isRequired,
      notifications: field.hasNotifications,
      scope: 'P',
      originalFieldRef: original === undefined ? undefined : context.names.field(original.id),
      originalType: original?.type,
      originalIds: { id: undefined, trackerId: undefined, parentId: undefined },
      properties: field.settings.properties,
      bind: exportBind(context, definition, field),
      children: (children.get(field.id) ?? []).map(exportElement),
      line: 0,
    };
  };
  return (children.get(null) ?? []).map(exportElement);
}

/** What fields of plugins do not say. */
const switchesOf = (field: FormElement) => ({
  use_it: field.useIt,
  required: field.required,
  notifications: field.notifications,
  scope: field.scope,
});

const writeFormElement = (field: FormElement): string =>
  element(
    field.origin === 'core' ? 'formElement' : 'externalField',
    {
      type: field.type,
      ID: field.ref,
      rank: field.rank,
      ...(field.origin === 'core' ? switchesOf(field) : {}),
    },
    [
      leaf('name', field.name),
      leaf('label', field.label),
      optionalLeaf('description', field.description),
      Object.keys(field.properties).length === 0 ? undefined : element('properties', field.properties),
      field.bind === undefined ? undefined : writeBind(field.bind),
      field.children.length === 0 ? undefined : writeFormElements(field.children),
    ],
  );

/** `<formElements>` with the whole tree. */
export const writeFormElements = (fields: readonly FormElement[]): string =>
  element('formElements', {}, fields.map(writeFormElement));
