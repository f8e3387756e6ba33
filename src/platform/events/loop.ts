// Work that is done again whenever there may be some, and by itself from time to time.
import type { Timers } from '../concurrency/timers.ts';

export interface Loop {
  /** Runs the work soon, or once more after the run that is under way. */
  wake(): void;
  /** Resolves once nothing runs, and nothing will. */
  stop(): Promise<void>;
}

/** No run that is due waits for longer because the one before took long. */
const restMaxMs = 1000;

export interface LoopOptions {
  readonly timers: Timers;
  /** The least time between the starts of two runs. */
  readonly gatherMs: number;
  /** How many times as long as a run took nothing runs after it, up to a second; by default not at all. */
  readonly restTimes?: number;
}

/**
 * `run` gives after how many ms it should run again by itself; it must not throw. Does nothing until it is woken for the first
 * time.
 */
export function createLoop(
  { timers, gatherMs, restTimes = 0 }: LoopOptions,
  run: (isStopped: () => boolean) => Promise<number>,
): Loop {
  let isStopped = false;
  let isWoken = false;
  let running: Promise<void> | undefined;
  let cancelNext = (): void => {};
  let holds = 0;

  const hold = (ms: number): void => {
    holds += 1;
    timers.after(ms, () => {
      holds -= 1;
      if (isWoken) wake();
    });
  };
  const begin = (): void => {
    isWoken = false;
    cancelNext();
    hold(gatherMs);
    running = runOnce();
  };
  const runOnce = async (): Promise<void> => {
    const startedMs = performance.now();
    const nextMs = await run(() => isStopped);
    running = undefined;
    const restMs = Math.min((performance.now() - startedMs) * restTimes, restMaxMs);
    if (restMs > gatherMs) hold(restMs);
    if (isStopped) return;
    cancelNext = timers.after(nextMs, wake);
    if (isWoken) wake();
  };
  const wake = (): void => {
    isWoken = true;
    if (!isStopped && holds === 0 && running === undefined) begin();
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
