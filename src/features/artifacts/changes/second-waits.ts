// Dates tell versions apart by seconds, and two versions of one second have two of them: the later one begins in a moment.
import type { Clock } from '../../../platform/clock.ts';
import type { Timers } from '../../../platform/concurrency/timers.ts';

/** Answers that wait at once; more go out at once. */
export const secondWaitsMax = 1000;
/** A second that lies further ahead is that of an artifact which changes all the time. */
export const secondWaitMaxMs = 2000;

/** Whoever waits for a second to begin. */
interface SecondWaiter {
  gone: AbortSignal;
  /** Gives the place of the request to others meanwhile. */
  waitIdle(wait: Promise<void>): Promise<void>;
}

/** Waits until a second has begun by the clock, unless the waiter goes, too many wait already, or it would take too long. */
export type WaitForSecond = (second: number, waiter: SecondWaiter) => Promise<void>;

export function createSecondWaits(clock: Clock, timers: Timers): WaitForSecond {
  let waiting = 0;
  return async (second, { gone, waitIdle }) => {
    const leftMs = second * 1000 - clock.nowMs();
    if (leftMs <= 0 || leftMs > secondWaitMaxMs || waiting >= secondWaitsMax || gone.aborted) return;
    waiting += 1;
    try {
      await waitIdle(
        new Promise((resolve) => {
          // Timers count whole milliseconds and may be one too early.
          const stop = timers.after(Math.ceil(leftMs) + 1, resolve);
          const leave = (): void => {
            stop();
            resolve();
          };
          gone.addEventListener('abort', leave, { once: true });
        }),
      );
    } finally {
      waiting -= 1;
    }
  };
}
