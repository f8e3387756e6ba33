// Where the lines begin that came by one commit.

/**
 * The commit of the first of the lines that came by it, by the number of that line; a line that somebody points at has its own. Ranges
 * are in the order of their lines.
 */
export function findStarts(ranges: readonly { start: number; commit: string }[], focus?: number): Map<number, string> {
  const starts = new Map(
    ranges.flatMap(({ start, commit }, index) =>
      ranges[index - 1]?.commit === commit ? [] : [[start, commit] as const],
    ),
  );
  const own = focus === undefined ? undefined : ranges.findLast(({ start }) => start <= focus);
  if (focus !== undefined && own !== undefined) starts.set(focus, own.commit);
  return starts;
}
