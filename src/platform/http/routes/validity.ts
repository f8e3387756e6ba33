// How long what a request found out stays true.

/** How long something that was found out stays true. */
export interface Validity {
  /** Milliseconds since the epoch; from then on it has to be found out anew. */
  endsAtMs: number;
  /** Looks whether it is still true; without it any commit ends it. */
  holds?(): Promise<boolean>;
}

/** Both validities together. */
export function joinValidities(one: Validity, other: Validity): Validity {
  const endsAtMs = Math.min(one.endsAtMs, other.endsAtMs);
  if (one.holds === undefined || other.holds === undefined) return { endsAtMs };
  const checks = [one.holds, other.holds];
  return { endsAtMs, holds: async () => !(await Promise.all(checks.map((holds) => holds()))).includes(false) };
}
