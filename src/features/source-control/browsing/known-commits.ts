// Which commits repositories are known to have.
import { createCache } from '../../../platform/cache/index.ts';

interface KnownCommits {
  /** Those of the hashes that are there; `ask` gives those of the ones of which it is not known, and is not called for none. */
  list(
    repositoryId: number,
    hashes: readonly string[],
    ask: (unknown: readonly string[]) => Promise<readonly string[]>,
  ): Promise<Set<string>>;
}

/** For commits that a ref keeps: what is there stays known, what is not is asked for again. */
export function createKnownCommits(maxBytes = 3_145_728): KnownCommits {
  const known = createCache<string, true>({ name: 'known_commits', maxBytes, sizeOf: () => 0 });
  return {
    async list(repositoryId, hashes, ask) {
      const keyOf = (hash: string): string => `${repositoryId} ${hash}`;
      const unknown = hashes.filter((hash) => known.get(keyOf(hash)) === undefined);
      const there = new Set(hashes).difference(new Set(unknown));
      for (const hash of unknown.length === 0 ? [] : await ask(unknown)) {
        there.add(hash);
        known.set(keyOf(hash), true);
      }
      return there;
    },
  };
}
