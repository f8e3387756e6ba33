// Reads the tree of form elements of a tracker: fields, containers, static elements and elements of plugins.
import { says } from '../../../platform/texts/said.ts';
import { fieldTypeOf, isFieldType } from '../../trackers/index.ts';
import type { ArchiveTracker } from '../model/archive-model.ts';
import { listFormElements } from '../model/field-model.ts';
import type { FormElement } from '../model/field-model.ts';
import { trackerShapes } from '../outcomes/tracker-outcomes.ts';
import { readBind } from '../concepts/list-values.ts';
import { translateKey } from './translation-keys.ts';
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

/** A field that has the values of another stands as one of this type. */
const isKnown = (type: string): boolean => type === 'shared' || isFieldType(type);
/** Those of plugins stand in elements of either name. */
const isExternal = (type: string): boolean => isFieldType(type) && fieldTypeOf(type).isExternal === true;

const readProperties = (element: XmlElement | undefined): Record<string, string> => {
  if (element === undefined) return {};
  matchShape(element, trackerShapes.properties);
  return { ...element.attributes };
};

const readName = (element: XmlElement): string => {
  const name = readText(element).trim();
  if (!/^[A-Za-z0-9_-]+$/.test(name))
    throw faultAt(
      element,
      says('archive-xml.letters-hyphens')`\`${name}\` must consist of letters, digits, \`_\` and \`-\``,
    );
  return name;
};

const readOriginalFieldRef = (element: XmlElement, type: string): string | undefined => {
  const ref = element.attributes['original_field_id'];
  if (ref !== undefined && type !== 'shared')
    throw faultAt(
      element,
      says('archive-xml.original')`attribute \`original_field_id\` is only for elements of type shared`,
    );
  return ref;
};

/** None for a type that there is none of, which is told or refused. */
const readFormElement = (element: XmlElement): FormElement[] => {
  const type = readAttribute(element, 'type');
  const isOfElement = element.name === 'formElement' ? isKnown : isExternal;
  if (isOfElement(type)) return [readKnown(element, type)];
  tolerate(element, says('archive-xml.no-type')`there is no type \`${type}\` of fields; the element is left out`);
  return [];
};

const readKnown = (element: XmlElement, type: string): FormElement => {
  matchShape(element, trackerShapes.field);
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
  matchShape(list, trackerShapes.formElements);
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
        tolerate({ ...place, name: 'formElement', line }, says('left.taken')`the ID \`${ref}\` is already taken`);
      given.add(ref);
      return { ...element, ref: isDouble ? chooseFree() : ref, children: element.children.map(give) };
    };
    return { ...tracker, formElements: tracker.formElements.map(give) };
  });
}
