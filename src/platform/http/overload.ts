// Tells when there is more to do than can soon be answered, so that the surplus is refused before it costs anything.
// It remembers nothing beyond the present turn of the event loop and the work under way: when the load goes, so does it.
import type { DomainError } from '../errors.ts';
import { unavailable } from '../errors.ts';

export interface OverloadLimits {
  /** How long requests of one turn of the event loop may wait for those before them. */
  waitMaxMs: number;
  /** Requests that are worked upon at the same time: their body has arrived, their answer is not ready. */
  requestsMax: number;
}

export interface OverloadGuard {
  /** Why the request that begins now is to be refused; undefined when it may go on. To be asked once for each request. */
  findRefusal(): DomainError | undefined;
  /** Runs the work of a request until its answer is ready. Throws unavailable where more than `requestsMax` run. */
  run<R>(work: () => Promise<R>): Promise<R>;
  /** For work that runs: waits for something and gives its place to others meanwhile. */
  waitIdle<R>(wait: Promise<R>): Promise<R>;
}

/** What a guard learns from its surroundings. */
interface Surroundings {
  nowMs(): number;
  /** Calls back when the event loop has handed out everything that had arrived. */
  atEndOfTurn(call: () => void): void;
}

const realSurroundings: Surroundings = {
  nowMs: () => performance.now(),
  atEndOfTurn: (call) => void setImmediate(call),
};

/** One for all requests, because making an error costs more than refusing. */
const refusal = unavailable('there is more to do than can be done in time; try again in a moment');

/**
 * What arrived while the server was busy is handed out in one turn of the event loop, one request after the other, so the
 * time since the first of them is what the present one has waited. The longest single request of a turn does not count:
 * an expensive one alone is no overload.
 */
export function createOverloadGuard(
  limits: OverloadLimits,
  surroundings: Surroundings = realSurroundings,
): OverloadGuard {
  const { nowMs, atEndOfTurn } = surroundings;
  let isTurnOpen = false;
  let startMs = 0;
  let lastMs = 0;
  let longestMs = 0;
  let running = 0;
  const endTurn = (): void => {
    isTurnOpen = false;
  };
  const isLate = (): boolean => {
    const now = nowMs();
    if (!isTurnOpen) {
      isTurnOpen = true;
      startMs = now;
      longestMs = 0;
      atEndOfTurn(endTurn);
    } else if (now - lastMs > longestMs) longestMs = now - lastMs;
    lastMs = now;
    return now - startMs - longestMs > limits.waitMaxMs;
  };
  return {
    findRefusal: () => (isLate() || running >= limits.requestsMax ? refusal : undefined),
    async run(work) {
      if (running >= limits.requestsMax) throw refusal;
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
      }
    },
    async waitIdle(wait) {
      running -= 1;
      try {
        return await wait;
      } finally {
        running += 1;
      }
    },
  };
}
