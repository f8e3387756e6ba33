// The only source of delays of the job runner, so that tests can let time pass.

export interface Timers {
  /** Calls `call` once after `delayMs`, unless the function that it gives is called before. */
  after(delayMs: number, call: () => void): () => void;
}

/** The machine's timers, which do not keep the process alive. */
export const systemTimers: Timers = {
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
