// How two texts differ: by words where they are short, by lines where they are long; what stayed is cut down. Pure.
import { diffLines, diffWordsWithSpace } from 'diff';

export interface Piece {
  kind: 'same' | 'added' | 'removed' | 'skipped';
  text: string;
}

/** Up to so many characters of both texts are compared by words. */
const wordsMax = 20_000;
/** Longer than anybody wants to wait for, in ms. */
const timeoutMs = 150;
/** So much of what stayed is shown around what changed. */
const contextCharacters = 80;

/** The start or the end of a text, cut at a blank. */
function cut(text: string, side: 'start' | 'end'): string {
  if (text.length <= contextCharacters) return text;
  return side === 'start'
    ? text.slice(0, contextCharacters).replace(/\S*$/, '')
    : text.slice(-contextCharacters).replace(/^\S*/, '');
}

function shorten(text: string, isFirst: boolean, isLast: boolean): readonly Piece[] {
  const lead = isFirst ? '' : cut(text, 'start');
  const tail = isLast ? '' : cut(text, 'end');
  if (lead.length + tail.length + contextCharacters >= text.length) return [{ kind: 'same', text }];
  const skipped: Piece = { kind: 'skipped', text: '' };
  return [{ kind: 'same' as const, text: lead }, skipped, { kind: 'same' as const, text: tail }].filter(
    ({ kind, text: part }) => kind === 'skipped' || part !== '',
  );
}

/** In reading order; the whole of both where comparing them would take long. */
export function diffTexts(before: string, after: string): readonly Piece[] {
  const isLong = before.length + after.length > wordsMax;
  const options = { timeout: timeoutMs };
  const found = isLong ? diffLines(before, after, options) : diffWordsWithSpace(before, after, options);
  if (found === undefined)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return found.flatMap(({ value, added, removed }, index): readonly Piece[] => {
    if (added || removed) return [{ kind: added ? 'added' : 'removed', text: value }];
    return shorten(value, index === 0, index === found.length - 1);
  });
}

/** How much there is to read. */
export const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length, 0);
