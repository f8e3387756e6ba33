// Finds one of very many by what names it.

/** Fewer are looked through as fast as a map is asked. */
const aFew = 16;

/**
 * A function that gives the first entry of a list with a key. What it needs for that is made once for each list, so that a
 * thousand values are found among thousands in no time: the list must never change.
 */
export function createLookup<T, K>(keyOf: (entry: T) => K): (list: readonly T[], key: K) => T | undefined {
  const made = new WeakMap<readonly T[], ReadonlyMap<K, T>>();
  const mapOf = (list: readonly T[]): ReadonlyMap<K, T> => {
    const known = made.get(list);
    if (known !== undefined) return known;
    const map = new Map(list.toReversed().map((entry) => [keyOf(entry), entry]));
    made.set(list, map);
    return map;
  };
  return (list, key) => (list.length <= aFew ? list.find((entry) => keyOf(entry) === key) : mapOf(list).get(key));
}
