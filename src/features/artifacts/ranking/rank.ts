// Ranks: numbers that put all artifacts into one order.

/**
 * How far apart the ranks lie that ids give. Such a rank belongs to its artifact even while that is elsewhere or deleted, and
 * those in between are for artifacts that were moved.
 */
export const rankStep = 1024;

/** The number that the wire shows; a lower one comes first. */
export const rankOf = (row: { id: number; rank: number | null }): number => row.rank ?? row.id * rankStep;

/** The least distance that is left between artifacts which make room for others. */
const roomyStep = 32;

/**
 * Ranks for artifacts in order, evenly spread strictly between two others; undefined where they lie too close together.
 * `makesRoom`: among them are some that only move to make room.
 */
export function spreadRanks(
  ids: readonly number[],
  { low, high }: { low: number; high: number },
  makesRoom: boolean,
): Map<number, number> | undefined {
  const step = Math.floor((high - low) / (ids.length + 1));
  // With a distance of two, stepping off the rank of somebody else's id meets nobody.
  if (step < (makesRoom ? roomyStep : 2)) return undefined;
  return new Map(
    ids.map((id, index) => {
      const rank = low + step * (index + 1);
      return [id, rank % rankStep === 0 && rank !== id * rankStep ? rank + 1 : rank];
    }),
  );
}
