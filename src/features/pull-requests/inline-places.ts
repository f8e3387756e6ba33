// Where a comment on a line stands by now, after more was pushed. Pure.
import type { DifferenceLine } from './unidiff.ts';

/** The line that a comment was made on. */
export interface Anchor {
  position: 'left' | 'right';
  oldLine: number | null;
  newLine: number | null;
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
