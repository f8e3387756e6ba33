// What somebody wrote themselves, of the text of a mail: without what it quotes, and without signature. Pure. Where the rules
// are in doubt the text stays, because the comment is all that readers see.
import { findIntroductionAbove, introductionMax } from './introductions.ts';
import { isMobileLine } from './mobile-lines.ts';
import { findOriginal, isSeparator } from './originals.ts';
import { isQuoted, removeMarks } from './quote-marks.ts';

export interface ReplyOptions {
  /** Whether to drop originals that have no marks in front of their lines: the setting sys_strip_outlook. */
  stripsOutlook: boolean;
}

const isBlank = (line: string): boolean => line.trim() === '';

const isOwn = (line: string): boolean => !isBlank(line) && !isQuoted(line);

/** The reply in a text whose lines end with line feeds; empty where it says nothing of its own. */
export function readReply(text: string, { stripsOutlook }: ReplyOptions): string {
  let lines = joinParted(restoreFrom(text.split('\n')));
  if (stripsOutlook) lines = cutBelowReply(lines, findOriginal(lines));
  lines = cutBelowReply(lines, findBareQuote(lines));
  const introduced = dropIntroductions(lines);
  lines = dropQuotes({ ...introduced, lines: dropSignature(introduced.lines) });
  lines = dropMobileLines(dropSignature(lines)).map((line) => line.trimEnd());
  return removeMarks(trimBlank(lines).join('\n')).trim();
}

/** What stands from `end` on goes, where something of the writer's own stands above it: else the reply may be in there. */
const cutBelowReply = (lines: readonly string[], end: number): string[] =>
  end < lines.length && lines.slice(0, end).some(isOwn) ? lines.slice(0, end) : [...lines];

/** A line that begins with "From " got a ">" on its way, as mailboxes in files need it: it is no quote. */
const restoreFrom = (lines: readonly string[]): string[] =>
  lines.map((line, index) =>
    line.startsWith('>From ') && !isQuoted(lines[index - 1] ?? '') && !isQuoted(lines[index + 1] ?? '')
      ? line.slice(1)
      : line,
  );

/** An address that was folded before its bracket ends, which then looks like a mark of quotes. */
function joinParted(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const isShort = last !== undefined && last.length + line.length <= introductionMax;
    const isParted =
      isShort &&
      line.startsWith('>') &&
      !isQuoted(last) &&
      /<[^<>]*@[^<>\s]+$/.test(last) &&
      /[:\uff1a]\W*$/.test(line);
    if (isParted) joined[joined.length - 1] = `${last}${line}`;
    else joined.push(line);
  }
  return joined;
}

/** Lines that may introduce an original without marks; more are text. */
const bareQuotesMax = 100;

/** Where an introduction that says it all stands before text without marks, as Yahoo writes it. */
function findBareQuote(lines: readonly string[]): number {
  const lastQuoted = lines.findLastIndex(isQuoted);
  let looked = 0;
  for (let end = lastQuoted + 2; end <= lines.length && looked < bareQuotesMax; end++) {
    if (!/[:\uff1a]\W{0,4}$/.test(lines[end - 1] ?? '')) continue;
    looked += 1;
    const found = findIntroductionAbove(lines, end);
    if (found?.isWhole === true) return end - found.lines;
  }
  return lines.length;
}

interface Introduced {
  lines: string[];
  /** Whether a quote at the end was introduced by a program, and went: any that still stands at the end is the writer's. */
  isEndCut: boolean;
}

/** Blank lines between an introduction and its quote. */
const gapMax = 2;

