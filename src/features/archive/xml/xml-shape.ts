// Strict access to parsed elements: an element is first held against its shape, which names all that it may contain,
// and then read by getters that turn text into values. What a shape doesn't name is told or refused, so nothing gets lost in silence.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { parseArchiveMoment } from './archive-moment.ts';
import { faultAt, tolerate } from './xml-tree.ts';
import type { XmlElement } from './xml-tree.ts';

type Occurrence = 'one' | 'maybe' | 'many';

export interface Shape {
  readonly attributes: ReadonlySet<string>;
  readonly requiredAttributes: readonly string[];
  readonly anyAttribute: boolean;
  readonly children: ReadonlyMap<string, Occurrence>;
  readonly requiredChildren: readonly string[];
  readonly hasText: boolean;
}

export interface ShapeWords {
  /** Attributes, separated by spaces; a trailing `?` marks an optional one, `*` allows any. */
  readonly attributes?: string;
  /** Child elements; none for exactly one, a trailing `?` for at most one, `*` for any number. */
  readonly children?: string;
  readonly text?: boolean;
}

const splitWords = (words = ''): string[] => words.split(' ').filter((word) => word !== '');

const readOccurrence = (word: string): [name: string, occurrence: Occurrence] => {
  if (word.endsWith('?')) return [word.slice(0, -1), 'maybe'];
  return word.endsWith('*') ? [word.slice(0, -1), 'many'] : [word, 'one'];
};

/** Builds a shape from words, such as `{ attributes: 'type ID rank use_it?', children: 'name label? item*' }`. */
export const defineShape = ({ attributes, children, text = false }: ShapeWords): Shape => {
  const words = splitWords(attributes);
  const named = words.filter((word) => word !== '*');
  const occurrences = splitWords(children).map(readOccurrence);
  return {
    attributes: new Set(named.map((word) => word.replace(/\?$/, ''))),
    requiredAttributes: named.filter((word) => !word.endsWith('?')),
    anyAttribute: words.includes('*'),
    children: new Map(occurrences),
    requiredChildren: occurrences.filter(([, occurrence]) => occurrence === 'one').map(([name]) => name),
    hasText: text,
  };
};

const TEXT_ONLY = defineShape({ text: true });
const EMPTY = defineShape({});

const matchAttributes = (element: XmlElement, shape: Shape): void => {
  for (const name in element.attributes)
    if (!shape.attributes.has(name) && !shape.anyAttribute)
      tolerate(element, says('archive-xml.attribute-unknown')`attribute \`${name}\` is unknown here`);
  for (const name of shape.requiredAttributes)
    if (element.attributes[name] === undefined)
      throw faultAt(element, says('archive-xml.attribute-missing')`attribute \`${name}\` is missing`);
};

const matchChildren = (element: XmlElement, shape: Shape): void => {
  for (const child of element.children) {
    const occurrence = shape.children.get(child.name);
    if (occurrence === undefined)
      tolerate(child, says('archive-xml.element-unknown')`this element is unknown inside <${element.name}>`);
    else if (occurrence !== 'many' && findChild(element, child.name) !== child)
      tolerate(child, says('archive-xml.element-once')`this element is allowed only once inside <${element.name}>`);
  }
  for (const name of shape.requiredChildren)
    if (findChild(element, name) === undefined)
      throw faultAt(element, says('archive-xml.element-missing')`element <${name}> is missing`);
};

/**
 * Throws invalid, with the place, when the element lacks what its shape needs; also when it holds what that doesn't name, unless
 * somebody hears warnings of it: then that is passed over.
 */
export const matchShape = (element: XmlElement, shape: Shape): void => {
  matchAttributes(element, shape);
  matchChildren(element, shape);
  if (!shape.hasText && element.text.trim() !== '')
    tolerate(element, says('archive-xml.no-text')`text is not allowed directly in this element`);
};

export const findChild = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** The child element, which the shape must have required. */
export const readChild = (element: XmlElement, name: string): XmlElement => {
  const child = findChild(element, name);
  if (child === undefined) throw faultAt(element, says('archive-xml.element-missing')`element <${name}> is missing`);
  return child;
};

export const findChildren = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

const LIST_SHAPES = new Map<string, Shape>();

const shapeOfList = (memberName: string): Shape => {
  const known = LIST_SHAPES.get(memberName);
  if (known !== undefined) return known;
  const shape = defineShape({ children: `${memberName}*` });
  LIST_SHAPES.set(memberName, shape);
  return shape;
};

/** Members of a plain list such as `<items>`, which may be absent; throws invalid when it holds something else. */
export const readList = (element: XmlElement, listName: string, memberName: string): XmlElement[] => {
  const list = findChild(element, listName);
  if (list === undefined) return [];
  matchShape(list, shapeOfList(memberName));
  return findChildren(list, memberName);
};

