// Bounds on how much of one kind of work runs at a time, with a queue of limited length before it.
import { unavailable } from '../errors.ts';

export interface Semaphore {
  /** Runs the work once there is room; throws what `refuse` gives when too many wait already. */
  run<R>(work: () => Promise<R>): Promise<R>;
}

interface Bounds {
  parallel: number;
  /** By default any number. */
  maxWaiting?: number;
  /** The error for work that finds the queue full; by default `unavailable`. */
  refuse?(): Error;
}

const refusal = unavailable('the server is overloaded; try again in a moment');

/** At most `parallel` works run, the others wait in their order. */
export function createSemaphore({ parallel, maxWaiting = Infinity, refuse = () => refusal }: Bounds): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= parallel) {
        if (waiting.length >= maxWaiting) throw refuse();
        await new Promise<void>((resolve) => void waiting.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
