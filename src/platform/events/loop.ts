// Work that is done again whenever there may be some, and by itself from time to time.
import type { Timers } from '../concurrency/timers.ts';

export interface Loop {
  /** Runs the work soon, or once more after the run that is under way. */
  wake(): void;
  /** Resolves once nothing runs, and nothing will. */
  stop(): Promise<void>;
}

/**
 * `run` gives after how many ms it should run again by itself; it must not throw. Between the starts of two runs are at
 * least `gatherMs`. Does nothing until it is woken for the first time.
 */
export function createLoop(
  { timers, gatherMs }: { timers: Timers; gatherMs: number },
  run: (isStopped: () => boolean) => Promise<number>,
): Loop {
  let isStopped = false;
  let isWoken = false;
  let running: Promise<void> | undefined;
  let cancelNext = (): void => {};
  let isGathering = false;

  const begin = (): void => {
    isGathering = true;
    isWoken = false;
    cancelNext();
    timers.after(gatherMs, () => {
      isGathering = false;
      if (isWoken) wake();
    });
    running = runOnce();
  };
  const runOnce = async (): Promise<void> => {
    const nextMs = await run(() => isStopped);
    running = undefined;
    if (isStopped) return;
    cancelNext = timers.after(nextMs, wake);
    if (isWoken) wake();
  };
  const wake = (): void => {
    isWoken = true;
    if (!isStopped && !isGathering && running === undefined) begin();
  };
  return {
    wake,
    async stop() {
      isStopped = true;
      cancelNext();
      await running;
    },
  };
}
