// What stop signals mean: the first asks for a graceful stop, a later one forces it.

/** Ctrl-C reaches a process from the terminal and again from npm, which forwards it: such a pair is one request. */
const repeatWindowMs = 1000;

export interface StopSwitch {
  nowMs(): number;
  stop(): void;
  force(): void;
}

/** The handler to call at every stop signal. */
export function createStopSwitch({ nowMs, stop, force }: StopSwitch): () => void {
  let stoppedAtMs: number | undefined;
  return () => {
    if (stoppedAtMs === undefined) {
      stoppedAtMs = nowMs();
      stop();
    } else if (nowMs() - stoppedAtMs >= repeatWindowMs) {
      force();
    }
  };
}
