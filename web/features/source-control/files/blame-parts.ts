// In which parts the lines of a file are asked for, so that those in view do not wait for all.

export interface BlamePart {
  /** Lines before the first one. */
  offset: number;
  /** How many; all that follow where it is left out. */
  limit?: number;
}

/** More than a screen. */
const firstLines = 200;

/** The first part has the lines around `focus`, a number from 1; the others are what is before and behind it. */
export function planBlame(lines: number, focus: number): BlamePart[] {
  const offset = Math.max(0, Math.min(focus - firstLines / 2, lines - firstLines));
  if (lines <= firstLines) return [{ offset: 0 }];
  return [
    { offset, limit: firstLines },
    ...(offset > 0 ? [{ offset: 0, limit: offset }] : []),
    ...(offset + firstLines < lines ? [{ offset: offset + firstLines }] : []),
  ];
}

/**
 * The commit of the first of the lines that came by it, by the number of that line: also where such lines are told of in two parts.
 * A line that somebody points at has its own.
 */
export function findStarts(ranges: readonly { start: number; commit: string }[], focus?: number): Map<number, string> {
  const sorted = ranges.toSorted((one, other) => one.start - other.start);
  const starts = new Map(
    sorted.flatMap(({ start, commit }, index) =>
      sorted[index - 1]?.commit === commit ? [] : [[start, commit] as const],
    ),
  );
  const own = focus === undefined ? undefined : sorted.findLast(({ start }) => start <= focus);
  if (focus !== undefined && own !== undefined) starts.set(focus, own.commit);
  return starts;
}
