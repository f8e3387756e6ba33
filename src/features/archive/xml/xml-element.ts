// Builds the elements of an archive as text. Content is XML already; texts go through `leaf`.
import { escapeXmlAttribute, escapeXmlText } from '../../../platform/texts/xml-text.ts';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Undefined attributes are left out; a boolean is written as 1 or 0. */
function startTag(name: string, attributes: Attributes): string {
  let tag = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    tag += ` ${key}="${escapeXmlAttribute(typeof value === 'boolean' ? String(Number(value)) : String(value))}"`;
  }
  return tag;
}

type Children = readonly (string | undefined)[];

/** One a line; undefined ones are left out. */
export const joinElements = (children: Children): string =>
  children.map((child) => (child === undefined ? '' : `${child}\n`)).join('');

/** An element with others inside. */
export function element(name: string, attributes: Attributes, children: Children = []): string {
  const content = joinElements(children);
  const start = startTag(name, attributes);
  return content === '' ? `${start}/>` : `${start}>\n${content}</${name}>`;
}

/** The start of an element whose first children are known; the caller closes it. */
export const openElement = (name: string, attributes: Attributes, children: Children = []): string =>
  `${startTag(name, attributes)}>\n${joinElements(children)}`;

/** An element with text inside. */
export const leaf = (name: string, text: string, attributes: Attributes = {}): string =>
  `${startTag(name, attributes)}>${escapeXmlText(text)}</${name}>`;

/** The same, left out where there is no text. */
export const optionalLeaf = (name: string, text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : leaf(name, text);

/** A list such as `<items>`, left out when it is empty. */
export const optionalList = (name: string, children: readonly string[]): string | undefined =>
  children.length === 0 ? undefined : element(name, {}, children);

/** An element that names a part of a tracker. */
export const reference = (name: string, ref: string): string => element(name, { REF: ref });

/** What moments say of themselves. */
export const isoFormat = { format: 'ISO8601' } as const;

/** An element that says when. */
export const momentLeaf = (name: string, ms: number): string =>
  leaf(name, new Date(ms).toISOString().replace('.000Z', 'Z'), isoFormat);
