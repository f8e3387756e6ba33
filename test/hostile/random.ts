// Random choices that a seed repeats.

export interface Random {
  /** 0 to 1, 1 not included. */
  next(): number;
  /** 0 to `limit` - 1. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Splits one seed into many that have nothing to do with each other (the mixing of splitmix32). */
export function mixSeed(seed: number, index: number): number {
  let mixed = (seed ^ Math.imul(index + 1, 0x9e3779b9)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** The mulberry32 sequence. `pick` throws for an empty list. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick(from) {
      const found = from[below(from.length)];
      if (found === undefined && from.length === 0) throw new Error('there is nothing to pick from');
      return found ?? pickFirst(from);
    },
  };
}

/** For lists that hold undefined itself. */
function pickFirst<T>(from: readonly T[]): T {
  for (const item of from) return item;
  throw new Error('there is nothing to pick from');
}
