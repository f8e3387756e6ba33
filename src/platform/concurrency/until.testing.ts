import { setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 4;

/**
 * Resolves with what `find` gives, once that is neither undefined nor false. It looks every few milliseconds instead of all
 * the time, so that what is waited for gets the processor.
 */
export async function until<R>(find: () => R | undefined | false | Promise<R | undefined | false>): Promise<R> {
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    await pause(lookEveryMs);
  }
}
