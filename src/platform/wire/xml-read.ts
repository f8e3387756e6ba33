// Reads a request body in XML into a tree of elements (spec ruling 3). The tree is not typed yet: the route's schema
// decides in decode.ts whether a text is a number or a string and whether an element is a list or an object.
// What XML offers beyond that mapping (document types, entities, instructions, namespaces, attributes) is refused.

import { SaxesParser } from 'saxes';
import { invalid } from '../errors.ts';
import { createStepCounter } from '../concurrency/time-slices.ts';
import type { Steps } from '../concurrency/time-slices.ts';
import { says } from '../texts/said.ts';
import type { Said } from '../texts/said.ts';
import { shorten } from '../texts/shorten.ts';

export interface XmlElement {
  name: string;
  /** The `key` attribute of an `item`: the member's name where that is no XML name. */
  key: string | undefined;
  children: XmlElement[];
  /** Character content with its white space; always empty or blank beside children. */
  text: string;
  line: number;
  column: number;
}

export interface XmlLimits {
  /** Nesting of elements, the root counted. */
  depthMax: number;
  elementsMax: number;
  /** Comments and CDATA sections together. */
  sectionsMax: number;
  /** References to characters and entities, such as `&lt;`. */
  referencesMax: number;
  /** UTF-16 code units of the whole document. */
  lengthMax: number;
}

/** Limits for request bodies; the route's own body limit usually strikes first. */
export const defaultXmlLimits: XmlLimits = {
  depthMax: 32,
  elementsMax: 100_000,
  sectionsMax: 100_000,
  referencesMax: 500_000,
  lengthMax: 32 * 1024 * 1024,
};

/** As of an object in JSON. */
const membersMax = 10_000;
/** A step reads so much. */
const stepLength = 8192;
const isStepLong = createStepCounter(128);

const isBlank = (text: string): boolean => text === '' || text.trim() === '';

/**
 * Parses a body whose root element is `request`. Throws invalid, with line and column, for anything malformed, for
 * another root, for what the mapping does not know (spec ruling 3) and, as soon as it is read, for what exceeds `limits`.
 */
export function* readXml(text: string, limits: XmlLimits = defaultXmlLimits): Steps<XmlElement> {
  if (text.length > limits.lengthMax) {
    throw invalid(`The XML body is ${text.length} characters long; at most ${limits.lengthMax} are allowed.`);
  }
  const parser = new SaxesParser({ xmlns: false as const, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const refuse: Refuse = (reason) => {
    throw refuseAt(reason, parser.line, parser.column);
  };
  refuseOddities(parser, refuse);
  const countSection = countSections(limits.sectionsMax, refuse);
  parser.on('comment', countSection);
  const tree = buildTree(parser, limits, refuse, countSection);
  let references = 0;
  for (let at = 0; at < text.length; at += stepLength) {
    const part = text.slice(at, at + stepLength);
    references += countReferences(part);
    if (references > limits.referencesMax) refuse(`there are more than ${limits.referencesMax} references`);
    parser.write(part);
    if (at + stepLength < text.length) yield;
  }
  parser.close();
  return tree.root ?? refuse('there is no root element; `request` is expected');
}

type Parser = SaxesParser<{ xmlns: false }>;
type Refuse = (reason: string) => never;

/** Characters of a name, and of the parser's reason, that a message quotes. */
const shownMax = 200;

function refuseOddities(parser: Parser, refuse: Refuse): void {
  parser.on('error', (error) => {
    const reason = error.message
      .slice(0, shownMax)
      .replace(/^\d+:\d+: /, '')
      .replace(/\.$/, '');
    refuse(`the XML is malformed: ${reason.replace('undefined entity', 'unknown entity')}`);
  });
  parser.on('doctype', () => refuse('a document type (DOCTYPE) is not allowed; remove it'));
  parser.on('processinginstruction', ({ target }) =>
    refuse(`the processing instruction \`${target.slice(0, shownMax)}\` is not allowed; remove it`),
  );
}

/** To be called for each comment and CDATA section. */
function countSections(sectionsMax: number, refuse: Refuse): () => void {
  let sections = 0;
  return () => {
    sections += 1;
    if (sections > sectionsMax) refuse(`there are more than ${sectionsMax} comments and CDATA sections`);
  };
}

function countReferences(text: string): number {
  let count = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count += 1;
  return count;
}

interface Tree {
  root: XmlElement | undefined;
}

/** Fills the tree while the parser reads. A tag is judged by its name and by each attribute as it comes, before it ends. */
function buildTree(parser: Parser, limits: XmlLimits, refuse: Refuse, countSection: () => void): Tree {
  const tree: Tree = { root: undefined };
  const open: XmlElement[] = [];
  let elements = 0;
  let opening: XmlElement | undefined;
  parser.on('opentagstart', ({ name }) => {
    elements += 1;
    if (elements > limits.elementsMax) refuse(`there are more than ${limits.elementsMax} elements`);
    if (open.length >= limits.depthMax) refuse(`elements are nested more than ${limits.depthMax} deep`);
    if (name.includes(':')) refuse(`\`${name.slice(0, shownMax)}\` has a namespace prefix; plain names only`);
    opening = { name, key: undefined, children: [], text: '', line: parser.line, column: parser.column };
  });
  parser.on('attribute', ({ name, value }) => {
    if (opening === undefined) return;
    if (name !== 'key' || opening.name !== 'item') {
      const where = `\`${opening.name.slice(0, shownMax)}\` has the attribute \`${name.slice(0, shownMax)}\``;
      refuse(`${where}; the only attribute is \`key\`, on \`item\`, and values go into elements`);
    }
    if (opening.key !== undefined) refuse('the XML is malformed: duplicate attribute: key');
    opening.key = value;
  });
  parser.on('opentag', () => {
    const element = opening;
    if (element === undefined) return;
    element.line = parser.line;
    element.column = parser.column;
    const parent = open.at(-1);
    if (parent === undefined) tree.root ??= requireRoot(element);
    else parent.children.push(element);
    open.push(element);
  });
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', (part) => {
    countSection();
    addText(part);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined && element.children.length > 0 && !isBlank(element.text)) {
      throw refuseAt(`\`${element.name}\` holds both elements and text; use one of them`, element.line, element.column);
    }
  });
  return tree;
}

