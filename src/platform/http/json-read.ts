// Reads a request body in JSON (RFC 8259) more strictly than JSON.parse: no duplicate keys, no lone surrogates, no
// numbers out of range, limited depth, and a message that tells line, column and what was expected there.

import { isUtf8 } from 'node:buffer';
import { invalid } from '../errors.ts';
import { readScalarText } from './xml-read.ts';
import type { Scalar, ScalarKind } from './xml-read.ts';

/** Nesting of lists and objects that a body may have. */
export const jsonDepthMax = 32;

const utf8 = new TextDecoder('utf-8');

/** Keys that one object of a body may have. */
const jsonKeysMax = 10_000;

/** The bytes as text without a byte order mark. Throws invalid where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw invalid('The body is not valid UTF-8 text; send it encoded as UTF-8.');
  return utf8.decode(bytes);
}

/** The value of one JSON text. Throws invalid for anything that is not strict JSON or is nested over jsonDepthMax. */
export function readJson(text: string): unknown {
  const end = skipSpace(text, scanValue(text, skipSpace(text, 0), 0));
  if (end < text.length) throw refuseAt(text, end, `${show(text, end)} follows the end of the value`);
  return JSON.parse(text);
}

/** Every scan function takes the offset where its part starts and returns the offset behind it. */
function scanValue(text: string, at: number, depth: number): number {
  switch (text.charCodeAt(at)) {
    case 0x7b:
      return scanObject(text, at, depth + 1);
    case 0x5b:
      return scanArray(text, at, depth + 1);
    case 0x22:
      return scanString(text, at);
    case 0x74:
      return scanWord(text, at, 'true');
    case 0x66:
      return scanWord(text, at, 'false');
    case 0x6e:
      return scanWord(text, at, 'null');
    default:
      return scanNumber(text, at);
  }
}

function scanObject(text: string, start: number, depth: number): number {
  checkDepth(text, start, depth);
  let at = skipSpace(text, start + 1);
  if (text[at] === '}') return at + 1;
  const keys = new Set<string>();
  for (;;) {
    if (text[at] !== '"') throw refuseAt(text, at, `${show(text, at)} stands where a key in double quotes is expected`);
    const keyEnd = scanString(text, at);
    const key = readKey(text, at, keyEnd);
    if (keys.size >= jsonKeysMax) throw refuseAt(text, at, `an object has more than ${jsonKeysMax} keys`);
    if (keys.has(key)) throw refuseAt(text, at, `the key ${JSON.stringify(key)} stands twice in one object`);
    keys.add(key);
    at = skipSpace(text, keyEnd);
    if (text[at] !== ':') throw refuseAt(text, at, `${show(text, at)} stands where a colon is expected`);
    at = skipSpace(text, scanValue(text, skipSpace(text, at + 1), depth));
    if (text[at] === '}') return at + 1;
    if (text[at] !== ',') throw refuseAt(text, at, `${show(text, at)} stands where a comma or } is expected`);
    at = skipSpace(text, at + 1);
  }
}

function scanArray(text: string, start: number, depth: number): number {
  checkDepth(text, start, depth);
  let at = skipSpace(text, start + 1);
  if (text[at] === ']') return at + 1;
  for (;;) {
    at = skipSpace(text, scanValue(text, at, depth));
    if (text[at] === ']') return at + 1;
    if (text[at] !== ',') throw refuseAt(text, at, `${show(text, at)} stands where a comma or ] is expected`);
    at = skipSpace(text, at + 1);
  }
}

function readKey(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? String(JSON.parse(text.slice(start, end))) : raw;
}

function scanString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) throw refuseAt(text, at, `a control character stands in a text; write \\u${hex(code)}`);
    if (code === 0x5c) at = scanEscape(text, at);
    else if (code >= 0xd800 && code <= 0xdfff) at = scanPair(text, at);
  }
  throw refuseAt(text, start, 'the text that starts here has no closing double quote');
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

function scanNumber(text: string, at: number): number {
  jsonNumber.lastIndex = at;
  const found = jsonNumber.exec(text)?.[0];
  if (found === undefined) throw refuseAt(text, at, `${show(text, at)} stands where a value is expected`);
  if (!Number.isFinite(Number(found))) throw refuseAt(text, at, 'the number is too large');
  return at + found.length;
}

function scanWord(text: string, at: number, word: string): number {
  if (text.startsWith(word, at)) return at + word.length;
  throw refuseAt(text, at, `${show(text, at)} stands where a value is expected; did you mean ${word}?`);
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

function checkDepth(text: string, at: number, depth: number): void {
  if (depth > jsonDepthMax) throw refuseAt(text, at, `lists and objects are nested more than ${jsonDepthMax} deep`);
}

const hex = (code: number): string => code.toString(16).padStart(4, '0');

function show(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(code));
}

function refuseAt(text: string, at: number, reason: string): Error {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
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
export function checkPlainJson(value: unknown, depth = 0): unknown {
  if (depth > jsonDepthMax) throw invalid(`Values may be nested at most ${jsonDepthMax} deep.`);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.hasOwn(value, '__proto__')) throw invalid('`__proto__` is not allowed as a name.');
  for (const member of Object.values(value)) checkPlainJson(member, depth + 1);
  return value;
}

/** How a message names what was expected. */
export const scalarNames: Record<ScalarKind, string> = {
  string: 'a text (string)',
  integer: 'a whole number (integer)',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

/** A value as the object of a message: long texts are cut, lists and objects only named. */
export function describeJson(value: unknown, showsNumber: boolean): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'number') return showsNumber ? String(value) : 'a number';
  if (typeof value === 'boolean' || value === null) return String(value);
  if (value === undefined) return 'missing';
  return Array.isArray(value) ? 'a list' : 'an object';
}
