// What is made once of objects that never change, such as parts of definitions: finding one of very many by what names it.

/** Fewer are looked through as fast as a map is asked. */
const aFew = 16;

/** A function that makes something of a thing when it is asked for the first time, and gives the same from then on. */
export function madeOnce<T extends object, Rest extends readonly unknown[], R extends object>(
  make: (thing: T, ...rest: Rest) => R,
): (thing: T, ...rest: Rest) => R {
  const kept = new WeakMap<T, R>();
  return (thing, ...rest) => {
    const known = kept.get(thing);
    if (known !== undefined) return known;
    const made = make(thing, ...rest);
    kept.set(thing, made);
    return made;
  };
}

/** A function that gives the first entry of a list with a key, so that a thousand are found among thousands in no time. */
export function createLookup<T, K>(keyOf: (entry: T) => K): (list: readonly T[], key: K) => T | undefined {
  const mapOf = madeOnce((list: readonly T[]) => new Map(list.toReversed().map((entry) => [keyOf(entry), entry])));
  return (list, key) => (list.length <= aFew ? list.find((entry) => keyOf(entry) === key) : mapOf(list).get(key));
}