const refuseAt = (reason: string, line: number, column: number): Error =>
  invalid(`The XML body can't be read at line ${line}, column ${column}: ${reason}.`);

function requireRoot(element: XmlElement): XmlElement {
  if (element.name === 'request' && element.key === undefined) return element;
  const name = element.name.slice(0, shownMax);
  throw refuseAt(`the root element is \`${name}\`; it must be \`request\``, element.line, element.column);
}

/** Tells a tree of readXml from any other value. */
export const isXmlElement = (value: unknown): value is XmlElement =>
  typeof value === 'object' && value !== null && 'children' in value && 'column' in value;

/** What the element holds, as the predicate of a sentence that names its line. */
export function describeXml(element: XmlElement): Said {
  const { children, text, line } = element;
  if (children.length > 0) return says('xml.elements')`(line ${line}) contains elements`;
  if (isBlank(text)) return says('xml.empty')`(line ${line}) is empty`;
  return says('xml.text')`(line ${line}) is ${JSON.stringify(shorten(text, 41))}`;
}

/** The elements of a list, or undefined where the element is no list (it has text, or children that are not plain `item`). */
export function itemsOfXml(element: XmlElement): XmlElement[] | undefined {
  const { children } = element;
  if (children.length === 0) return isBlank(element.text) ? children : undefined;
  return children.every((child) => child.name === 'item' && child.key === undefined) ? children : undefined;
}

/** The entries of a list of scalars without `item`: the text of the element is the only one, or each is in a `text` element. */
export function scalarsOfXml(element: XmlElement): XmlElement[] | undefined {
  const { children } = element;
  if (children.length === 0) return isBlank(element.text) ? undefined : [element];
  return children.every((child) => child.name === 'text' && child.key === undefined && child.children.length === 0)
    ? children
    : undefined;
}

/**
 * The members of an object by name, or undefined where the element is no object: it has text, or is a list. With
 * `itemIsMember`, `item` is a name like any other. Throws invalid where one name stands twice.
 */
export function membersOfXml(element: XmlElement, itemIsMember: boolean): Map<string, XmlElement> | undefined {
  const { children } = element;
  if (children.length === 0) return isBlank(element.text) ? new Map() : undefined;
  if (!itemIsMember && itemsOfXml(element) !== undefined) return undefined;
  const members = new Map<string, XmlElement>();
  for (const child of children) {
    const name = child.key ?? child.name;
    if (members.has(name)) {
      const reason = `\`${name.slice(0, shownMax)}\` stands twice in \`${element.name.slice(0, shownMax)}\``;
      throw refuseAt(`${reason}; a list is written with \`item\` elements`, child.line, child.column);
    }
    if (members.size >= membersMax) {
      throw refuseAt(`there are more than ${membersMax} members in one object`, child.line, child.column);
    }
    members.set(name, child);
  }
  return members;
}

/**
 * The value at a place whose type the schema leaves open: `item` children, and several `text` children, make a list, other
 * children an object, everything else is text, `""` when empty. Throws invalid where a name stands twice or is `__proto__`.
 */
export function* readUntypedXml(element: XmlElement): Steps<unknown> {
  if (element.children.length === 0) return element.text;
  const items = itemsOfXml(element) ?? (element.children.length > 1 ? scalarsOfXml(element) : undefined);
  if (items !== undefined) {
    const list: unknown[] = [];
    for (const item of items) {
      list.push(item.children.length === 0 ? item.text : yield* readUntypedXml(item));
      if (isStepLong()) yield;
    }
    return list;
  }
  const value: Record<string, unknown> = {};
  for (const [name, child] of membersOfXml(element, false) ?? []) {
    if (name === '__proto__') throw refuseAt('`__proto__` is not allowed as a name', child.line, child.column);
    value[name] = yield* readUntypedXml(child);
    if (isStepLong()) yield;
  }
  return value;
}

export type Scalar = string | number | boolean | null;
export type ScalarKind = 'string' | 'integer' | 'number' | 'boolean' | 'null';

const integerText = /^-?\d+(?:\.0+)?$/;
const numberText = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The text as a value of that kind, or undefined where it is none. Integers are not checked for their range. */
export function readScalarText(kind: ScalarKind, text: string): Scalar | undefined {
  switch (kind) {
    case 'string':
      return text;
    case 'integer':
      return integerText.test(text) ? Number(text) + 0 : undefined;
    case 'number':
      return numberText.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      if (/^(?:true|1)$/i.test(text)) return true;
      return /^(?:false|0)$/i.test(text) ? false : undefined;
    case 'null':
      return text === '' ? null : undefined;
  }
}

/** The element's text as a value of that kind, or undefined; white space around anything but a string is ignored. */
export function readScalarXml(kind: ScalarKind, element: XmlElement): Scalar | undefined {
  if (element.children.length > 0) return undefined;
  return readScalarText(kind, kind === 'string' ? element.text : element.text.trim());
}
