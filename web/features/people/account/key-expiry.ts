// When a key ends, as the API takes it. Pure.

/** So many days later: ISO 8601 with seconds and offset. */
export const expiryAfter = (days: number, now: Date): string =>
  new Date(now.getTime() + days * 24 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+00:00');
