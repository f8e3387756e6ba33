// Suggestions in comments: lines that would take the place of those that a comment is about. Pure.
import { encodeText, findCharset } from '../../../platform/texts/text-encoding.ts';
import type { LineRange } from '../inline-places.ts';

/** Indentation, three or more marks, and what stands behind them (CommonMark 0.31, 4.5). */
const fence = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/;
const language = /^[ \t]*suggestion[ \t]*$/;

/** The lines of each block of code whose language is `suggestion`, in order; an empty block has none. One that is not closed goes to the end. */
export function readSuggestions(text: string): string[][] {
  const found: string[][] = [];
  let open: { marks: string; lines: string[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, marks = '', info = ''] = fence.exec(line) ?? [];
    if (open === undefined) {
      // A line with a back quote behind them is text.
      if (marks === '' || (marks.startsWith('`') && info.includes('`'))) continue;
      open = { marks, lines: [] };
      if (language.test(info)) found.push(open.lines);
    } else if (marks.startsWith(open.marks) && info.trim() === '') open = undefined;
    else open.lines.push(line);
  }
  return found;
}

export interface Replacement extends LineRange {
  lines: readonly string[];
}

/** Whether two of them are about the same line. */
export const isOverlapping = (replacements: readonly LineRange[]): boolean =>
  replacements
    .toSorted((a, b) => a.first - b.first)
    .some(({ first }, index, all) => index > 0 && first <= (all[index - 1]?.last ?? 0));

const lineBreak = 10;
const carriageReturn = 13;

/**
 * A text, in whatever encoding has ASCII's line breaks, with lines in the place of others, which do not overlap. New lines end as
 * the first one that they replace, and the last line of a text that has no line break at its end gets none.
 */
function replaceBytes(content: Buffer, replacements: readonly Replacement[], encode: (text: string) => Buffer): Buffer {
  const starts = [0];
  for (let at = content.indexOf(lineBreak); at >= 0; at = content.indexOf(lineBreak, at + 1)) starts.push(at + 1);
  const startOf = (line: number): number => starts[line - 1] ?? content.length;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { first, last, lines } of replacements.toSorted((a, b) => a.first - b.first)) {
    const [from, to] = [startOf(first), startOf(last + 1)];
    const ending = content[startOf(first + 1) - 2] === carriageReturn ? '\r\n' : '\n';
    const isOpenEnd = to === content.length && content[to - 1] !== lineBreak;
    const text = lines.map((line) => line + ending).join('');
    pieces.push(content.subarray(at, from), encode(isOpenEnd ? text.slice(0, -ending.length) : text));
    at = to;
  }
  return Buffer.concat([...pieces, content.subarray(at)]);
}

const inUtf8 = (text: string): Buffer => Buffer.from(text);
const mark = inUtf8('\ufeff');

/** The same in UTF-8, whose mark is the file's and no line's. */
function replaceUtf8(content: Buffer, replacements: readonly Replacement[]): Buffer {
  const start = content.subarray(0, mark.length).equals(mark) ? mark.length : 0;
  return Buffer.concat([content.subarray(0, start), replaceBytes(content.subarray(start), replacements, inUtf8)]);
}

/** A file with lines in the place of others, in its own encoding; undefined where that has not all of their characters. */
export function replaceLines(
  content: Buffer,
  replacements: readonly Replacement[],
  otherwise?: string,
): Buffer | undefined {
  const charset = findCharset(content, otherwise === undefined ? {} : { otherwise }) ?? 'utf-8';
  if (charset === 'utf-8') return replaceUtf8(content, replacements);
  if (charset.startsWith('utf-16')) {
    const text = new TextDecoder(charset, { ignoreBOM: true }).decode(content);
    return encodeText(replaceUtf8(Buffer.from(text), replacements).toString(), charset);
  }
  let isWhole = true;
  const replaced = replaceBytes(content, replacements, (text) => {
    const encoded = encodeText(text, charset);
    if (encoded === undefined) isWhole = false;
    return encoded ?? inUtf8(text);
  });
  return isWhole ? replaced : undefined;
}
