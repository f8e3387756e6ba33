// Cuts XML into tags and text while it streams by. It looks for the next delimiter by the engine's own search and takes
// what lies before as a whole, which is several times faster than a look at each character.
// Well-formedness is that of XML 1.0 without document types.
import { decodeReferences, isName, normalizeBreaks, NotWellFormedError } from './xml-syntax.ts';

/** Inherits nothing. */
export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlEvents {
  /** `line` and `column` are where the tag starts, from 1; a column is a UTF-16 code unit. */
  open(name: string, attributes: XmlAttributes, line: number, column: number): void;
  /** A piece of text or CDATA, entities resolved; the text of an element may come in several. */
  text(text: string): void;
  close(): void;
  /** Told of `<?xml …?>`, with `version` and `encoding` as written. */
  declaration(version: string, encoding: string | undefined): void;
  /** Told of `<!DOCTYPE`; it must throw. */
  doctype(): void;
  /** Told of any other instruction: its target, and what follows it. */
  instruction(target: string, text: string): void;
}

/** Tags that come again and again, such as `<field_change field_name="status" type="list">`, are read once. */
const knownTagsMax = 1000;
/** Characters of a tag that is kept; longer ones are read each time. */
const knownTagLengthMax = 200;

interface Tag {
  name: string;
  attributes: XmlAttributes;
  isEmpty: boolean;
}

/** Longest tag, instruction or reference; what is longer is hardly meant well. */
const maxTokenLength = 1024 * 1024;

