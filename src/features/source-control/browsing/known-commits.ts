// Which commits repositories are known to have.
import { createDropOldest } from '../../../platform/drop-oldest.ts';

interface KnownCommits {
  /** Those of the hashes that are there; `ask` gives those of the ones of which it is not known, and is not called for none. */
  list(
    repositoryId: number,
    hashes: readonly string[],
    ask: (unknown: readonly string[]) => Promise<readonly string[]>,
  ): Promise<Set<string>>;
}

/** Some 3 MB. */
const knownMax = 20_000;

/** For commits that a ref keeps: what is there stays known, what is not is asked for again. */
export function createKnownCommits(max = knownMax): KnownCommits {
  const known = new Map<string, true>();
  const dropOldest = createDropOldest(known);
  return {
    async list(repositoryId, hashes, ask) {
      const keyOf = (hash: string): string => `${repositoryId} ${hash}`;
      const unknown = hashes.filter((hash) => !known.has(keyOf(hash)));
      const there = new Set(hashes).difference(new Set(unknown));
      for (const hash of unknown.length === 0 ? [] : await ask(unknown)) {
        there.add(hash);
        known.set(keyOf(hash), true);
      }
      while (known.size > max) dropOldest();
      return there;
    },
  };
}