/** Takes away introductions above quotes, and the lines that programs put above these; at the end the quotes themselves as well. */
function dropIntroductions(lines: readonly string[]): Introduced {
  const dropped = new Set<number>();
  const starts: number[] = [];
  for (const [index, line] of lines.entries()) {
    const above = isQuoted(line) ? lastFilled(lines, index, gapMax) : -1;
    if (above < 0 || isQuoted(lines[above] ?? '')) continue;
    const start = above + 1 - (findIntroductionAbove(lines, above + 1)?.lines ?? 0);
    for (let place = start; place <= above; place++) dropped.add(place);
    const next = start > above ? above : lastFilled(lines, start, gapMax);
    const hasSeparator = isSeparator(lines[next] ?? '');
    if (hasSeparator) dropped.add(next);
    if (start <= above || hasSeparator) starts.push(hasSeparator ? next : start);
  }
  const lastOwn = lines.findLastIndex((line, index) => isOwn(line) && !dropped.has(index));
  const end = starts.find((start) => start > lastOwn) ?? lines.length;
  return { lines: lines.filter((_, index) => !dropped.has(index) && index < end), isEndCut: end < lines.length };
}

/** The last line before `index` that is not blank, with at most `gap` blank ones between; -1 where there is none. */
function lastFilled(lines: readonly string[], index: number, gap: number): number {
  let place = index - 1;
  while (place >= 0 && index - 1 - place < gap && isBlank(lines[place] ?? '')) place -= 1;
  return place >= 0 && !isBlank(lines[place] ?? '') ? place : -1;
}

/** Lines of a signature; more are text. */
const signatureMax = 30;
/** Lines of a signature whose separator lost its blank, which people write between paragraphs as well. */
const bareSignatureMax = 4;
/** Characters of each line of such a signature; where one is longer, all are text. */
const bareSignatureLineMax = 60;

/** Everything from the line `-- ` on, or from its blank lost if nothing stands right above. */
function dropSignature(lines: readonly string[]): string[] {
  const marked = lines.indexOf('-- ');
  const bare = lines.findLastIndex(
    (line, index) => line !== '-- ' && line.trimEnd() === '--' && isBlank(lines[index - 1] ?? ''),
  );
  const starts = [marked, bare].filter((start) => start >= 0 && isSignature(lines, start));
  return lines.slice(0, Math.min(lines.length, ...starts));
}

function isSignature(lines: readonly string[], start: number): boolean {
  const rest = trimBlank(lines.slice(start + 1));
  if (rest.some(isQuoted)) return false;
  if (lines[start] === '-- ') return rest.length <= signatureMax;
  return rest.length <= bareSignatureMax && rest.every((line) => line.trim().length <= bareSignatureLineMax);
}

/**
 * The quote at the end goes; one at the start too, unless answers stand between quotes. A quote that a sentence of the writer's
 * leads to stays, and so does one above what a program quoted.
 */
function dropQuotes({ lines, isEndCut }: Introduced): string[] {
  const lastOwn = lines.findLastIndex(isOwn);
  const leadsOn = isEndCut || /[:\uff1a]$/.test((lines[lastOwn] ?? '').trim());
  const kept = leadsOn ? [...lines] : lines.slice(0, lastOwn + 1);
  const firstOwn = kept.findIndex(isOwn);
  const isBetween = kept.slice(Math.max(firstOwn, 0)).some(isQuoted);
  return isBetween && firstOwn >= 0 ? kept : kept.filter((line) => !isQuoted(line));
}

/** A mail that has nothing else says nothing: programs put them under what was sent without a word, too. */
function dropMobileLines(lines: readonly string[]): string[] {
  const end = lines.findLastIndex((line) => !isBlank(line) && !isMobileLine(line.trim())) + 1;
  const isAlone = !lines.slice(0, end).some(isOwn) && lines.some(isQuoted);
  return trimBlank(isAlone ? lines : lines.slice(0, end));
}

/** Without blank lines at both ends, and with one where there were several. */
function trimBlank(lines: readonly string[]): string[] {
  const squeezed = lines.filter((line, index) => !isBlank(line) || !isBlank(lines[index - 1] ?? ''));
  const start = squeezed.findIndex((line) => !isBlank(line));
  return start < 0 ? [] : squeezed.slice(start, squeezed.findLastIndex((line) => !isBlank(line)) + 1);
}
