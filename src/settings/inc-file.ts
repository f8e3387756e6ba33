// The `$name = value;` form of the configuration files (specification, section 9; rulings, Administration).
// It looks like PHP and is read as data: nothing is evaluated. This module knows the form, not the settings.

import { SettingsError } from './declare.ts';

export interface Assignment {
  name: string;
  /** The value as text: a string without its quotes, an integer in decimal, 1 for true and 0 for false. */
  text: string;
  literal: 'string' | 'integer' | 'boolean';
  /** Counted from 1. */
  line: number;
  /** Where the spelled value, quotes included, begins and ends in the file's text. */
  start: number;
  end: number;
}

interface IncFile {
  assignments: Assignment[];
  /** Where a new assignment goes: before a closing `?>`, or at the end. */
  insertAt: number;
}

const GAP = /(?:\s+|\/\/[^\n]*|#[^\n]*|\/\*[^]*?\*\/)*/y;
const OPENING = /\uFEFF?\s*(?:<\?php(?=\s|$))?/y;
const CLOSING = /\?>\s*$/y;
const NAME = /\$([A-Za-z_]\w*)/y;
const SINGLE_QUOTED = /'((?:[^'\\\n]|\\[^\n])*)'/y;
const DOUBLE_QUOTED = /"((?:[^"\\$\n]|\\[^\n])*)"/y;
const INTEGER = /(?:0|-?[1-9]\d*)(?![\w.])/y;
const BOOLEAN = /(?:true|false)(?!\w)/iy;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\', '"': '"', $: '$' };

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

function readValue(source: string, offset: number): Pick<Assignment, 'text' | 'literal' | 'end'> | undefined {
  const single = matchAt(SINGLE_QUOTED, source, offset);
  if (single) {
    const text = (single[1] ?? '').replace(/\\([\\'])/g, '$1');
    return { text, literal: 'string', end: offset + single[0].length };
  }
  const double = matchAt(DOUBLE_QUOTED, source, offset);
  if (double) {
    const text = (double[1] ?? '').replace(/\\(.)/g, (whole, letter: string) => ESCAPES[letter] ?? whole);
    return { text, literal: 'string', end: offset + double[0].length };
  }
  const integer = matchAt(INTEGER, source, offset)?.[0];
  if (integer !== undefined) return { text: integer, literal: 'integer', end: offset + integer.length };
  const boolean = matchAt(BOOLEAN, source, offset)?.[0];
  if (boolean === undefined) return undefined;
  return { text: boolean.toLowerCase() === 'true' ? '1' : '0', literal: 'boolean', end: offset + boolean.length };
}

function readAssignment(file: string, source: string, offset: number): Assignment & { next: number } {
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
    const allowed = `a text in quotes on one line ("$" in double quotes as \\$), an integer without leading zeros, true or false`;
    throw syntaxError(file, source, start, `the value of $${setting} is not plain data; allowed: ${allowed}`);
  }
  const semicolon = skipGap(source, value.end);
  if (source[semicolon] !== ';') {
    throw syntaxError(file, source, value.end, `the value of $${setting} must end with ";" and nothing else before it`);
  }
  return { name: setting, ...value, line: lineOf(source, offset), start, next: semicolon + 1 };
}

/** Reads all assignments in order. Throws SettingsError as `<file>:<line>: ...` for anything that is not plain data. */
export function readIncFile(file: string, source: string): IncFile {
  const assignments: Assignment[] = [];
  let offset = skipGap(source, matchAt(OPENING, source, 0)?.[0].length ?? 0);
  while (offset < source.length) {
    if (matchAt(CLOSING, source, offset)) return { assignments, insertAt: offset };
    const { next, ...assignment } = readAssignment(file, source, offset);
    assignments.push(assignment);
    offset = skipGap(source, next);
  }
  return { assignments, insertAt: source.length };
}

/**
 * The file's text with one value changed, or added where the file does not name it; all other characters stay.
 * `spelled` is the value as it stands in a file. Where a file names a setting twice, the last one, which counts, changes.
 * Throws SettingsError where the present text can't be read.
 */
export function updateIncFile(file: string, source: string, name: string, spelled: string): string {
  const { assignments, insertAt } = readIncFile(file, source);
  const present = assignments.findLast((assignment) => assignment.name === name);
  if (present) return source.slice(0, present.start) + spelled + source.slice(present.end);
  const before = source === '' ? '<?php\n' : source.slice(0, insertAt);
  const lineBreak = before === '' || before.endsWith('\n') ? '' : '\n';
  return `${before}${lineBreak}$${name} = ${spelled};\n${source.slice(insertAt)}`;
}

/** Spells a text in single quotes, as `readIncFile` reads it back. */
export const quoteText = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
