// The parts of a needle that text indexes are asked for.

/** Parts of one needle; where there are more, some are left out. */
const partsMax = 16;

/** Parts of this length that together cover the items, or some of them where there are many; none where there are too few items. */
export function coverByParts<T>(items: readonly T[], length: number): T[][] {
  const last = items.length - length;
  if (last < 0) return [];
  const starts = [
    ...new Set([...Array.from({ length: Math.ceil(last / length) }, (_, index) => index * length), last]),
  ];
  const step = Math.ceil(starts.length / partsMax);
  return starts.filter((_, index) => index % step === 0).map((start) => items.slice(start, start + length));
}
