// The only source of the current time, so that tests can set it.

export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
}

/**
 * Whether a pause, or a lease, that was to last `lengthMs` is over. It is, too, where its end lies further off than it may: then it
 * was counted from a clock that was ahead and has been set right since.
 */
export const isOver = (endsAtMs: number, lengthMs: number, nowMs: number): boolean =>
  endsAtMs <= nowMs || endsAtMs > latestEndMs(lengthMs, nowMs);

/** The latest end that a pause or a lease of this length has by any clock that is right; those of several machines differ. */
export const latestEndMs = (lengthMs: number, nowMs: number): number => nowMs + 2 * lengthMs;

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };
