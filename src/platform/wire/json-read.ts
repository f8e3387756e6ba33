// Reads a request body in JSON (RFC 8259) more strictly than JSON.parse: no duplicate keys, no lone surrogates, no
// numbers out of range, limited depth and number of values, and a message that tells line, column and what was expected there.

import { isUtf8 } from 'node:buffer';
import { invalid } from '../errors.ts';
import { createStepCounter } from '../concurrency/time-slices.ts';
import type { Steps } from '../concurrency/time-slices.ts';
import { openDecoder } from '../texts/xml-encoding.ts';
import { says } from '../texts/said.ts';
import type { Said } from '../texts/said.ts';
import { readScalarText } from './xml-read.ts';
import type { Scalar, ScalarKind } from './xml-read.ts';
import { shorten } from '../texts/shorten.ts';

/** Nesting of lists and objects that a body may have. */
export const jsonDepthMax = 32;

/** Keys that one object of a body may have. */
export const jsonKeysMax = 10_000;

/** Entries of all lists and objects of a body together. */
export const jsonValuesMax = 100_000;

/** A step reads about so much; a text longer than that is read in pieces. */
const stepLength = 65_536;
const isStepLong = createStepCounter(256);

const utf8 = new TextDecoder('utf-8');

/** The bytes as text without a byte order mark. Throws invalid where they are not UTF-8. */
export function* decodeUtf8(bytes: Uint8Array): Steps<string> {
  if (!isUtf8(bytes)) throw invalid('The body is not valid UTF-8 text; send it encoded as UTF-8.');
  if (bytes.length <= stepLength) return utf8.decode(bytes);
  const decoder = new TextDecoder('utf-8');
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += stepLength) {
    parts.push(decoder.decode(bytes.subarray(at, at + stepLength), { stream: true }));
    yield;
  }
  return parts.join('');
}

/** The same of bytes in another encoding, by its label. Throws invalid for one that is not known, too. */
export function* decodeText(bytes: Uint8Array, encoding: string): Steps<string> {
  if (/^utf-?8$/i.test(encoding)) return yield* decodeUtf8(bytes);
  const decoder = openDecoder(encoding);
  if (decoder === undefined)
    throw invalid(
      `The encoding is declared as \`${encoding.slice(0, 40)}\`, which is not known; send the body in UTF-8.`,
    );
  const parts: string[] = [];
  try {
    for (let at = 0; at < bytes.length; at += stepLength) {
      const part = bytes.subarray(at, at + stepLength);
      parts.push(decoder.decode(part, { stream: at + stepLength < bytes.length }));
      yield;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalid(`The body is not valid ${decoder.encoding} text as declared; send it in UTF-8.`);
  }
  return parts.join('');
}

interface Reader {
  readonly text: string;
  at: number;
  /** Entries so far. */
  values: number;
}

/**
 * The value of one JSON text. Throws invalid for anything that is not strict JSON, is nested over jsonDepthMax or has more
 * than jsonValuesMax values.
 */
export function* readJson(text: string): Steps<unknown> {
  const reader: Reader = { text, at: 0, values: 0 };
  const value = yield* readValue(reader, skipSpace(reader), 0);
  skipSpace(reader);
  if (reader.at < text.length) throw refuseAt(text, reader.at, `${show(reader)} follows the end of the value`);
  return value;
}

/** `code` is that of the first character, where the reader stands; behind the value it stands afterwards. */
function readValue(reader: Reader, code: number, depth: number): Steps<unknown> {
  if (code === 0x7b) return readObject(reader, depth + 1);
  if (code === 0x5b) return readArray(reader, depth + 1);
  return readLeaf(reader, code);
}

function* readLeaf(reader: Reader, code: number): Steps<unknown> {
  return code === 0x22 ? yield* readString(reader) : readScalar(reader, code);
}

/** A value that needs no steps of its own, or undefined where it may need them. */
function readShort(reader: Reader, code: number): string | number | boolean | null | undefined {
  if (code === 0x7b || code === 0x5b) return undefined;
  return code === 0x22 ? readShortString(reader) : readScalar(reader, code);
}

function* readObject(reader: Reader, depth: number): Steps<Record<string, unknown>> {
  const { text } = reader;
  checkDepth(reader, depth);
  const value: Record<string, unknown> = {};
  let keys = 0;
  let code = skipOne(reader);
  if (code === 0x7d) return endOf(reader, value);
  for (;;) {
    if (code !== 0x22) throw refuse(reader, 'stands where a key in double quotes is expected');
    const keyAt = reader.at;
    const key = readShortString(reader) ?? (yield* readString(reader));
    if (keys >= jsonKeysMax) throw refuseAt(text, keyAt, `an object has more than ${jsonKeysMax} keys`);
    if (Object.hasOwn(value, key)) throw refuseAt(text, keyAt, `the key ${quote(key)} stands twice in one object`);
    keys += 1;
    if (skipSpace(reader) !== 0x3a) throw refuse(reader, 'stands where a colon is expected');
    code = skipOne(reader);
    if (countValue(reader)) yield;
    const member = readShort(reader, code);
    const whole = member === undefined ? yield* readValue(reader, code, depth) : member;
    if (key === '__proto__') setProto(value, whole);
    else value[key] = whole;
    code = skipSpace(reader);
    if (code === 0x7d) return endOf(reader, value);
    if (code !== 0x2c) throw refuse(reader, 'stands where a comma or } is expected');
    code = skipOne(reader);
  }
}

/** As JSON.parse does: a key like any other. */
const setProto = (object: object, value: unknown): void =>
  void Object.defineProperty(object, '__proto__', { value, enumerable: true, configurable: true, writable: true });

function* readArray(reader: Reader, depth: number): Steps<unknown[]> {
  checkDepth(reader, depth);
  const value: unknown[] = [];
  let code = skipOne(reader);
  if (code === 0x5d) return endOf(reader, value);
  for (;;) {
    if (countValue(reader)) yield;
    const item = readShort(reader, code);
    value.push(item === undefined ? yield* readValue(reader, code, depth) : item);
    code = skipSpace(reader);
    if (code === 0x5d) return endOf(reader, value);
    if (code !== 0x2c) throw refuse(reader, 'stands where a comma or ] is expected');
    code = skipOne(reader);
  }
}

function endOf<V>(reader: Reader, value: V): V {
  reader.at += 1;
  return value;
}

/** Gives whether the step is long enough. */
function countValue(reader: Reader): boolean {
  reader.values += 1;
  if (reader.values <= jsonValuesMax) return isStepLong();
  throw refuseAt(reader.text, reader.at, `there are more than ${jsonValuesMax} values`);
}

/** The text, or undefined where it is long; the reader stays before it then. */
function readShortString(reader: Reader): string | undefined {
  const { text, at: start } = reader;
  const end = scanText(text, start + 1, start + stepLength);
  if (isUnclosed(text, start, end)) return undefined;
  reader.at = end + 1;
  return copyText(text, start + 1, end);
}

function* readString(reader: Reader): Steps<string> {
  const { text, at: start } = reader;
  const parts: string[] = [];
  for (let at = start + 1, isOpen = true; isOpen; reader.at = at + 1) {
    const end = scanText(text, at, at + stepLength);
    parts.push(copyText(text, at, end));
    isOpen = isUnclosed(text, start, end);
    at = end;
    yield;
  }
  return parts.join('');
}

/** Where the text ends that goes on at `start`: at its closing quote, or behind `until`, where no escape and no pair is cut. */
function scanText(text: string, start: number, until: number): number {
  let at = start;
  while (at < until && at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code < 0x20) throw refuseAt(text, at, `a control character stands in a text; write \\u${hex(code)}`);
    if (code === 0x5c) at = scanEscape(text, at);
    else if (code >= 0xd800 && code <= 0xdfff) at = scanPair(text, at);
    at += 1;
  }
  return at;
}

