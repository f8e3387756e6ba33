// Where a comment on a line stands by now, after more was pushed. Pure.
import type { DifferenceLine } from './unidiff.ts';

/** The line that a comment was made on. */
export interface Anchor {
  position: 'left' | 'right';
  oldLine: number | null;
  newLine: number | null;
}

/** Lines of one text, both ends included, from 1. */
export interface LineRange {
  first: number;
  last: number;
}

/** On which side of a difference its line is: what was removed is on the old side alone. */
export const isOnNewSide = ({ newLine }: Anchor): boolean => newLine !== null;

/** Numbers of lines in an older text as they are in a newer one; what is not in it is left out. */
export const mapLines = (between: readonly DifferenceLine[]): Map<number, number> =>
  new Map(
    between.flatMap(({ kind, oldLine, newLine }): [number, number][] =>
      kind === 'context' && oldLine !== undefined && newLine !== undefined ? [[oldLine, newLine]] : [],
    ),
  );

/** The offset, from 1, in the lines of a difference; undefined where the line is not in it. */
export function findOffset(lines: readonly DifferenceLine[], isNewSide: boolean, line: number): number | undefined {
  const index = lines.findIndex((one) => (isNewSide ? one.newLine : one.oldLine) === line);
  return index < 0 ? undefined : index + 1;
}

/**
 * Lines of an older text as they are in a newer one, by what `mapLines` gives; undefined where one of the ends is gone. `isWhole`
 * says that all of them are there as they were, with nothing between.
 */
export function moveRange(
  moved: ReadonlyMap<number, number>,
  { first, last }: LineRange,
): (LineRange & { isWhole: boolean }) | undefined {
  const [from, to] = [moved.get(first), moved.get(last)];
  if (from === undefined || to === undefined) return undefined;
  let isWhole = to - from === last - first;
  for (let line = first; isWhole && line <= last; line += 1) isWhole = moved.get(line) === from + line - first;
  return { first: from, last: to, isWhole };
}
