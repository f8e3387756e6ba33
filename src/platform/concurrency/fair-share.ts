// Who comes next where many wait for few places: owners in turn, so that none gets more than its share however much it asks for
// (fair queueing), and no more at a time than the owner, and the target that the work is at, may have.
import { createCache } from '../cache/index.ts';

/** Work that waits, or is under way. */
export interface Share {
  /** Whose work it is. */
  readonly owner: string;
  /** What the work is at; undefined: nothing that is bounded. */
  readonly target: string | undefined;
  /** Those of a lower rank come first; by default 0. */
  readonly rank?: number;
}

/** How much is under way at a time. */
export interface ShareBounds {
  readonly total: number;
  readonly perOwner: number;
  /** A number, or what gives it for a target. */
  readonly perTarget: number | ((target: string) => number);
}

export const boundAt = (target: string, perTarget: ShareBounds['perTarget']): number =>
  typeof perTarget === 'number' ? perTarget : perTarget(target);

/** In which order owners were served last. */
export interface RoundRobin {
  /** The later it was, the higher; 0 for an owner who was not served, or not lately. */
  lastServed(owner: string): number;
  noteServed(owner: string): void;
}

/** Remembers the last owners. */
export function createRoundRobin(maxBytes = 262_144): RoundRobin {
  const served = createCache<string, number>({ name: 'turns', maxBytes, sizeOf: () => 8 });
  let count = 0;
  return {
    lastServed: (owner) => served.get(owner) ?? 0,
    noteServed(owner) {
      served.set(owner, (count += 1));
    },
  };
}

interface Counts {
  owners: Map<string, number>;
  targets: Map<string, number>;
  total: number;
}

function count(counts: Counts, { owner, target }: Share): void {
  counts.owners.set(owner, (counts.owners.get(owner) ?? 0) + 1);
  if (target !== undefined) counts.targets.set(target, (counts.targets.get(target) ?? 0) + 1);
  counts.total += 1;
}

/**
 * Of those that wait, in the order in which they came, the ones that begin now: by rank, then whose owner has least under way, then
 * whose owner was not served for longest, then in their order. Notes who is served.
 */
export function selectFairly<T extends Share>(
  waiting: readonly T[],
  underWay: Iterable<Share>,
  { total, perOwner, perTarget }: ShareBounds,
  order: RoundRobin,
): T[] {
  const counts: Counts = { owners: new Map(), targets: new Map(), total: 0 };
  for (const one of underWay) count(counts, one);
  const heldBy = ({ owner }: Share): number => counts.owners.get(owner) ?? 0;
  const isFull = ({ target }: Share): boolean =>
    target !== undefined && (counts.targets.get(target) ?? 0) >= boundAt(target, perTarget);
  const left = new Set(waiting);
  const taken: T[] = [];
  const isBefore = (one: T, other: T): boolean =>
    ((one.rank ?? 0) - (other.rank ?? 0) ||
      heldBy(one) - heldBy(other) ||
      order.lastServed(one.owner) - order.lastServed(other.owner)) < 0;
  while (counts.total < total) {
    let next: T | undefined;
    for (const one of left) {
      if (heldBy(one) >= perOwner || isFull(one)) continue;
      if (next === undefined || isBefore(one, next)) next = one;
    }
    if (next === undefined) break;
    left.delete(next);
    count(counts, next);
    order.noteServed(next.owner);
    taken.push(next);
  }
  return taken;
}
