// The `$name = value;` form of the configuration files (specification, section 9; rulings, Administration).
// It looks like PHP and is read as data: nothing is evaluated. This module knows the form, not the settings.

import { isUtf8 } from 'node:buffer';

import { SettingsError } from './declare.ts';

/** How a value is spelled. */
type Literal = 'single-quoted' | 'double-quoted' | 'integer' | 'boolean';

export interface Assignment {
  name: string;
  /** The value as text: a string without its quotes, an integer in decimal, 1 for true and 0 for false. */
  text: string;
  literal: Literal;
  /** Counted from 1. */
  line: number;
  /** Where the spelled value, quotes included, begins and ends in the file's text. */
  start: number;
  end: number;
  /** Where the whole assignment begins, and what follows its semicolon. */
  from: number;
  next: number;
}

interface IncFile {
  assignments: Assignment[];
  /** Where a new assignment goes: before a closing `?>`, or at the end. */
  insertAt: number;
}

/** As in PHP, a comment on one line ends before a closing tag. */
const GAP = /(?:\s+|(?:\/\/|#)(?:(?!\?>)[^\r\n])*|\/\*[^]*?\*\/)*/y;
const OPENING = /\uFEFF?\s*(?:<\?php(?=\s|$))?/y;
const CLOSING = /\?>\s*$/y;
const NAME = /\$([A-Za-z_]\w*)/y;
const SINGLE_QUOTED = /'((?:[^'\\\r\n]|\\[^\r\n])*)'/y;
/** A dollar sign that starts no variable stands for itself. */
const DOUBLE_QUOTED = /"((?:[^"\\${\r\n]|\$(?![A-Za-z_\x80-\uffff{])|\{(?!\$)|\\[^\r\n])*)"/y;
const INTEGER = /(?:0|-?[1-9]\d*)(?![\w.])/y;
const BOOLEAN = /(?:true|false)(?!\w)/iy;

