// Parses the XML files of an archive, as a stream, into a light element tree with line numbers.
// Refuses what the format has no use for: document types, entities beyond the predefined, absurd depth and size.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { DomainError } from '../../../platform/errors.ts';
import { XmlScanner } from './xml-scanner.ts';
import type { XmlAttributes } from './xml-scanner.ts';
import { declarationMaxBytes, findEncoding, openDecoder } from '../../../platform/texts/xml-encoding.ts';
import { NotWellFormedError } from './xml-syntax.ts';

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 4_000_000;
const MAX_NAME_LENGTH = 256;
/** UTF-16 code units of the text of one element, and of a part that is kept as its source; V8 ends at 512 Mi for a string. */
const MAX_TEXT_LENGTH = 16 * 1024 ** 2;
const MAX_SOURCE_LENGTH = 64 * 1024 ** 2;
/** Of the texts and sources of all elements that are in memory at a time, such as those of one artifact. */
const MAX_HELD_LENGTH = 512 * 1024 ** 2;

export interface XmlElement {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  readonly attributes: XmlAttributes;
  readonly children: XmlElement[];
  /** All text directly inside, entities resolved; empty when it is only white space between child elements. */
  text: string;
  /** Exact source, only where `keepsSource` asked for it. */
  source: string | undefined;
  /** Hears of what readers pass over; absent: that is refused. */
  readonly warn?: XmlWarn | undefined;
}

/** Hears what is odd, with its line and element. */
export type XmlWarn = (line: number, element: string, sentence: Said) => void;

export interface XmlParseOptions {
  /** Name for messages, such as `project.xml`. */
  readonly file: string;
  /** Asked when a tag opens, with attributes and depth (root is 1); never asked inside a kept element. */
  readonly keepsSource?: (element: XmlElement, depth: number) => boolean;
  /** Told when a tag opens, with its depth and whether its source is kept, alone or as a part. */
  readonly note?: (element: XmlElement, depth: number, isKept: boolean) => void;
  /**
   * Told when an element is complete, with its path from the root to itself; true means it was used up and need not
   * stay in the tree.
   */
  readonly take?: (element: XmlElement, path: readonly XmlElement[]) => boolean;
  /** Told of processing instructions, which are passed over: the target, and what follows it. */
  readonly instruction?: (target: string, text: string) => void;
  /** Hears of what readers of elements pass over; absent: they refuse it. */
  readonly warn?: XmlWarn | undefined;
  /** Elements that may be in the tree at a time; by default as many as memory bears. */
  readonly elementsMax?: number | undefined;
  /** The bytes are UTF-8 whatever the document declares, because they were a text. */
  readonly isText?: boolean;
}

/** The error for a fault at an element: `project.xml, line 87, column 5, <formElement>: …`. */
export const faultAt = (element: XmlElement, message: string | Said): DomainError =>
  invalid(
    says(
      'archive-xml.at',
    )`${element.file}, line ${element.line}, column ${element.column}, <${element.name}>: ${message}`,
  );

/** Tells of what is passed over where somebody hears it; throws invalid where not. */
export function tolerate(element: XmlElement, message: Said): void {
  if (element.warn === undefined) throw faultAt(element, message);
  element.warn(element.line, element.name, message);
}

type Place = Pick<XmlElement, 'line' | 'column'>;

const refuse = (file: string, { line, column }: Place, message: Said): DomainError =>
  invalid(says('archive-xml.in')`${file}, line ${line}, column ${column}: ${message}`);
const start = { line: 1, column: 1 } as const;

interface TreeBuilder {
  open(name: string, attributes: XmlAttributes, place: Place, scanner: XmlScanner): void;
  addText(text: string): void;
  close(scanner: XmlScanner): void;
  /** Throws invalid where what is being kept as its source is too long. */
  checkSource(scanner: XmlScanner): void;
  readonly root: () => XmlElement | undefined;
}

const createTreeBuilder = (options: XmlParseOptions): TreeBuilder => {
  const { file, elementsMax = MAX_ELEMENTS } = options;
  const stack: XmlElement[] = [];
  let root: XmlElement | undefined;
  let heldCount = 0;
  let heldLength = 0;
  let recorded: XmlElement | undefined;

  const open: TreeBuilder['open'] = (name, attributes, { line, column }, scanner) => {
    if (name.length > MAX_NAME_LENGTH)
      throw refuse(file, { line, column }, says('archive-xml.long-name')`an element name is too long`);
    const { warn } = options;
    const element: XmlElement = {
      name,
      file,
      line,
      column,
      attributes,
      children: [],
      text: '',
      source: undefined,
      warn,
    };
    stack.push(element);
    heldCount += 1;
    if (stack.length > MAX_DEPTH)
      throw faultAt(element, says('archive-xml.deep')`elements are nested deeper than ${MAX_DEPTH} levels`);
    if (heldCount > elementsMax)
      throw faultAt(element, says('archive-xml.many')`there are more than ${elementsMax} elements`);
    root ??= element;
    if (recorded === undefined && options.keepsSource?.(element, stack.length) === true) {
      recorded = element;
      scanner.recordSource();
    }
    options.note?.(element, stack.length, recorded !== undefined);
  };
  const hold = (element: XmlElement, length: number): void => {
    heldLength += length;
    if (heldLength > MAX_HELD_LENGTH)
      throw faultAt(
        element,
        says('archive-xml.held')`this element with its content has more than ${MAX_HELD_LENGTH} characters`,
      );
  };
  const addText = (text: string): void => {
    const current = stack.at(-1);
    if (current === undefined) return;
    if (current.text.length + text.length > MAX_TEXT_LENGTH)
      throw faultAt(current, says('archive-xml.long-text')`its text is longer than ${MAX_TEXT_LENGTH} characters`);
    hold(current, text.length);
    current.text += text;
  };
  const checkSource = (scanner: XmlScanner): void => {
    if (recorded !== undefined && scanner.sourceLength > MAX_SOURCE_LENGTH)
      throw faultAt(recorded, says('archive-xml.long')`it is longer than ${MAX_SOURCE_LENGTH} characters`);
  };
  const close: TreeBuilder['close'] = (scanner) => {
    const element = stack.at(-1);
    if (element === undefined) return;
    if (element.children.length > 0 && element.text.trim() === '') {
      heldLength -= element.text.length;
      element.text = '';
    }
    if (element === recorded) {
      checkSource(scanner);
      hold(element, scanner.sourceLength);
      element.source = scanner.takeSource();
      recorded = undefined;
    }
    const isTaken = options.take?.(element, stack) === true;
    stack.pop();
    if (isTaken) {
      const used = { elements: 0, length: 0 };
      addSize(element, used);
      heldCount -= used.elements;
      heldLength -= used.length;
    } else stack.at(-1)?.children.push(element);
  };
  return { open, addText, close, checkSource, root: () => root };
};

