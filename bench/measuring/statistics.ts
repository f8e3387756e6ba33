// Numbers about series of measurements.

/** The value that `share` (0 to 1) of the series does not exceed, by the nearest rank; null for an empty series. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = Float64Array.from(values).sort();
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? null;
}

/** The middle of the series, between the two middle values of an even one; NaN for an empty series. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? Number.NaN : (lower + upper) / 2;
}

export interface Estimate {
  median: number;
  /** Standard error of the median. */
  error: number;
  /** Of the series. */
  count: number;
}

/** From a median absolute deviation to the standard error of a median, times the root of the count, for normal noise. */
const errorPerDeviation = 1.4826 * Math.sqrt(Math.PI / 2);

/** The median of a series with its error, by the median absolute deviation, which a few slow rounds don't move. */
export function estimate(values: readonly number[]): Estimate {
  const middle = median(values);
  const deviation = median(values.map((value) => Math.abs(value - middle)));
  return { median: middle, error: (errorPerDeviation * deviation) / Math.sqrt(values.length), count: values.length };
}
