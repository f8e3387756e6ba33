// How long items took, summed up. Pure.

/** Days up to which each group reaches; the last has all that took longer. */
export const cycleEdges = [1, 2, 4, 8, 16, 32] as const;

/** How many took at most so many days and more than the group before; the last took longer than all edges. */
export function groupTimes(days: readonly number[]): number[] {
  const counts = [...cycleEdges.map(() => 0), 0];
  for (const took of days) {
    const at = cycleEdges.findIndex((edge) => took <= edge);
    const group = at < 0 ? cycleEdges.length : at;
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return counts;
}

/** Days that a share of them, from 0 to 1, took at most; undefined of none. */
export function atMost(days: readonly number[], share: number): number | undefined {
  const sorted = days.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}
