// Who gets one of the places in which programs work for clients: nobody has so many that none is left for others.
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

interface Share {
  key: string;
  /** Of the places, and with `waitingPerPlace` of those that wait. */
  max: number;
}

interface Waiting {
  shares: readonly Share[];
  admit(): void;
}

const waitingPerPlace = 4;
const retryAfterS = 5;

/** One address and one account have at most half of the places, and all who did not sign in three quarters. */
function sharesOf({ network, account }: Peer, places: number): Share[] {
  const half = Math.ceil(places / 2);
  return [
    { key: `network ${network}`, max: half },
    account === undefined
      ? { key: 'nobody', max: Math.ceil((places * 3) / 4) }
      : { key: `account ${account}`, max: half },
  ];
}

/** How many there are by key. */
function createTally() {
  const counts = new Map<string, number>();
  const add = (shares: readonly Share[], change: 1 | -1): void => {
    for (const { key } of shares) {
      const count = (counts.get(key) ?? 0) + change;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    }
  };
  return { add, hasRoom: ({ key, max }: Share, factor = 1): boolean => (counts.get(key) ?? 0) < max * factor };
}

/** `what` names what has the places, in refusals. */
export function createSlots(places: number, what = 'clones and pushes'): Slots {
  const held = createTally();
  const queued = createTally();
  const queue = new Set<Waiting>();
  let free = places;
  const leave = (waiting: Waiting): void => {
    queue.delete(waiting);
    queued.add(waiting.shares, -1);
  };
  const fill = (): void => {
    for (const waiting of queue) {
      if (free === 0) return;
      if (!waiting.shares.every((share) => held.hasRoom(share))) continue;
      leave(waiting);
      free -= 1;
      held.add(waiting.shares, 1);
      waiting.admit();
    }
  };
  const createExit = (shares: readonly Share[]): (() => void) => {
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      free += 1;
      held.add(shares, -1);
      fill();
    };
  };
  return {
    async enter(peer, signal) {
      const shares = sharesOf(peer, places);
      if (!shares.every((share) => queued.hasRoom(share, waitingPerPlace)))
        throw rateLimited(`as many of your ${what} wait as may; try again in a moment`, retryAfterS);
      if (queue.size >= places * waitingPerPlace) throw unavailable(`too many ${what} at once; try again in a moment`);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiting: Waiting = { shares, admit: resolve };
      const giveUp = (): void => {
        if (!queue.has(waiting)) return;
        leave(waiting);
        reject(unavailable('the client went away'));
      };
      queue.add(waiting);
      queued.add(shares, 1);
      signal.addEventListener('abort', giveUp, { once: true });
      fill();
      if (signal.aborted) giveUp();
      try {
        await promise;
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
      return createExit(shares);
    },
  };
}
