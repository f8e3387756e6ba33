// A semaphore whose places are shared fairly, with a queue of limited length before it: where that is full, who comes pushes out the
// last of those who take most of it (longest queue drop), so that nobody can fill it for others.
import { createRota, takeTurns } from './fair-share.ts';
import type { Share, ShareBounds } from './fair-share.ts';

export interface FairSemaphore {
  /**
   * Runs the work when its turn comes. `work` may call what it is given to let the next one at its target begin, while it keeps its
   * place. Throws what `refuse` and `refuseOwner` give.
   */
  run<R>(share: Share, work: (leaveTarget: () => void) => Promise<R>): Promise<R>;
}

interface FairSemaphoreBounds extends ShareBounds {
  maxWaiting: number;
  maxWaitingOfOwner: number;
  /** Nobody waits longer. */
  waitMaxMs: number;
  /** The error for work that finds no room, is pushed out of it, or waited too long. */
  refuse(): Error;
  /** The error for work whose owner has very much waiting. */
  refuseOwner(): Error;
}

/** Work at its place; with `target` undefined it has left its target. */
interface Place extends Share {
  target: string | undefined;
}

interface Waiting extends Share {
  readonly place: Place;
  readonly turn: PromiseWithResolvers<void>;
}

export function createFairSemaphore(bounds: FairSemaphoreBounds): FairSemaphore {
  const { maxWaiting, maxWaitingOfOwner, waitMaxMs, refuse, refuseOwner } = bounds;
  const rota = createRota();
  const waiting = new Set<Waiting>();
  const underWay = new Set<Place>();
  const advance = (): void => {
    for (const one of takeTurns([...waiting], underWay, bounds, rota)) {
      waiting.delete(one);
      underWay.add(one.place);
      one.turn.resolve();
    }
  };
  const countOf = (owner: string): number => [...waiting].filter((one) => one.owner === owner).length;
  const refuseWaiting = (one: Waiting): void => {
    if (waiting.delete(one)) one.turn.reject(refuse());
  };
  /** The one that is missed least: of the highest rank, of whose owner most wait, who had a turn last, that came last. */
  const findLeast = (): Waiting | undefined => {
    const counts = new Map<string, number>();
    for (const { owner } of waiting) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    const compare = (one: Waiting, other: Waiting): number =>
      (one.rank ?? 0) - (other.rank ?? 0) ||
      (counts.get(one.owner) ?? 0) - (counts.get(other.owner) ?? 0) ||
      rota.lastTurnOf(one.owner) - rota.lastTurnOf(other.owner);
    let least: Waiting | undefined;
    for (const one of waiting) if (least === undefined || compare(one, least) >= 0) least = one;
    return least;
  };
  return {
    async run(share, work) {
      const { owner, target } = share;
      const one: Waiting = { ...share, place: { owner, target }, turn: Promise.withResolvers() };
      waiting.add(one);
      advance();
      if (waiting.has(one)) {
        if (countOf(owner) > maxWaitingOfOwner) {
          waiting.delete(one);
          throw refuseOwner();
        }
        const least = waiting.size > maxWaiting ? findLeast() : undefined;
        if (least !== undefined) refuseWaiting(least);
      }
      const timer = setTimeout(() => refuseWaiting(one), waitMaxMs).unref();
      try {
        await one.turn.promise;
      } finally {
        clearTimeout(timer);
      }
      try {
        return await work(() => {
          one.place.target = undefined;
          advance();
        });
      } finally {
        underWay.delete(one.place);
        advance();
      }
    },
  };
}
