// Writes a JSON value as a body in XML (spec ruling 3): the counterpart of xml-read.ts.
import { runInSlices } from '../concurrency/time-slices.ts';
import type { Steps } from '../concurrency/time-slices.ts';
import { escapeXmlAttribute, escapeXmlText, xmlDeclaration } from '../texts/xml-text.ts';

const nameStart =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF' +
  '\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
/** An XML name without a colon, which would make it a namespace prefix (Namespaces in XML 1.0, NCName). */
const plainName = new RegExp(`^[${nameStart}][${nameStart}.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040-]*$`, 'u');

const testedNames = new Map<string, boolean>();
/** Names that are known to be plain or not; with one more all of them are forgotten. */
const testedNamesMax = 1000;

function isPlainName(key: string): boolean {
  const known = testedNames.get(key);
  if (known !== undefined) return known;
  const isPlain = plainName.test(key);
  if (testedNames.size >= testedNamesMax) testedNames.clear();
  testedNames.set(key, isPlain);
  return isPlain;
}

/**
 * How lists of scalars are written: as `item` elements, or, as the wire format's origin does, the only entry as the text of its
 * parent and several as `text` elements.
 */
export type ScalarLists = 'items' | 'texts';

/**
 * The whole document for one JSON value, on one line after the declaration. Null and `''` give `<x></x>`, an empty list
 * or object `<x/>`; both read back as what the schema says. Undefined members are left out, as in JSON.
 * Characters that XML 1.0 can't carry (most control characters, lone surrogates, U+FFFE and U+FFFF) become U+FFFD.
 */
export const writeXml = (value: unknown, root: 'request' | 'response' = 'response'): string =>
  xmlDeclaration + writeElement(root, '', value, 'items');

/** The same for a response that may be long, written a little in each turn of the event loop. */
export const writeXmlInSlices = (value: unknown, lists: ScalarLists = 'items'): string | Promise<string> =>
  runInSlices(writeInPieces(value, lists));

function* writeInPieces(value: unknown, lists: ScalarLists): Steps<string> {
  let text = xmlDeclaration;
  for (const piece of writePieces('response', '', value, 3, lists)) {
    text += piece;
    yield;
  }
  return text;
}

/** An element in pieces of what is at most so deep inside of it. */
function* writePieces(
  name: string,
  attribute: string,
  value: unknown,
  depth: number,
  lists: ScalarLists,
): Generator<string, void> {
  const children = depth === 0 ? [] : childrenOf(value, lists);
  if (children.length === 0) {
    yield writeElement(name, attribute, value, lists);
    return;
  }
  yield `<${name}${attribute}>`;
  for (const [childName, childAttribute, child] of children)
    yield* writePieces(childName, childAttribute, child, depth - 1, lists);
  yield `</${name}>`;
}

/**
 * What stands inside the element of an object, to be kept and put into documents by `writeXmlList`. In UTF-8, because a
 * text that was put together from pieces keeps all of them, which is several times its length.
 */
export const writeXmlContent = (value: object, lists: ScalarLists = 'items'): Buffer =>
  Buffer.from(writeChildren(value, lists));

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The only entry of a list that is written as text. */
const textOf = (value: unknown, lists: ScalarLists): { text: string } | undefined =>
  lists === 'texts' && Array.isArray(value) && value.length === 1 && isScalar(value[0])
    ? { text: writeScalar(value[0]) }
    : undefined;

/** Names, attributes and values of the elements inside; none of a scalar, and of what is written as one. */
function childrenOf(value: unknown, lists: ScalarLists): [string, string, unknown][] {
  if (textOf(value, lists) !== undefined) return [];
  if (Array.isArray(value)) {
    const name = lists === 'texts' && value.every(isScalar) ? 'text' : 'item';
    return value.map((item) => [name, '', item]);
  }
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.map(([key, member]) => {
    // An object whose only member is called `item` would read back as a list where the schema leaves the type open.
    const isElement = isPlainName(key) && !(key === 'item' && members.length === 1);
    return isElement ? [key, '', member] : ['item', ` key="${escapeXmlAttribute(key)}"`, member];
  });
}

function writeElement(name: string, attribute: string, value: unknown, lists: ScalarLists): string {
  const start = `<${name}${attribute}`;
  const only = textOf(value, lists);
  if (only !== undefined) return `${start}>${only.text}</${name}>`;
  if (typeof value === 'object' && value !== null) {
    const content = writeChildren(value, lists);
    return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
  }
  return `${start}>${writeScalar(value)}</${name}>`;
}

function writeChildren(value: object, lists: ScalarLists): string {
  let content = '';
  for (const [name, attribute, child] of childrenOf(value, lists))
    content += writeElement(name, attribute, child, lists);
  return content;
}

function writeScalar(value: unknown): string {
  if (typeof value === 'string') return escapeXmlText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? writeDecimal(value) : '';
  return typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : '';
}

/** Spec ruling 3 wants decimals, so the exponent that JavaScript uses below 1e-6 and from 1e21 on is written out. */
function writeDecimal(value: number): string {
  const text = Object.is(value, -0) ? '0' : String(value);
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const shift = Number(exponent);
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return sign + whole + fraction.padEnd(shift, '0');
}