function isUnclosed(text: string, start: number, end: number): boolean {
  if (end < text.length) return text.charCodeAt(end) !== 0x22;
  throw refuseAt(text, start, 'the text that starts here has no closing double quote');
}

/** V8 makes the part of a text that is longer than this hold all of it in memory. */
const heldLength = 12;

function copyText(text: string, start: number, end: number): string {
  const part = text.slice(start, end);
  return end - start > heldLength || part.includes('\\') ? String(JSON.parse(`"${part}"`)) : part;
}

const simpleEscape = /["\\/bfnrt]/;
const unicodeEscape = /u([0-9a-fA-F]{4})/y;
const lowSurrogate = /\\u[dD][c-fC-F][0-9a-fA-F]{2}/y;

/** Returns the offset of the escape's last character. */
function scanEscape(text: string, at: number): number {
  const letter = text.charAt(at + 1);
  if (simpleEscape.test(letter)) return at + 1;
  unicodeEscape.lastIndex = at + 1;
  const digits = unicodeEscape.exec(text)?.[1];
  if (digits === undefined) throw refuseAt(text, at, `\\${letter} is not an escape that JSON knows`);
  const code = Number.parseInt(digits, 16);
  if (code < 0xd800 || code > 0xdfff) return at + 5;
  lowSurrogate.lastIndex = at + 6;
  if (code <= 0xdbff && lowSurrogate.test(text)) return at + 11;
  throw refuseAt(text, at, `\\u${digits} is half a character; both halves of a surrogate pair are needed`);
}

function scanPair(text: string, at: number): number {
  if ((text.codePointAt(at) ?? 0) > 0xffff) return at + 1;
  throw refuseAt(text, at, 'half a surrogate pair stands in a text');
}

const jsonNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Characters of one number; a longer one is refused. */
const numberLengthMax = 1000;

function readScalar(reader: Reader, code: number): number | boolean | null {
  if (code === 0x74) return readWord(reader, 'true', true);
  if (code === 0x66) return readWord(reader, 'false', false);
  if (code === 0x6e) return readWord(reader, 'null', null);
  const { text, at } = reader;
  jsonNumber.lastIndex = at;
  const found = jsonNumber.exec(text)?.[0];
  if (found === undefined) throw refuse(reader, 'stands where a value is expected');
  if (found.length > numberLengthMax) throw refuseAt(text, at, `a number has more than ${numberLengthMax} digits`);
  const value = Number(found);
  if (!Number.isFinite(value)) throw refuseAt(text, at, 'the number is too large');
  reader.at += found.length;
  return value;
}

function readWord<V>(reader: Reader, word: string, value: V): V {
  if (!reader.text.startsWith(word, reader.at)) {
    throw refuse(reader, `stands where a value is expected; did you mean ${word}?`);
  }
  reader.at += word.length;
  return value;
}

/** Goes to the next character that is no white space, and gives its code; NaN at the end. */
function skipSpace(reader: Reader): number {
  const { text } = reader;
  for (let at = reader.at; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) continue;
    reader.at = at;
    return code;
  }
}

