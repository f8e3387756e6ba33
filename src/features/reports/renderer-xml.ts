// The kept XML of a renderer as a tree, to read from and to change: what nobody here understands goes out as it came in.
import { SaxesParser } from 'saxes';
import { escapeXmlAttribute, escapeXmlText } from '../../platform/texts/xml-text.ts';

export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly (XmlNode | string)[];
}

interface OpenNode extends XmlNode {
  children: (XmlNode | string)[];
}

/** The root element. Throws an Error for what is not well-formed, which nothing stored is. */
export function parseXml(xml: string): XmlNode {
  const parser = new SaxesParser();
  const open: OpenNode[] = [{ name: '', attributes: {}, children: [] }];
  const addText = (text: string): void => void open.at(-1)?.children.push(text);
  parser.on('opentag', ({ name, attributes }) => {
    const node: OpenNode = { name, attributes: { ...attributes }, children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (text) => {
    if (open.length > 1) addText(text);
  });
  parser.on('cdata', addText);
  parser.write(xml).close();
  const root = open[0]?.children.find(isNode);
  if (root === undefined) throw new Error('the kept XML has no element');
  return root;
}

const isNode = (child: XmlNode | string): child is XmlNode => typeof child !== 'string';

export function writeXml({ name, attributes, children }: XmlNode): string {
  const tags = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXmlAttribute(value)}"`);
  const inner = children.map((child) => (isNode(child) ? writeXml(child) : escapeXmlText(child))).join('');
  return inner === '' ? `<${name}${tags.join('')}/>` : `<${name}${tags.join('')}>${inner}</${name}>`;
}

export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter(isNode).filter((child) => child.name === name) ?? [];

/** Without what child elements hold. */
export const textOf = (node: XmlNode | undefined): string =>
  node?.children.map((child) => (isNode(child) ? '' : child)).join('') ?? '';

/** undefined takes the attribute away. */
export function withAttribute(node: XmlNode, name: string, value: string | undefined): XmlNode {
  const { [name]: _, ...others } = node.attributes;
  if (value === undefined) return { ...node, attributes: others };
  return { ...node, attributes: { ...node.attributes, [name]: value } };
}

/** With this child in the place of the first of its name, or at the start; empty texts have no element. */
export function withText(node: XmlNode, name: string, text: string): XmlNode {
  const child: XmlNode = { name, attributes: {}, children: [text] };
  const others = node.children.filter((one) => !isNode(one) || one.name !== name);
  if (text === '') return { ...node, children: others };
  const at = node.children.findIndex((one) => isNode(one) && one.name === name);
  return { ...node, children: at < 0 ? [child, ...others] : others.toSpliced(at, 0, child) };
}

/** With this child instead of those of its name, at the end where there was none. */
export function withChild(node: XmlNode, child: XmlNode): XmlNode {
  const at = node.children.findIndex((one) => isNode(one) && one.name === child.name);
  if (at < 0) return { ...node, children: [...node.children, child] };
  const others = node.children.filter((one) => !isNode(one) || one.name !== child.name);
  return { ...node, children: others.toSpliced(at, 0, child) };
}
