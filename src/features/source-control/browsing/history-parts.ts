// Where a long history is cut, so that several processors look at its parts at once.
import { availableParallelism } from 'node:os';
import { createDropOldest } from '../../../platform/drop-oldest.ts';
import { readFacts } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { RepositoryRow } from '../repositories/git.store.ts';
import { countFirstParents } from './git-history.ts';

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
    file: { hash: string; path: string },
    parts?: HistoryParts,
  ): Promise<{ hash: string; rest: HistoryParts } | undefined>;
}

type Folder = Pick<RepositoryRow, 'id' | 'folder'>;

/** Repositories of which it is kept how long their histories are. */
const countedMax = 10_000;
/** Whatever processors there are: each git that looks has some tens of megabytes. */
const partsAtOnce = 4;

export const whole: HistoryParts = { count: 1, commits: 0 };

export const partingHere: Parting = { partsMax: Math.min(partsAtOnce, availableParallelism()), commitsMin: 4000 };

export function createHistoryCuts(git: GitProgram, { partsMax, commitsMin }: Parting): HistoryCuts {
  const counted = new Map<number, number>();
  const dropOldest = createDropOldest(counted);
  // Two commits of a long history have about as many before them; a short one is counted again, as it may grow.
  const count = async (repository: Folder, hash: string): Promise<number> => {
    const before = counted.get(repository.id);
    if (before !== undefined) return before;
    const commits = await countFirstParents(git, repository, hash);
    if (commits < partsMax * commitsMin) return commits;
    counted.set(repository.id, commits);
    if (counted.size > countedMax) dropOldest();
    return commits;
  };
  const plan = async (repository: Folder, hash: string): Promise<HistoryParts> => {
    if (partsMax < 2) return whole;
    const commits = await count(repository, hash);
    const parts = Math.min(partsMax, Math.floor(commits / commitsMin));
    return parts < 2 ? whole : { count: parts, commits: Math.floor(commits / parts) };
  };
  return {
    async find(repository, { hash, path }, parts) {
      if (path.includes('\n')) return undefined;
      const { count: left, commits } = parts ?? (await plan(repository, hash));
      if (left < 2) return undefined;
      const [commit, file] = await readFacts(git, repository, [`${hash}~${commits}`, `${hash}~${commits}:${path}`]);
      if (commit === undefined || file?.type !== 'blob') return undefined;
      return { hash: commit.hash, rest: { count: left - 1, commits } };
    },
  };
}