/** Text of an element that holds nothing but text. */
export const readText = (element: XmlElement): string => {
  matchShape(element, TEXT_ONLY);
  return element.text;
};

/** Text of a child that holds nothing but text; undefined when there's no such child. */
export const readChildText = (element: XmlElement, name: string): string | undefined => {
  const child = findChild(element, name);
  return child === undefined ? undefined : readText(child);
};

/** Throws invalid unless the element is quite empty. */
export const expectEmpty = (element: XmlElement): void => matchShape(element, EMPTY);

const ATTRIBUTES = new Map<string, Said>();

/** Kept, because readers ask for it whether or not there is a fault to tell of. */
const attributeOf = (name: string): Said => {
  const known = ATTRIBUTES.get(name);
  if (known !== undefined) return known;
  const said = says('archive-xml.attribute')`attribute \`${name}\``;
  ATTRIBUTES.set(name, said);
  return said;
};

/** A required attribute; empty text is allowed. */
export const readAttribute = (element: XmlElement, name: string): string => {
  const value = element.attributes[name];
  if (value === undefined)
    throw faultAt(element, says('archive-xml.attribute-missing')`attribute \`${name}\` is missing`);
  return value;
};

/** A required attribute that says something. */
export const readFilledAttribute = (element: XmlElement, name: string): string => {
  const value = readAttribute(element, name);
  if (value.trim() === '') throw faultAt(element, says('archive-xml.attribute-empty')`attribute \`${name}\` is empty`);
  return value;
};

const SWITCH_VALUES: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false };

/** Reads `1`, `0`, `true` or `false`; throws invalid naming `what` for anything else. */
export const parseSwitch = (element: XmlElement, what: Said, value: string): boolean => {
  const parsed = Object.hasOwn(SWITCH_VALUES, value.trim()) ? SWITCH_VALUES[value.trim()] : undefined;
  if (parsed === undefined)
    throw faultAt(element, says('archive-xml.switch')`${what} is \`${value}\`; it must be 1, 0, true or false`);
  return parsed;
};

export const findSwitch = (element: XmlElement, name: string): boolean | undefined => {
  const value = element.attributes[name];
  return value === undefined ? undefined : parseSwitch(element, attributeOf(name), value);
};

export const readSwitch = (element: XmlElement, name: string, fallback: boolean): boolean =>
  findSwitch(element, name) ?? fallback;

/** A whole number; throws invalid naming `what` for other text. */
export const parseWholeNumber = (element: XmlElement, what: Said, value: string): number => {
  const number = Number(value);
  if (!/^[+-]?\d+$/.test(value.trim()) || !Number.isSafeInteger(number))
    throw faultAt(element, says('archive-xml.whole')`${what} is \`${value}\`; it must be a whole number`);
  return number;
};

/** An attribute that is a whole number; absent gives `fallback`, and without fallback it is an error. */
export const readWholeNumber = (element: XmlElement, name: string, fallback?: number): number => {
  const value = element.attributes[name];
  if (value === undefined && fallback !== undefined) return fallback;
  return parseWholeNumber(element, attributeOf(name), readAttribute(element, name));
};

/** One of the allowed words; throws invalid that lists them. */
export const parseWord = <Word extends string>(
  element: XmlElement,
  what: Said,
  value: string,
  allowed: readonly Word[],
): Word => {
  const word = allowed.find((candidate) => candidate === value);
  if (word === undefined)
    throw faultAt(element, says('archive-xml.word')`${what} is \`${value}\`; it must be one of ${allowed.join(', ')}`);
  return word;
};

export const readWord = <Word extends string>(element: XmlElement, name: string, allowed: readonly Word[]): Word =>
  parseWord(element, attributeOf(name), readAttribute(element, name), allowed);

const REFERENCE = defineShape({ attributes: 'REF' });

/** The `REF` of an element that holds nothing else. */
export const readReference = (element: XmlElement): string => {
  matchShape(element, REFERENCE);
  return readFilledAttribute(element, 'REF');
};

/** The `REF` of a child element, which must be there. */
export const readChildReference = (element: XmlElement, name: string): string =>
  readReference(readChild(element, name));

/**
 * Milliseconds since the epoch of a moment such as `2017-10-06T12:26:56+02:00`; see parseArchiveMoment. Throws invalid for other texts.
 */
export const readMoment = (element: XmlElement): number => {
  matchShape(element, MOMENT);
  const text = element.text.trim();
  const ms = parseArchiveMoment(text);
  if (ms === undefined)
    throw faultAt(
      element,
      says('archive-xml.date')`\`${text}\` is not a valid date; use a format such as 2017-10-06T12:26:56+02:00`,
    );
  return ms;
};

const MOMENT = defineShape({ attributes: 'format?', text: true });
