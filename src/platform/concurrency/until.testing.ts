import { setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 4;
/** So that what never comes fails a test instead of holding up a whole run; no quick and no slow machine needs as long. */
const timeoutMs = 300_000;

/**
 * Resolves with what `find` gives, once that is neither undefined nor false. It looks every few milliseconds instead of all
 * the time, so that what is waited for gets the processor. Throws after five minutes.
 */
export async function until<R>(find: () => R | undefined | false | Promise<R | undefined | false>): Promise<R> {
  const endsMs = performance.now() + timeoutMs;
  while (performance.now() < endsMs) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    await pause(lookEveryMs);
  }
  throw new Error(`never came: ${String(find)}`);
}
