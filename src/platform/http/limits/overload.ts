// Tells when there is more to do than can soon be answered, so that the surplus is refused before it costs anything.
// It remembers nothing beyond the present turn of the event loop, the work under way and the few turns before, which count
// only while the present one began late: when the load goes, so does it.
import type { DomainError } from '../../errors.ts';
import { unavailable } from '../../errors.ts';

export interface OverloadLimits {
  /** How long requests may wait for those before them: in one turn of the event loop, and in those before it together. */
  waitMaxMs: number;
  /** Requests that are worked upon at the same time: their body has arrived, their answer is not ready. */
  requestsMax: number;
}

export interface OverloadGuard {
  /**
   * Why the work that begins now is to be refused; undefined when it may go on. To be asked when a request comes, and again
   * when its body is there.
   */
  findRefusal(): DomainError | undefined;
  /** Runs the work of a request until its answer is ready. Throws unavailable where more than `requestsMax` run. */
  run(work: () => Promise<void> | void): Promise<void> | void;
  /** For work that runs: waits for something and gives its place to others meanwhile. */
  waitIdle<R>(wait: Promise<R>): Promise<R>;
}

/** What a guard learns from its surroundings. */
export interface ProcessClock {
  nowMs(): number;
  /** Calls back when the event loop has handed out everything that had arrived. */
  atEndOfTurn(call: () => void): void;
  /** Processor time of this process so far. */
  cpuMs(): number;
  /** Calls back after so many milliseconds, or later where the event loop is busy. */
  after(delayMs: number, call: () => void): void;
}

const processClock: ProcessClock = {
  nowMs: () => performance.now(),
  atEndOfTurn: (call) => void setImmediate(call),
  cpuMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  after: (delayMs, call) => void setTimeout(call, delayMs).unref(),
};

/** One for all requests, because making an error costs more than refusing. */
const refusal = unavailable('the server is overloaded; try again in a moment');

/**
 * What arrived while the server was busy is handed out in one turn of the event loop, one request after the other, so the time since the
 * first of them is what the present one has waited. The longest single request of a turn does not count: an expensive one alone is no
 * overload. What a request costs later, after it has waited for something, makes later turns long; the delay of their start tells of it.
 */
export function createOverloadGuard(limits: OverloadLimits, clock: ProcessClock = processClock): OverloadGuard {
  const { nowMs, atEndOfTurn } = clock;
  const delays = watchDelays(limits.waitMaxMs, clock);
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
    findRefusal() {
      const isSlow = delays.isSlow();
      return isLate() || isSlow || running >= limits.requestsMax ? refusal : undefined;
    },
    run(work) {
      if (running >= limits.requestsMax) throw refusal;
      running += 1;
      let waiting: Promise<void> | void = undefined;
      try {
        waiting = work();
      } finally {
        if (waiting === undefined) running -= 1;
      }
      return waiting?.finally(() => {
        running -= 1;
      });
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

/** A turn that is longer begins with a look at how late it is. */
const lookEveryMs = 50;
/** About as many turns as a request takes. */
const delaysKept = 4;
/** Less is not taken for overload, whatever the limit is: a collection of garbage costs as much. */
const delayMinMs = 200;

/**
 * Says whether the present turn of the event loop began late after others that were long, too: the delays of the last few together, without
 * the longest, exceed the limit. Time in which other programs had the processor does not count. Looks only while somebody asks.
 */
function watchDelays(waitMaxMs: number, { nowMs, cpuMs, atEndOfTurn, after }: ProcessClock): { isSlow(): boolean } {
  const limitMs = Math.max(waitMaxMs, delayMinMs);
  let delaysMs: number[] = [];
  let isWatching = false;
  let isAsked = false;
  let isSlow = false;
  const look = (dueMs: number, cpuBeforeMs: number): void => {
    const delayMs = Math.min(nowMs() - dueMs, cpuMs() - cpuBeforeMs);
    delaysMs = [...delaysMs.slice(1 - delaysKept), delayMs];
    const waitedMs = delaysMs.reduce((sum, one) => sum + one, 0) - Math.max(...delaysMs);
    isSlow = delayMs > lookEveryMs && waitedMs > limitMs;
    if (isSlow) atEndOfTurn(() => (isSlow = false));
    isWatching = isAsked || delayMs > lookEveryMs;
    isAsked = false;
    if (isWatching) watch();
    else delaysMs = [];
  };
  const watch = (): void => {
    const dueMs = nowMs() + lookEveryMs;
    const cpuBeforeMs = cpuMs();
    after(lookEveryMs, () => look(dueMs, cpuBeforeMs));
  };
  return {
    isSlow() {
      isAsked = true;
      if (!isWatching) {
        isWatching = true;
        watch();
      }
      return isSlow;
    },
  };
}