/** What PHP replaces in double quotes: runs of bytes, code points, and single letters. */
const ESCAPE = /((?:\\x[\da-f]{1,2}|\\[0-7]{1,3})+)|\\u\{0*(10[\da-f]{4}|[\da-f]{1,5})\}|\\([nrtvef\\"$])/gi;

const LETTERS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  e: '\u{1b}',
  f: '\f',
};

function matchAt(pattern: RegExp, source: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(source);
}

const skipGap = (source: string, offset: number): number => offset + (matchAt(GAP, source, offset)?.[0].length ?? 0);

const lineOf = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

function syntaxError(file: string, source: string, offset: number, problem: string): SettingsError {
  const line = lineOf(source, offset);
  if (source.startsWith('/*', offset)) return new SettingsError(`${file}:${line}: the comment /* has no end */`);
  return new SettingsError(`${file}:${line}: ${problem}`);
}

/** The text of escapes such as `\x41` and `\101`; undefined for bytes that are no UTF-8. */
function readBytes(escapes: string): string | undefined {
  const bytes = Buffer.from(
    escapes
      .split('\\')
      .slice(1)
      .map((escape) => (/^x/i.test(escape) ? Number.parseInt(escape.slice(1), 16) : Number.parseInt(escape, 8))),
  );
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** What stands between double quotes; undefined where PHP would make a text of it that is no UTF-8. */
function unescapeText(quoted: string): string | undefined {
  let isReadable = true;
  const text = quoted.replace(ESCAPE, (_, bytes?: string, codePoint?: string, letter: string = '') => {
    if (codePoint !== undefined) return String.fromCodePoint(Number.parseInt(codePoint, 16));
    if (bytes === undefined) return LETTERS[letter] ?? letter;
    const read = readBytes(bytes);
    isReadable &&= read !== undefined;
    return read ?? '';
  });
  return isReadable ? text : undefined;
}

function readValue(source: string, offset: number): Pick<Assignment, 'text' | 'literal' | 'end'> | undefined {
  const single = matchAt(SINGLE_QUOTED, source, offset);
  if (single) {
    const text = (single[1] ?? '').replace(/\\([\\'])/g, '$1');
    return { text, literal: 'single-quoted', end: offset + single[0].length };
  }
  const double = matchAt(DOUBLE_QUOTED, source, offset);
  if (double) {
    const text = unescapeText(double[1] ?? '');
    return text === undefined ? undefined : { text, literal: 'double-quoted', end: offset + double[0].length };
  }
  const integer = matchAt(INTEGER, source, offset)?.[0];
  if (integer !== undefined) return { text: integer, literal: 'integer', end: offset + integer.length };
  const boolean = matchAt(BOOLEAN, source, offset)?.[0];
  if (boolean === undefined) return undefined;
  return { text: boolean.toLowerCase() === 'true' ? '1' : '0', literal: 'boolean', end: offset + boolean.length };
}

function readAssignment(file: string, source: string, offset: number): Assignment {
  const name = matchAt(NAME, source, offset);
  if (!name) {
    const problem = 'only lines of the form $name = value; and comments (//, #, /* */) are allowed here';
    throw syntaxError(file, source, offset, problem);
  }
  const setting = name[1] ?? '';
  const equals = skipGap(source, offset + name[0].length);
  if (source[equals] !== '=') {
    throw syntaxError(file, source, equals, `$${setting} must be followed by "= value;"`);
  }
  const start = skipGap(source, equals + 1);
  const value = readValue(source, start);
  if (!value) {
    const allowed = `a text in quotes on one line (a "$" before a name in double quotes as \\$), an integer without leading zeros, true or false`;
    throw syntaxError(file, source, start, `the value of $${setting} is not plain data; allowed: ${allowed}`);
  }
  const semicolon = skipGap(source, value.end);
  if (source[semicolon] !== ';') {
    throw syntaxError(file, source, value.end, `the value of $${setting} must end with ";" and nothing else before it`);
  }
  return { name: setting, ...value, line: lineOf(source, offset), start, from: offset, next: semicolon + 1 };
}

/** Reads all assignments in order. Throws SettingsError as `<file>:<line>: ...` for anything that is not plain data. */
export function readIncFile(file: string, source: string): IncFile {
  const assignments: Assignment[] = [];
  let offset = skipGap(source, matchAt(OPENING, source, 0)?.[0].length ?? 0);
  while (offset < source.length) {
    if (matchAt(CLOSING, source, offset)) return { assignments, insertAt: offset };
    const assignment = readAssignment(file, source, offset);
    assignments.push(assignment);
    offset = skipGap(source, assignment.next);
  }
  return { assignments, insertAt: source.length };
}

/** A value to be written; `isBare` where it stands without quotes, unless the file has it in quotes already. */
export interface NewValue {
  name: string;
  text: string;
  isBare: boolean;
}

const quoteSingle = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
const quoteDouble = (text: string): string => `"${text.replace(/[\\"$]/g, '\\$&')}"`;

function spell({ text, isBare }: NewValue, present: Literal | undefined): string {
  if (present === 'double-quoted') return quoteDouble(text);
  if (!isBare || present === 'single-quoted') return quoteSingle(text);
  return present === 'boolean' && /^[01]$/.test(text) ? String(text === '1') : text;
}

/**
 * The file's text with one value changed, or added where the file does not name it; all other characters, and the kind of
 * quotes, stay. Where a file names a setting twice, the last one, which counts, changes.
 * Throws SettingsError where the present text can't be read.
 */
export function updateIncFile(file: string, source: string, value: NewValue): string {
  const { assignments, insertAt } = readIncFile(file, source);
  const present = assignments.findLast((assignment) => assignment.name === value.name);
  const spelled = spell(value, present?.literal);
  if (present) return source.slice(0, present.start) + spelled + source.slice(present.end);
  const end = source.includes('\r\n') ? '\r\n' : '\n';
  const before = source === '' ? `<?php${end}` : source.slice(0, insertAt);
  const lineBreak = before === '' || before.endsWith('\n') ? '' : end;
  return `${before}${lineBreak}$${value.name} = ${spelled};${end}${source.slice(insertAt)}`;
}

/**
 * The file's text without the assignments of a name; a line that held nothing else goes with it, and all other characters stay.
 * Throws SettingsError where the present text can't be read.
 */
export function removeFromIncFile(file: string, source: string, name: string): string {
  return readIncFile(file, source)
    .assignments.filter((assignment) => assignment.name === name)
    .reduceRight((text, { from, next }) => {
      const after = text.slice(next);
      const rest = /^[^\S\r\n]*(?:\r\n|\r|\n|$)/.exec(after)?.[0];
      const start = findLineStart(text, from);
      return rest === undefined || start === undefined
        ? text.slice(0, from) + after
        : text.slice(0, start) + after.slice(rest.length);
    }, source);
}

/** Where the line begins that has nothing but blanks before `from`; undefined where it has. */
function findLineStart(text: string, from: number): number | undefined {
  let start = from;
  while (start > 0 && /[^\S\r\n]/.test(text.charAt(start - 1))) start -= 1;
  return start === 0 || /[\r\n]/.test(text.charAt(start - 1)) ? start : undefined;
}