/** Adds how many elements one is with all in it, and how long their texts and sources are. */
function addSize(element: XmlElement, sum: { elements: number; length: number }): void {
  sum.elements += 1;
  sum.length += element.text.length + (element.source?.length ?? 0);
  for (const child of element.children) addSize(child, sum);
}

const createParser = (options: XmlParseOptions) => {
  const { file } = options;
  const builder = createTreeBuilder(options);
  const scanner: XmlScanner = new XmlScanner({
    open: (name, attributes, line, column) => builder.open(name, attributes, { line, column }, scanner),
    text: builder.addText,
    close: () => builder.close(scanner),
    declaration(version) {
      if (version !== '1.0')
        throw refuse(file, start, says('archive-xml.version')`XML version ${version} is not supported; use 1.0`);
    },
    doctype() {
      throw refuse(file, scanner, says('archive-xml.doctype')`a document type (DOCTYPE) is not allowed`);
    },
    instruction: (target, text) => options.instruction?.(target, text),
  });
  const placed = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof NotWellFormedError)) throw error;
      throw refuse(file, scanner, says('archive-xml.malformed')`the XML is not well formed: ${error.message}`);
    }
  };
  return {
    write: (chunk: string) =>
      placed(() => {
        scanner.write(chunk);
        builder.checkSource(scanner);
      }),
    end: () => placed(() => scanner.end()),
    place: (): Place => scanner,
    root: builder.root,
  };
};

const decodeChunk = (decoder: TextDecoder, chunk: Uint8Array | undefined, describe: () => DomainError): string => {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (error) {
    if (error instanceof TypeError) throw describe();
    throw error;
  }
};

/** Throws invalid for an encoding that nobody here knows. */
function openDocument({ file, isText = false }: XmlParseOptions, head: Uint8Array): TextDecoder {
  const encoding = isText ? 'utf-8' : findEncoding(head);
  const decoder = openDecoder(encoding);
  if (decoder === undefined)
    throw refuse(file, start, says('archive-xml.encoding')`the encoding ${encoding} is not supported; use UTF-8`);
  return decoder;
}

/** What is parsed between two looks at the clock takes a few milliseconds. */
const pieceMaxBytes = 65_536;

async function* inPieces(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let start = 0; start < chunk.length; start += pieceMaxBytes)
      yield chunk.subarray(start, start + pieceMaxBytes);
}

/**
 * Parses a document and gives its root at last, undefined after each chunk before. Comments are dropped (but stay in
 * kept sources). The encoding is what a byte order mark or the XML declaration says, else UTF-8. Time is linear. Throws invalid with file
 * and line for anything that is not well-formed XML 1.0 in its encoding or goes beyond the limits.
 */
export async function* parseXmlStepwise(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: XmlParseOptions,
): AsyncGenerator<XmlElement | undefined> {
  const parser = createParser(options);
  let head: Uint8Array = new Uint8Array();
  let decoder: TextDecoder | undefined;
  const describe = (): DomainError =>
    refuse(
      options.file,
      parser.place(),
      says(
        'archive-xml.bytes',
      )`the text on this line or after it is not valid ${(decoder?.encoding ?? 'utf-8').toUpperCase()}`,
    );
  const open = (): TextDecoder => (decoder = openDocument(options, head));
  for await (const chunk of inPieces(chunks)) {
    if (isSliceOver()) await yieldSlice();
    if (decoder === undefined) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (head.length < declarationMaxBytes) continue;
    }
    const text = decoder === undefined ? decodeChunk(open(), head, describe) : decodeChunk(decoder, chunk, describe);
    if (text !== '') parser.write(text);
    yield undefined;
  }
  if (decoder === undefined) parser.write(decodeChunk(open(), head, describe));
  const remaining = decodeChunk(decoder ?? open(), undefined, describe);
  if (remaining !== '') parser.write(remaining);
  parser.end();
  const root = parser.root();
  if (root === undefined) throw refuse(options.file, start, says('archive-xml.empty')`the file contains no element`);
  yield root;
}

/** Parses a document and returns its root, as parseXmlStepwise does. */
export const parseXml = async (
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: XmlParseOptions,
): Promise<XmlElement> => {
  let root: XmlElement | undefined;
  for await (const found of parseXmlStepwise(chunks, options)) root = found;
  if (root === undefined) throw new Error('the parser gave no root');
  return root;
};
