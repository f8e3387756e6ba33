// What can wait until the page has been drawn.

/** For browsers that do not tell, in ms. */
const guessMs = 200;
/** A page that is never idle does it anyway, in ms. */
const timeoutMs = 2000;

/** Runs it once the page has nothing more urgent to do; gives what takes that back. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, guessMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: timeoutMs });
  return () => cancelIdleCallback(handle);
}
