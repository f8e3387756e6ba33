// A least time from the beginning of one work to that of the next, whoever asks for it.
import { setTimeout as pause } from 'node:timers/promises';
import { createSemaphore } from './semaphore.ts';

/** Gives a function that waits until the next work may begin, `everyMs` after the one before; throws unavailable where more than `maxWaiting` wait. */
export function createRateLimiter(everyMs: number, maxWaiting: number): () => Promise<void> {
  const queue = createSemaphore({ parallel: 1, maxWaiting });
  let nextAtMs = 0;
  return () =>
    queue.run(async () => {
      // Timers may come up to a millisecond early.
      for (let ms = nextAtMs - performance.now(); ms > 0; ms = nextAtMs - performance.now()) await pause(ms);
      nextAtMs = performance.now() + everyMs;
    });
}
