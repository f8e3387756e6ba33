// Slips of the keyboard, and the names that they hide.

/**
 * Letters that were added, left out, replaced, or swapped with the next one (optimal string alignment), or more than `max`
 * where there are more than that.
 */
export function countSlips(from: string, to: string, max: number): number {
  let older: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let slips = Math.min(
        (last[column] ?? max) + 1,
        (current[column - 1] ?? max) + 1,
        (last[column - 1] ?? max) + (isSame ? 0 : 1),
      );
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwapped) slips = Math.min(slips, (older[column - 2] ?? max) + 1);
      current.push(slips);
    }
    if (Math.min(...current) > max) return max + 1;
    older = last;
    last = current;
  }
  return last.at(-1) ?? max + 1;
}

/** Characters of a name that are compared, the first ones. */
const nameMax = 100;

/** The name of `known` that takes the fewest slips from a name, case ignored, at most one for three letters; undefined for none. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.slice(0, nameMax).toLowerCase();
  const max = Math.floor(wanted.length / 3);
  let nearest: string | undefined;
  let least = max + 1;
  for (const candidate of known) {
    const slips = countSlips(wanted, candidate.toLowerCase(), max);
    if (slips < least) [nearest, least] = [candidate, slips];
  }
  return nearest;
}
