// How long a job rests after an attempt that failed. Pure.

const firstDelayMs = 10_000;
const longestDelayMs = 60 * 60 * 1000;

/**
 * Doubles with each attempt, from ten seconds to an hour; `random`, from 0 to 1, takes up to half of it away, so that
 * what failed together is not tried together.
 */
export function retryDelayMs(attempts: number, random: number): number {
  const wholeMs = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  return Math.round(wholeMs * (1 - random / 2));
}
