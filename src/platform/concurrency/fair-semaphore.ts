// A semaphore whose places are shared fairly, with a queue of limited length before it: where that is full, who comes pushes out the
// last of those who take most of it (longest queue drop), so that nobody can fill it for others.
import { boundAt, createRoundRobin, selectFairly } from './fair-share.ts';
import type { Share, ShareBounds } from './fair-share.ts';

/** Leave to work. */
export interface Permit {
  /** Gives the permit to the next one; again it does nothing. */
  release(): void;
  /** Lets the next one at the target begin, and keeps the permit. */
  releaseTarget(): void;
}

export interface FairSemaphore {
  /** Waits for a permit. Throws what `refuse` and `refuseOwner` give, and what `refuse` gives once `signal` is aborted. */
  acquire(share: Share, signal?: AbortSignal): Promise<Permit>;
  /** Runs the work with a permit; `work` gets its `releaseTarget`. Throws as `acquire`. */
  run<R>(share: Share, work: (releaseTarget: () => void) => Promise<R>): Promise<R>;
}

interface FairSemaphoreBounds extends Partial<ShareBounds> {
  /** Of all; where it is reached, who is missed least is refused. */
  maxWaiting?: number;
  maxWaitingOfOwner?: number;
  /** Those who wait for a target, as many times as have a place at it. */
  waitingPerPlace?: number;
  /** Nobody waits longer. */
  waitMaxMs?: number;
  /** The error for work that finds no room, is pushed out of it, or waited too long. */
  refuse(): Error;
  /** The error for work whose owner, or target, has very much waiting. */
  refuseOwner(): Error;
}

/** Work at its place; with `target` undefined it has left its target. */
interface Place extends Share {
  target: string | undefined;
}

interface Waiting extends Share {
  readonly place: Place;
  readonly permit: PromiseWithResolvers<void>;
}

/** All bounds are none by default. */
export function createFairSemaphore({ refuse, refuseOwner, waitMaxMs, ...given }: FairSemaphoreBounds): FairSemaphore {
  const bounds = { ...unbounded, ...given };
  const order = createRoundRobin();
  const waiting = new Set<Waiting>();
  const underWay = new Set<Place>();
  const advance = (): void => {
    for (const one of selectFairly([...waiting], underWay, bounds, order)) {
      waiting.delete(one);
      underWay.add(one.place);
      one.permit.resolve();
    }
  };
  const countWaiting = (is: (one: Waiting) => boolean): number => [...waiting].filter(is).length;
  const waitsTooMuch = ({ owner, target }: Share): boolean =>
    countWaiting((one) => one.owner === owner) > bounds.maxWaitingOfOwner ||
    (target !== undefined &&
      countWaiting((one) => one.target === target) > bounds.waitingPerPlace * boundAt(target, bounds.perTarget));
  const refuseWaiting = (one: Waiting): void => {
    if (waiting.delete(one)) one.permit.reject(refuse());
  };
  /** The one that is missed least: of the highest rank, of whose owner most wait, who was served last, that came last. */
  const findLeast = (): Waiting | undefined => {
    const counts = new Map<string, number>();
    for (const { owner } of waiting) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    const compare = (one: Waiting, other: Waiting): number =>
      (one.rank ?? 0) - (other.rank ?? 0) ||
      (counts.get(one.owner) ?? 0) - (counts.get(other.owner) ?? 0) ||
      order.lastServed(one.owner) - order.lastServed(other.owner);
    let least: Waiting | undefined;
    for (const one of waiting) if (least === undefined || compare(one, least) >= 0) least = one;
    return least;
  };
  const queue = (one: Waiting): void => {
    waiting.add(one);
    advance();
    if (!waiting.has(one)) return;
    if (waitsTooMuch(one)) {
      waiting.delete(one);
      throw refuseOwner();
    }
    const least = waiting.size > bounds.maxWaiting ? findLeast() : undefined;
    if (least !== undefined) refuseWaiting(least);
  };
  const acquire: FairSemaphore['acquire'] = async (share, signal) => {
    const { owner, target } = share;
    const place = { owner, target };
    const one: Waiting = { ...share, place, permit: Promise.withResolvers() };
    queue(one);
    const giveUp = (): void => refuseWaiting(one);
    const timer = waitMaxMs === undefined ? undefined : setTimeout(giveUp, waitMaxMs).unref();
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted === true) giveUp();
    try {
      await one.permit.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
    return {
      release() {
        if (underWay.delete(place)) advance();
      },
      releaseTarget() {
        place.target = undefined;
        advance();
      },
    };
  };
  return {
    acquire,
    async run(share, work) {
      const { release, releaseTarget } = await acquire(share);
      try {
        return await work(releaseTarget);
      } finally {
        release();
      }
    },
  };
}

const unbounded = {
  total: Infinity,
  perOwner: Infinity,
  perTarget: Infinity,
  maxWaiting: Infinity,
  maxWaitingOfOwner: Infinity,
  waitingPerPlace: Infinity,
};
