// Where a long history is cut, so that several processors look at its parts at once.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createCache } from '../../../../platform/cache/index.ts';
import { readFacts } from '../../repositories/git-objects.ts';
import type { GitProgram } from '../../repositories/git-program.ts';
import type { RepositoryRow } from '../../repositories/git.store.ts';
import { countFirstParents } from '../git-history.ts';
import { countGraphed } from '../graphed-commits.ts';

/** In how many parts a history is looked at, and how many commits the next one has. */
export interface HistoryParts {
  count: number;
  commits: number;
}

export interface Parting {
  /** Parts that are looked at at once. */
  partsMax: number;
  /** Commits of a part: looking at fewer takes little beside starting git. */
  commitsMin: number;
}

interface HistoryCuts {
  /**
   * The commit that ends the next part, where it has the file; undefined where there is nothing to cut. `parts` are those that are left
   * of a history that was cut before.
   */
  find(
    repository: Folder,
    file: Place,
    parts?: HistoryParts,
  ): Promise<{ hash: string; rest: HistoryParts } | undefined>;
}

type Folder = Pick<RepositoryRow, 'id' | 'folder'>;

/** A path in a commit, by the commit's hash. */
interface Place {
  hash: string;
  path: string;
}

/** Whatever processors there are: each git that looks has some tens of megabytes. */
const partsAtOnce = 4;

export const whole: HistoryParts = { count: 1, commits: 0 };

export const partingHere: Parting = { partsMax: Math.min(partsAtOnce, availableParallelism()), commitsMin: 4000 };

/** What git's graph counts is of all branches: about as many as one has where this share of them follow each other there. */
const sureShare = 0.8;

export function createHistoryCuts(git: GitProgram, { partsMax, commitsMin }: Parting): HistoryCuts {
  const counted = createCache<number, number>({ name: 'history_lengths', maxBytes: 1_048_576, sizeOf: () => 8 });
  const keep = (id: number, commits: number): void => {
    // A short one is counted again, as it may grow.
    if (commits < partsMax * commitsMin) return;
    counted.set(id, commits);
  };
  const plan = (commits: number): HistoryParts => {
    const parts = Math.min(partsMax, Math.floor(commits / commitsMin));
    return parts < 2 ? whole : { count: parts, commits: Math.floor(commits / parts) };
  };
  const cut = async (repository: Folder, { hash, path }: Place, { count, commits }: HistoryParts, sure = 0) => {
    if (count < 2) return { found: undefined, isSure: false };
    const names = [`${hash}~${commits}`, `${hash}~${commits}:${path}`, `${hash}~${sure}`];
    const [commit, file, far] = await readFacts(git, repository, names);
    const isThere = commit !== undefined && file?.type === 'blob';
    return {
      found: isThere ? { hash: commit.hash, rest: { count: count - 1, commits } } : undefined,
      isSure: far !== undefined,
    };
  };
  return {
    async find(repository, place, parts) {
      if (partsMax < 2 || place.path.includes('\n')) return undefined;
      // Two commits of a long history have about as many before them.
      const before = counted.get(repository.id);
      const known = parts ?? (before === undefined ? undefined : plan(before));
      if (known !== undefined) return (await cut(repository, place, known)).found;
      const graphed = await countGraphed(join(git.folder, repository.folder));
      const guess = await cut(repository, place, plan(graphed), Math.floor(sureShare * graphed));
      if (guess.isSure) {
        keep(repository.id, graphed);
        return guess.found;
      }
      const commits = await countFirstParents(git, repository, place.hash);
      keep(repository.id, commits);
      return (await cut(repository, place, plan(commits))).found;
    },
  };
}