function skipOne(reader: Reader): number {
  reader.at += 1;
  return skipSpace(reader);
}

function checkDepth({ text, at }: Reader, depth: number): void {
  if (depth > jsonDepthMax) throw refuseAt(text, at, `lists and objects are nested more than ${jsonDepthMax} deep`);
}

const hex = (code: number): string => code.toString(16).padStart(4, '0');

function show({ text, at }: Reader): string {
  const code = text.codePointAt(at);
  return code === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(code));
}

/** Characters of a key that a message quotes. */
const shownMax = 100;
const quote = (key: string): string => JSON.stringify(shorten(key, shownMax + 1));

/** What `reason` says stands where the reader is. */
const refuse = (reader: Reader, reason: string): Error => refuseAt(reader.text, reader.at, `${show(reader)} ${reason}`);

function refuseAt(text: string, at: number, reason: string): Error {
  let line = 1;
  let lineAt = 0;
  for (let before = 0; before < at; before += 1) {
    if (text.charCodeAt(before) !== 0x0a) continue;
    line += 1;
    lineAt = before + 1;
  }
  const column = at - lineAt + 1;
  return invalid(`The JSON can't be read at line ${line}, column ${column}: ${reason}.`);
}

/**
 * The JSON value as a value of that kind, or undefined where it is none. Texts are taken for integers (`"12"`) and
 * booleans (`"true"`), 0 and 1 for booleans, because existing clients send them.
 */
export function readScalarJson(kind: ScalarKind, raw: unknown): Scalar | undefined {
  switch (kind) {
    case 'string':
      return typeof raw === 'string' ? raw : undefined;
    case 'integer':
      if (typeof raw === 'string') return readScalarText(kind, raw);
      return typeof raw === 'number' && Number.isInteger(raw) ? raw : undefined;
    case 'number':
      return typeof raw === 'number' && Number.isFinite(raw) ? raw : undefined;
    case 'boolean':
      if (typeof raw === 'boolean') return raw;
      if (typeof raw === 'string') return /^(?:true|false)$/i.test(raw) ? raw.toLowerCase() === 'true' : undefined;
      return raw === 1 || raw === 0 ? raw === 1 : undefined;
    case 'null':
      return raw === null ? null : undefined;
  }
}

/** The value itself. Throws invalid where a name in it is `__proto__` or it is nested too deep to be walked safely. */
export function* checkPlainJson(value: unknown, depth = 0): Steps<unknown> {
  if (depth > jsonDepthMax) throw invalid(`Values may be nested at most ${jsonDepthMax} deep.`);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.hasOwn(value, '__proto__')) throw invalid('`__proto__` is not allowed as a name.');
  for (const member of Object.values(value)) {
    if (typeof member === 'object') yield* checkPlainJson(member, depth + 1);
    if (isStepLong()) yield;
  }
  return value;
}

/** How a message names what was expected. */
export const scalarNames: Record<ScalarKind, Said> = {
  string: says('scalar.text')`a text (string)`,
  integer: says('scalar.integer')`a whole number (integer)`,
  number: says('scalar.number')`a number`,
  boolean: says('scalar.boolean')`true or false`,
  null: says('scalar.null')`null`,
};

/** A value as the object of a message: long texts are cut, lists and objects only named. */
export function describeJson(value: unknown, showsNumber: boolean): string | Said {
  if (typeof value === 'string') return JSON.stringify(shorten(value, 41));
  if (typeof value === 'number') return showsNumber ? String(value) : says('scalar.number')`a number`;
  if (typeof value === 'boolean' || value === null) return String(value);
  if (value === undefined) return says('body.missing')`missing`;
  return Array.isArray(value) ? says('body.list')`a list` : says('body.object')`an object`;
}
