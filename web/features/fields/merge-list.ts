/** What I added and took away, done to what there is now. */
export function mergeList<T>(
  before: readonly T[],
  mine: readonly T[],
  now: readonly T[],
  keyOf: (one: T) => unknown,
): readonly T[] {
  const [had, wanted] = [new Set(before.map(keyOf)), new Set(mine.map(keyOf))];
  const kept = now.filter((one) => wanted.has(keyOf(one)) || !had.has(keyOf(one)));
  const there = new Set(kept.map(keyOf));
  return [...kept, ...mine.filter((one) => !had.has(keyOf(one)) && !there.has(keyOf(one)))];
}
