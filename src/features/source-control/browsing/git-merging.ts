// Merges two histories inside the server, where nothing is checked out.
import { unavailable } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { isHash, isRefusal, readCommits } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { RepositoryRow } from '../repositories/git.store.ts';

/** What comes of bringing one history into another: nothing to do but to move on, another commit over this tree, or neither. */
export type MergeOutlook =
  | { kind: 'merged' }
  | { kind: 'fastforward' }
  | { kind: 'no_fastforward'; tree: string }
  | { kind: 'conflict' };

/** Whether all of the one history is in the other; false where git has one of them no more. */
export async function isAncestor(
  git: GitProgram,
  repository: RepositoryRow,
  [older, newer]: readonly [string, string],
): Promise<boolean> {
  if (older === newer) return true;
  try {
    const text = await git.runIn(repository, ['rev-list', '--count', '--max-count=1', older, `^${newer}`, '--']);
    return text.toString().trim() === '0';
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** Throws unavailable where git is older than 2.38. */
export async function previewMerge(
  git: GitProgram,
  repository: RepositoryRow,
  { into, head }: { into: string; head: string },
): Promise<MergeOutlook> {
  if (await isAncestor(git, repository, [head, into])) return { kind: 'merged' };
  if (await isAncestor(git, repository, [into, head])) return { kind: 'fastforward' };
  try {
    const text = await git.runIn(repository, ['merge-tree', '--write-tree', '--no-messages', into, head]);
    return { kind: 'no_fastforward', tree: text.toString().trim() };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // With conflicts it prints the tree that has them.
    if (isHash(error.message.split('\n', 1)[0] ?? '')) return { kind: 'conflict' };
    throw unavailable(says('git.no-merging')`merging is not available: the server needs git 2.38 or later`, error);
  }
}

interface Author {
  name: string;
  email: string;
  /** Now, where it is not said. */
  atMs?: number;
}

export interface NewCommit {
  tree: string;
  parents: readonly string[];
  message: string;
  author: Author;
  /** The author, where nobody else is named. */
  committer?: Author;
}

/** As git's environment names somebody. */
function identify(role: 'AUTHOR' | 'COMMITTER', { name, email, atMs }: Author): Record<string, string> {
  return {
    // git takes none of these, and leaves them out of names by itself in a commit that somebody makes.
    [`GIT_${role}_NAME`]: name.replaceAll(/[<>\n]/g, '').trim() || 'nobody',
    [`GIT_${role}_EMAIL`]: email.replaceAll(/[<>\n\s]/g, ''),
    ...(atMs === undefined ? {} : { [`GIT_${role}_DATE`]: `@${Math.trunc(atMs / 1000)} +0000` }),
  };
}

/** A commit over a tree; gives its hash. */
export async function writeCommit(
  git: GitProgram,
  repository: RepositoryRow,
  { tree, parents, message, author, committer = author }: NewCommit,
): Promise<string> {
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'];
  const variables = { ...identify('AUTHOR', author), ...identify('COMMITTER', committer) };
  return (await git.runIn(repository, args, { input: message, variables })).toString().trim();
}

/** More commits are not made anew one by one. */
const rebasedMax = 200;

/**
 * The commits of `head` that are not in `onto`, without merges, made anew one after the other on top of it; gives the last one.
 * undefined where one of them conflicts, or there are more than 200, or histories have nothing in common.
 */
export async function rebase(
  git: GitProgram,
  repository: RepositoryRow,
  { onto, head, committer }: { onto: string; head: string; committer: Author },
): Promise<string | undefined> {
  const range = ['rev-list', '--reverse', '--topo-order', '--no-merges', '--parents', head, `^${onto}`, '--'];
  const lines = (await git.runIn(repository, range)).toString().trim().split('\n');
  const steps = lines.filter((line) => line !== '').map((line) => line.split(' '));
  if (steps.length > rebasedMax) return undefined;
  const commits = await readCommits(
    git,
    repository,
    steps.map(([hash = '']) => hash),
  );
  let top = onto;
  for (const [hash = '', parent] of steps) {
    const commit = commits.get(hash);
    if (commit === undefined || parent === undefined) return undefined;
    if (parent === top) top = hash;
    else {
      const tree = await pick(git, repository, { hash, parent, onto: top });
      if (tree === undefined) return undefined;
      const { message, author } = commit;
      top = await writeCommit(git, repository, { tree, parents: [top], message, author, committer });
    }
  }
  return top;
}

/**
 * The tree of what one commit changes, done to another one. git merges from the commit that both come from, so the other's
 * tree is given the parent of what is picked as its own. undefined where that conflicts.
 */
async function pick(
  git: GitProgram,
  repository: RepositoryRow,
  { hash, parent, onto }: { hash: string; parent: string; onto: string },
): Promise<string | undefined> {
  const author = { name: 'nobody', email: '', atMs: 0 };
  const standIn = await writeCommit(git, repository, {
    tree: `${onto}^{tree}`,
    parents: [parent],
    message: '',
    author,
  });
  const outlook = await previewMerge(git, repository, { into: standIn, head: hash });
  return outlook.kind === 'no_fastforward' ? outlook.tree : undefined;
}
