// Parses the XML files of an archive, as a stream, into a light element tree with line numbers.
// Refuses what the format has no use for: document types, entities beyond the predefined, processing instructions,
// encodings other than UTF-8, absurd depth and size.
import { SaxesParser } from 'saxes';
import type { SaxesTagPlain } from 'saxes';
import { invalid } from '../../platform/errors.ts';
import type { DomainError } from '../../platform/errors.ts';
import { createSourceWindow, MAX_NAME_LENGTH } from './xml-source-window.ts';

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 4_000_000;

export interface XmlElement {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Without prototype. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** All text directly inside, entities resolved; empty when it is only white space between child elements. */
  text: string;
  /** Exact source, only where `keepsSource` asked for it. */
  source: string | undefined;
}

export interface XmlParseOptions {
  /** Name for messages, such as `project.xml`. */
  readonly file: string;
  /** Asked when a tag opens, with attributes and depth (root is 1); never asked inside a kept element. */
  readonly keepsSource?: (element: XmlElement, depth: number) => boolean;
  /** Told when an element is complete; true means it was used up and need not stay in the tree. */
  readonly take?: (element: XmlElement, parent: XmlElement, depth: number) => boolean;
}

/** The error for a fault at an element: `project.xml, line 87, <formElement>: …`. */
export const faultAt = (element: XmlElement, message: string): DomainError =>
  invalid(`${element.file}, line ${element.line}, <${element.name}>: ${message}`);

const refuse = (file: string, line: number, message: string): DomainError =>
  invalid(`${file}, line ${line}: ${message}`);

interface TreeBuilder {
  open(tag: SaxesTagPlain, line: number): void;
  addText(text: string): void;
  close(position: number): void;
  readonly root: () => XmlElement | undefined;
}

const createTreeBuilder = (options: XmlParseOptions, window: ReturnType<typeof createSourceWindow>): TreeBuilder => {
  const stack: XmlElement[] = [];
  let root: XmlElement | undefined;
  let heldCount = 0;
  let recorded: XmlElement | undefined;

  const addText = (text: string): void => {
    const current = stack.at(-1);
    if (current !== undefined) current.text += text;
  };
  const open = (tag: SaxesTagPlain, line: number): void => {
    const { file } = options;
    const element: XmlElement = {
      name: tag.name,
      file,
      line,
      attributes: tag.attributes,
      children: [],
      text: '',
      source: undefined,
    };
    stack.push(element);
    heldCount += 1;
    if (stack.length > MAX_DEPTH) throw faultAt(element, `elements are nested deeper than ${MAX_DEPTH} levels`);
    if (heldCount > MAX_ELEMENTS) throw faultAt(element, `there are more than ${MAX_ELEMENTS} elements`);
    root ??= element;
    if (recorded !== undefined) return;
    if (options.keepsSource?.(element, stack.length) === true) recorded = element;
    else window.discard();
  };
  const close = (position: number): void => {
    const element = stack.pop();
    if (element === undefined) return;
    if (element.children.length > 0 && element.text.trim() === '') element.text = '';
    if (element === recorded) {
      element.source = window.stop(position);
      recorded = undefined;
    }
    const parent = stack.at(-1);
    if (parent === undefined) return;
    if (options.take?.(element, parent, stack.length + 1) === true) heldCount -= countElements(element);
    else parent.children.push(element);
  };
  return { open, addText, close, root: () => root };
};

const countElements = (element: XmlElement): number =>
  element.children.reduce((count, child) => count + countElements(child), 1);

const createParser = (options: XmlParseOptions) => {
  const { file } = options;
  const parser = new SaxesParser({ xmlns: false });
  const window = createSourceWindow();
  const builder = createTreeBuilder(options, window);
  let tagLine = 1;

  parser.on('opentagstart', (tag) => {
    if (tag.name.length > MAX_NAME_LENGTH) throw refuse(file, parser.line, 'an element name is too long');
    tagLine = parser.line - window.startTag(parser.position);
  });
  parser.on('opentag', (tag) => builder.open(tag, tagLine));
  parser.on('closetag', () => builder.close(parser.position));
  parser.on('text', builder.addText);
  parser.on('cdata', builder.addText);
  parser.on('doctype', () => {
    throw refuse(file, parser.line, 'a document type (DOCTYPE) is not allowed');
  });
  parser.on('processinginstruction', ({ target }) => {
    throw refuse(file, parser.line, `the processing instruction \`${target}\` is not allowed`);
  });
  parser.on('xmldecl', ({ version, encoding }) => {
    if (version !== '1.0') throw refuse(file, 1, `XML version ${version} is not supported, use 1.0`);
    if (encoding !== undefined && !/^utf-8$/i.test(encoding))
      throw refuse(file, 1, `the encoding ${encoding} is not supported, use UTF-8`);
  });
  parser.on('error', (error) => {
    const reason = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    throw refuse(file, parser.line, `the XML is not well formed: ${reason}`);
  });
  const write = (chunk: string): void => {
    window.append(chunk);
    parser.write(chunk);
  };
  return { write, end: () => parser.close(), line: () => parser.line, root: builder.root };
};

const decodeChunk = (decoder: TextDecoder, chunk: Uint8Array | undefined, describe: () => DomainError): string => {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (error) {
    if (error instanceof TypeError) throw describe();
    throw error;
  }
};

/**
 * Parses a document and returns its root. Comments are dropped (but stay in kept sources). Time is linear.
 * Throws invalid with file and line for anything that is not well-formed XML 1.0 in UTF-8 or goes beyond the limits.
 */
export const parseXml = async (
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: XmlParseOptions,
): Promise<XmlElement> => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = createParser(options);
  const describe = (): DomainError =>
    refuse(options.file, parser.line(), 'at or after this line is text that is not UTF-8');
  for await (const chunk of chunks) {
    const text = decodeChunk(decoder, chunk, describe);
    if (text !== '') parser.write(text);
  }
  const rest = decodeChunk(decoder, undefined, describe);
  if (rest !== '') parser.write(rest);
  parser.end();
  const root = parser.root();
  if (root === undefined) throw refuse(options.file, 1, 'the file holds no element');
  return root;
};