const disallowed = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const tagDelimiter = /["'>]/g;
const attribute = /[ \t\r\n]+([^ \t\r\n=<>"'/]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y;
const declaration =
  /^<\?xml\s+version\s*=\s*(["'])([^"']*)\1(?:\s+encoding\s*=\s*(["'])([^"']*)\3)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\5)?\s*\?>$/;

const fail = (reason: string): never => {
  throw new NotWellFormedError(reason);
};

/** One document. Time is linear in its length, and memory holds no more than a chunk and a tag. */
export class XmlScanner {
  readonly #events: XmlEvents;
  /** What is not read yet stands from `#at` on. */
  #buffer = '';
  #at = 0;
  #tagStart = 0;
  #state: 'markup' | 'cdata' | 'comment' = 'markup';
  #isAtStart = true;
  #isRootSeen = false;
  readonly #names: string[] = [];
  readonly #lines = createLineCounter();
  /** By what stands between `<` and `>`. */
  readonly #knownTags = new Map<string, Tag>();
  #recordedFrom: number | undefined;
  #pieces: string[] = [];
  #piecesLength = 0;

  constructor(events: XmlEvents) {
    this.#events = events;
  }

  /** Line of what is being read. */
  get line(): number {
    return this.#lines.at(this.#buffer, this.#at);
  }

  /** Column of what is being read. */
  get column(): number {
    return this.#lines.columnAt(this.#buffer, this.#at);
  }

  /** Takes more of the document; surrogate pairs are never cut. Throws NotWellFormedError. */
  write(chunk: string): void {
    const bad = chunk.search(disallowed);
    this.#read(bad < 0 ? chunk : chunk.slice(0, bad));
    if (bad < 0) return;
    this.#at = this.#buffer.length;
    fail('disallowed character');
  }

  /** Throws NotWellFormedError where the document is not complete. */
  end(): void {
    const open = this.#names.at(-1);
    if (open !== undefined) {
      this.#at = this.#buffer.length;
      fail(`unclosed tag: ${open}`);
    }
    if (this.#state === 'markup' && this.#buffer[this.#at] !== '<') this.#emitText(this.#buffer.length);
    if (this.#state !== 'markup' || this.#at < this.#buffer.length) fail('unexpected end');
    if (!this.#isRootSeen) fail('document must contain a root element');
  }

  /** Keeps the exact source from the start of the current tag until takeSource is called. */
  recordSource(): void {
    this.#recordedFrom = this.#tagStart;
  }

  /** The source up to the end of the current tag. */
  takeSource(): string {
    const source = this.#pieces.join('') + this.#buffer.slice(this.#recordedFrom, this.#at);
    this.#recordedFrom = undefined;
    this.#pieces = [];
    this.#piecesLength = 0;
    return source;
  }

  /** How long what takeSource would give is; 0 where nothing is recorded. */
  get sourceLength(): number {
    return this.#recordedFrom === undefined ? 0 : this.#piecesLength + this.#at - this.#recordedFrom;
  }

  #read(chunk: string): void {
    if (this.#recordedFrom !== undefined) {
      this.#pieces.push(this.#buffer.slice(this.#recordedFrom, this.#at));
      this.#piecesLength += this.#at - this.#recordedFrom;
      this.#recordedFrom = 0;
    }
    this.#lines.drop(this.#buffer, this.#at);
    this.#buffer = this.#buffer.slice(this.#at) + chunk;
    this.#at = 0;
    while (this.#step());
    if (this.#buffer.length - this.#at > maxTokenLength) fail('a tag or reference is too long');
  }

  /** Reads one piece; false where the next chunk is needed. */
  #step(): boolean {
    if (this.#state !== 'markup') return this.#readSection(this.#state);
    if (this.#at === this.#buffer.length) return false;
    return this.#buffer[this.#at] === '<' ? this.#readMarkup() : this.#readText();
  }

  /** Reads text up to `<`; at the end of a chunk, up to what the next one may continue. */
  #readText(): boolean {
    this.#isAtStart = false;
    const end = this.#buffer.indexOf('<', this.#at);
    if (end >= 0) {
      this.#emitText(end);
      return true;
    }
    const reference = this.#buffer.lastIndexOf('&');
    const isOpen = reference >= this.#at && !this.#buffer.includes(';', reference);
    this.#emitText(isOpen ? reference : Math.max(this.#at, withoutTail(this.#buffer)));
    return false;
  }

  #emitText(end: number): void {
    if (end === this.#at) return;
    const raw = this.#buffer.slice(this.#at, end);
    this.#at = end;
    if (this.#names.length === 0) {
      if (/[^ \t\r\n]/.test(raw)) fail('text data outside of root node');
      return;
    }
    if (raw.includes(']]>')) fail('the string "]]>" is disallowed in text');
    this.#events.text(decodeReferences(normalizeBreaks(raw)));
  }

  /** Reads to the end of CDATA or a comment, or as far as it is there. */
  #readSection(kind: 'cdata' | 'comment'): boolean {
    const found = this.#buffer.indexOf(kind === 'cdata' ? ']]>' : '-->', this.#at);
    const end = found < 0 ? Math.max(this.#at, withoutTail(this.#buffer)) : found;
    if (kind === 'comment') {
      const dashes = this.#buffer.indexOf('--', this.#at);
      if (dashes >= 0 && dashes < end) fail('malformed comment');
    } else if (end > this.#at) this.#events.text(normalizeBreaks(this.#buffer.slice(this.#at, end)));
    this.#at = found < 0 ? end : end + 3;
    if (found >= 0) this.#state = 'markup';
    return found >= 0;
  }

  /** Reads the tag at `<`; false where its end is not there yet. */
  #readMarkup(): boolean {
    const next = this.#buffer[this.#at + 1];
    if (next === undefined) return false;
    if (next === '!') return this.#readDeclared();
    const end = this.#buffer.indexOf(next === '?' ? '?>' : '>', this.#at);
    if (end < 0) return false;
    this.#tagStart = this.#at;
    if (next === '?') this.#readInstruction(end);
    else if (next === '/') this.#readCloseTag(end);
    else if (!this.#readOpenTag(end)) return false;
    this.#isAtStart = false;
    return true;
  }

  /** Reads the tag whose first `>` is at `firstEnd`; false where that is part of a value, and the tag's end is not there. */
  #readOpenTag(firstEnd: number): boolean {
    const known = this.#knownTags.get(this.#buffer.slice(this.#at + 1, firstEnd));
    const end = known === undefined ? findTagEnd(this.#buffer, this.#at) : firstEnd;
    if (end < 0) return false;
    const { name, attributes, isEmpty } = known ?? this.#readNewTag(this.#buffer.slice(this.#at + 1, end));
    if (this.#names.length === 0 && this.#isRootSeen) fail('documents may contain only one root');
    this.#isRootSeen = true;
    this.#at = end + 1;
    this.#names.push(name);
    const line = this.#lines.at(this.#buffer, this.#tagStart);
    this.#events.open(name, attributes, line, this.#lines.columnAt(this.#buffer, this.#tagStart));
    if (!isEmpty) return true;
    this.#names.pop();
    this.#events.close();
    return true;
  }

  #readNewTag(source: string): Tag {
    const isEmpty = source.endsWith('/');
    const tag = isEmpty ? source.slice(0, -1) : source;
    const nameEnd = tag.search(/[ \t\r\n=<>"'/]/);
    const name = nameEnd < 0 ? tag : tag.slice(0, nameEnd);
    if (!isName(name)) fail('disallowed character in tag name');
    const read = { name, attributes: nameEnd < 0 ? noAttributes : readAttributes(tag, nameEnd), isEmpty };
    if (source.length > knownTagLengthMax) return read;
    // Those that come again are soon back.
    if (this.#knownTags.size === knownTagsMax) this.#knownTags.clear();
    this.#knownTags.set(source, read);
    return read;
  }

  #readCloseTag(end: number): void {
    const open = this.#names.pop();
    const nameEnd = this.#at + 2 + (open?.length ?? 0);
    const isClosing = open !== undefined && this.#buffer.startsWith(open, this.#at + 2);
    if (!isClosing || (nameEnd !== end && /[^ \t\r\n]/.test(this.#buffer.slice(nameEnd, end)))) {
      fail('unexpected close tag');
    }
    this.#at = end + 1;
    this.#events.close();
  }

  #readInstruction(end: number): void {
    const token = this.#buffer.slice(this.#at, end + 2);
    const target = /^<\?([^\s?]*)/.exec(token)?.[1] ?? '';
    if (target !== 'xml') {
      if (!isName(target) || target.toLowerCase() === 'xml') fail('malformed processing instruction');
      this.#isAtStart = false;
      this.#at = end + 2;
      return this.#events.instruction(target, token.slice(target.length + 2, -2).trim());
    }
    if (!this.#isAtStart) fail('an XML declaration must be at the start of the document');
    const parts = declaration.exec(token);
    if (parts === null) return fail('malformed XML declaration');
    this.#at = end + 2;
    return this.#events.declaration(parts[2] ?? '', parts[4]);
  }

  /** Reads what starts with `<!`. */
  #readDeclared(): boolean {
    const head = this.#buffer.slice(this.#at, this.#at + 9);
    this.#isAtStart = false;
    if (head.startsWith('<!--')) {
      this.#state = 'comment';
      this.#at += 4;
    } else if (head === '<![CDATA[') {
      if (this.#names.length === 0) fail('text data outside of root node');
      this.#state = 'cdata';
      this.#at += 9;
    } else if (head === '<!DOCTYPE') this.#events.doctype();
    else if (head.length < 9 && ['<![CDATA[', '<!DOCTYPE', '<!--'].some((word) => word.startsWith(head))) return false;
    else fail('a tag starts with `<!`');
    return true;
  }
}

/** Position of the `>` that ends the tag at `start`, or -1; quoted values may hold others. */
function findTagEnd(text: string, start: number): number {
  tagDelimiter.lastIndex = start;
  for (let found = tagDelimiter.exec(text); found !== null; found = tagDelimiter.exec(text)) {
    if (found[0] === '>') return found.index;
    const quote = text.indexOf(found[0], found.index + 1);
    if (quote < 0) return -1;
    tagDelimiter.lastIndex = quote + 1;
  }
  return -1;
}

/** How far the text is complete whatever follows: line breaks and the marks `]]>` and `-->` may be cut. */
function withoutTail(text: string): number {
  let end = text.length;
  while (end > text.length - 3 && '\r-]'.includes(text[end - 1] ?? ' ')) end -= 1;
  return end;
}

/** Inherits nothing, because attributes have any names; unlike an object without prototype it is as fast as others. */
class AttributeRecord {
  [name: string]: string;
}
Object.setPrototypeOf(AttributeRecord.prototype, null);
Reflect.deleteProperty(AttributeRecord.prototype, 'constructor');

const noAttributes: XmlAttributes = Object.freeze(new AttributeRecord());

/** Throws NotWellFormedError unless there is nothing but attributes from `start` on. */
function readAttributes(tag: string, start: number): XmlAttributes {
  const attributes = new AttributeRecord();
  let end = start;
  attribute.lastIndex = start;
  for (let found = attribute.exec(tag); found !== null; found = attribute.exec(tag)) {
    const [, name = '', double, single = ''] = found;
    if (!isName(name)) throw new NotWellFormedError('disallowed character in attribute name');
    if (attributes[name] !== undefined) throw new NotWellFormedError(`duplicate attribute: ${name}`);
    attributes[name] = decodeReferences((double ?? single).replace(/\r\n|[\t\r\n]/g, ' '));
    end = attribute.lastIndex;
  }
  if (/[^ \t\r\n]/.test(tag.slice(end))) throw new NotWellFormedError('malformed attribute');
  return attributes;
}

/** Counts line breaks up to positions that only grow. */
function createLineCounter() {
  const lineBreak = /\r\n?|\n/g;
  let line = 1;
  let from = 0;
  /** Length of what earlier texts had of the line at `from`. */
  let before = 0;
  /** Where the next break ends, as far as it is known. */
  let next: number | undefined;
  const countTo = (text: string, position: number): number => {
    while (next === undefined || next <= position) {
      lineBreak.lastIndex = from;
      const found = lineBreak.exec(text);
      next = found === null ? Infinity : lineBreak.lastIndex;
      if (next > position) break;
      line += 1;
      from = next;
      before = 0;
      next = undefined;
    }
    return line;
  };
  return {
    at: countTo,
    /** From 1. */
    columnAt(text: string, position: number): number {
      countTo(text, position);
      return before + position - from + 1;
    },
    /** Counts to `position`, where the next text starts. */
    drop(text: string, position: number): void {
      countTo(text, position);
      before += position - from;
      from = 0;
      next = undefined;
    },
  };
}
