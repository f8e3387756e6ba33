// What a follower left to do, a little at a time and never most of the time.
import type { DatabaseLogger } from '../database/index.ts';

export interface Tidying {
  /** Says that there may be something to do. */
  wake(): void;
  /** Does some of it, unless that was just now; gives the ms until there is more. Throws nothing. */
  run(): Promise<number | undefined>;
}

/** The part of a follower that is about tidying; see Follower. */
interface Tidied {
  readonly name: string;
  tidy?(): Promise<boolean>;
}

/** It rests so many times as long as it took. */
const restFactor = 9;

export function createTidying(logger: DatabaseLogger, follower: Tidied): Tidying {
  let isDue = false;
  let againAtMs = 0;

  const tidyOrWarn = async (): Promise<boolean> => {
    try {
      return (await follower.tidy?.()) ?? false;
    } catch (error) {
      logger.warn({ err: error, follower: follower.name }, 'tidying after events failed');
      return false;
    }
  };
  return {
    wake: () => void (isDue = true),
    async run() {
      const startedMs = performance.now();
      if (isDue && startedMs >= againAtMs) {
        isDue = await tidyOrWarn();
        const endedMs = performance.now();
        againAtMs = endedMs + restFactor * (endedMs - startedMs);
      }
      return isDue ? againAtMs - performance.now() : undefined;
    },
  };
}
