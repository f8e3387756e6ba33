// Messages about what may happen thousands of times a second.

/** Calls `tell` at once, then at most every `intervalMs`, with how often it was called since it told last. */
export function createThrottle(
  intervalMs: number,
  report: (count: number) => void,
  nowMs: () => number = () => performance.now(),
): () => void {
  let count = 0;
  let reportedAtMs = -Infinity;
  return () => {
    count += 1;
    if (nowMs() - reportedAtMs < intervalMs) return;
    reportedAtMs = nowMs();
    report(count);
    count = 0;
  };
}
