// Lines of a difference as rows, one or two columns, with the words that changed. Pure.
import { diffWordsWithSpace } from 'diff';
import type { Schemas } from '../../../platform/schemas.ts';

type Hunk = Schemas['GitFileDifference']['hunks'][number];
export type Line = Hunk['lines'][number];

export interface Piece {
  text: string;
  isChanged: boolean;
}

/** Longer lines are not compared by words. */
const wordsMax = 500;

/** The words of two lines, one of which took the place of the other; undefined where they have too little in common. */
export function compareWords(before: string, after: string): { before: Piece[]; after: Piece[] } | undefined {
  if (before.length > wordsMax || after.length > wordsMax) return undefined;
  const parts = diffWordsWithSpace(before, after);
  const same = parts.reduce(
    (sum, { value, added, removed }) => (added || removed ? sum : sum + value.trim().length),
    0,
  );
  if (same * 3 < Math.max(before.trim().length, after.trim().length)) return undefined;
  const side = (isOther: (part: (typeof parts)[number]) => boolean): Piece[] =>
    parts
      .filter((part) => !isOther(part))
      .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }));
  return { before: side(({ added }) => added), after: side(({ removed }) => removed) };
}

/** What stands beside each other: a line that stayed twice, one that changed with what it became. */
export interface Pair {
  left: Line | undefined;
  right: Line | undefined;
}

/** Lines that were removed beside those that took their place, as far as there are as many. */
export function pairLines(lines: readonly Line[]): Pair[] {
  const pairs: Pair[] = [];
  let removed: Line[] = [];
  let added: Line[] = [];
  const settle = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1)
      pairs.push({ left: removed[index], right: added[index] });
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) settle();
      removed.push(line);
    } else if (line.kind === 'added') added.push(line);
    else {
      settle();
      pairs.push({ left: line, right: line });
    }
  }
  settle();
  return pairs;
}

/** The words that changed in each line that has a counterpart. */
export function wordsOf(lines: readonly Line[]): ReadonlyMap<Line, readonly Piece[]> {
  const words = new Map<Line, readonly Piece[]>();
  for (const { left, right } of pairLines(lines)) {
    if (left === undefined || right === undefined || left === right) continue;
    const found = compareWords(left.text, right.text);
    if (found === undefined) continue;
    words.set(left, found.before);
    words.set(right, found.after);
  }
  return words;
}
