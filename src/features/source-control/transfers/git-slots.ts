// Who gets one of the places in which programs work for clients: nobody has so many that none is left for others.
import { createFairSemaphore } from '../../../platform/concurrency/fair-semaphore.ts';
import { rateLimited, unavailable } from '../../../platform/errors.ts';

export interface Peer {
  /** What is counted as one address. */
  network: string;
  /** User id; undefined: nobody in particular. */
  account: number | undefined;
}

export interface Slots {
  /**
   * Waits for a place; what it gives leaves it. Throws rate-limited where so many of the peer's own wait already, unavailable
   * where so many of all do, and once `signal` is aborted.
   */
  enter(peer: Peer, signal: AbortSignal): Promise<() => void>;
}

const waitingPerPlace = 4;
const retryAfterS = 5;
const nobody = 'nobody';

/**
 * One address and one account have at most half of the places, and all who did not sign in three quarters. `what` names what has
 * the places, in errors.
 */
export function createSlots(places: number, what = 'clones and pushes'): Slots {
  const half = Math.ceil(places / 2);
  const semaphore = createFairSemaphore({
    total: places,
    perOwner: half,
    perTarget: (target) => (target === nobody ? Math.ceil((places * 3) / 4) : half),
    maxWaiting: waitingPerPlace * places,
    maxWaitingOfOwner: waitingPerPlace * half,
    waitingPerPlace,
    refuse: () => unavailable(`too many ${what} at once; try again in a moment`),
    refuseOwner: () => rateLimited(`too many of your ${what} are waiting; try again in a moment`, retryAfterS),
  });
  return {
    enter: async ({ network, account }, signal) =>
      (await semaphore.acquire({ owner: network, target: account === undefined ? nobody : String(account) }, signal))
        .release,
  };
}
