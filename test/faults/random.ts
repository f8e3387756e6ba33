// Decisions that a seed repeats.

export interface Random {
  /** A whole number from 0, below `limit`. */
  below(limit: number): number;
  /** Throws Error for an empty list. */
  pick<T>(from: readonly T[]): T;
}

/** mulberry32; `seed` is any whole number. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick(from) {
      const chosen = from[below(from.length)];
      if (chosen === undefined) throw new Error('there is nothing to pick from');
      return chosen;
    },
  };
}
