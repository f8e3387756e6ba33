// Writes a JSON value as a body in XML (spec ruling 3): the counterpart of xml-read.ts.
import { escapeXmlAttribute, escapeXmlText, xmlDeclaration } from '../xml-text.ts';
import type { OwnBytes } from './route.ts';

const nameStart =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF' +
  '\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
/** An XML name without a colon, which would make it a namespace prefix (Namespaces in XML 1.0, NCName). */
const plainName = new RegExp(`^[${nameStart}][${nameStart}.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040-]*$`, 'u');

const testedNames = new Map<string, boolean>();
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
 * The whole document for one JSON value, on one line after the declaration. Null and `''` give `<x></x>`, an empty list
 * or object `<x/>`; both read back as what the schema says. Undefined members are left out, as in JSON.
 * Characters that XML 1.0 can't carry (most control characters, lone surrogates, U+FFFE and U+FFFF) become U+FFFD.
 */
export const writeXml = (value: unknown, root: 'request' | 'response' = 'response'): string =>
  xmlDeclaration + writeElement(root, '', value);

/**
 * What stands inside the element of an object, to be kept and put into documents by `writeXmlItems`. In UTF-8, because a
 * text that was put together from pieces keeps all of them, which is several times its length.
 */
export const writeXmlContent = (value: object): Buffer => Buffer.from(writeMembers(value));

const opening = Buffer.from(`${xmlDeclaration}<response>`);
const closing = Buffer.from('</response>');
const itemStart = Buffer.from('<item>');
const itemEnd = Buffer.from('</item>');
const emptyItem = Buffer.from('<item/>');

/** The document that writeXml gives for a list of objects, in UTF-8, from what stands inside each. */
export function writeXmlItems(contents: readonly Buffer[]): OwnBytes {
  if (contents.length === 0) return Buffer.from(`${xmlDeclaration}<response/>`);
  const items = contents.flatMap((content) => (content.length === 0 ? [emptyItem] : [itemStart, content, itemEnd]));
  return Buffer.concat([opening, ...items, closing]);
}

function writeElement(name: string, attribute: string, value: unknown): string {
  const start = `<${name}${attribute}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return `${start}/>`;
    let content = '';
    for (const item of value) content += writeElement('item', '', item);
    return `${start}>${content}</${name}>`;
  }
  if (typeof value === 'object' && value !== null) {
    const content = writeMembers(value);
    return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
  }
  return `${start}>${writeScalar(value)}</${name}>`;
}

function writeMembers(value: object): string {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  let content = '';
  for (const [key, member] of members) {
    // An object whose only member is called `item` would read back as a list where the schema leaves the type open.
    const isElement = isPlainName(key) && !(key === 'item' && members.length === 1);
    content += isElement
      ? writeElement(key, '', member)
      : writeElement('item', ` key="${escapeXmlAttribute(key)}"`, member);
  }
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
