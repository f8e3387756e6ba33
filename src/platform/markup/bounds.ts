// How much markup is rendered. What is more is shown as it was written.

/** What REST takes of a text. */
export const sourceMaxBytes = 65_536;
/** Bytes of HTML that one text becomes, however long it is. */
const htmlMaxBytes = 262_144;
/** HTML is at most so many times its source, and some more: links have their address, table cells their tags. */
const htmlMaxRatio = 8;
const htmlMinBytes = 16_384;
/** Brackets that open in one text. */
const bracketsMax = 10_000;
/** Runs of `*`, `_`, `~` and backticks in one text. */
const delimitersMax = 20_000;
/** What uses of link reference definitions become together, at least; as cmark does, it may be as much as the source. */
const expansionMinChars = 100_000;

/** Levels of block quotes and lists; a list is two. */
export const blockNestingMax = 40;
/** Levels of elements in the HTML of one text. */
export const elementNestingMax = 200;
/** Attributes of one element. */
export const attributesMax = 100;
export const styleMaxChars = 4096;

/** A text exceeds a bound. */
export class MarkupExcessError extends Error {
  override readonly name = 'MarkupExcessError';
}

/** Throws MarkupExcessError. */
export function requireWithin(count: number, max: number, what: string): void {
  if (count > max) throw new MarkupExcessError(`more than ${max} ${what}`);
}

const byteLength = (text: string): number => Buffer.byteLength(text);

/** Throws MarkupExcessError. Both are taken in bytes of UTF-8. */
export function requireHtmlWithin(source: string, html: string): void {
  const max = Math.min(htmlMaxBytes, htmlMinBytes + htmlMaxRatio * byteLength(source));
  requireWithin(byteLength(html), max, 'bytes of HTML');
}

/** Throws MarkupExcessError for a source that is too long in whatever format. */
export const requireSourceWithin = (source: string): void =>
  requireWithin(byteLength(source), sourceMaxBytes, 'bytes of source');

/** Characters that all uses of link reference definitions may become. */
export const expansionMaxChars = (source: string): number => Math.max(expansionMinChars, source.length);

/** What may be the line under the head of a table, in whatever lists and quotes it stands. */
const tableRule = /^[\s>|:*+\d.)-]*$/;

const occurrences = (text: string, pattern: RegExp): number => {
  let count = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) count += 1;
  return count;
};

/** Cells of tables, each row as wide as the widest head above it: Markdown fills rows that are shorter. */
function countCells(source: string): number {
  let cells = 0;
  let columns = 0;
  for (const line of source.split('\n')) {
    if (!/[^\s>]/.test(line)) columns = 0;
    else if (line.includes('|') && tableRule.test(line)) columns = Math.max(columns, occurrences(line, /\|/g) + 1);
    cells += columns;
  }
  return cells;
}

/** Throws MarkupExcessError for Markdown that would take long to parse, or become much, after one look at each character. */
export function requireMarkdownWithin(source: string): void {
  requireWithin(occurrences(source, /\[/g), bracketsMax, 'brackets');
  requireWithin(occurrences(source, /[*_~`]+/g), delimitersMax, 'runs of delimiters');
  // Whoever writes every cell has a line between any two.
  requireWithin(countCells(source), 2 * source.length + 16, 'cells of tables');
}
