// Merges two histories inside the server, where nothing is checked out.
import { unavailable } from '../../../platform/errors.ts';
import { isHash, isRefusal } from '../repositories/git-objects.ts';
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
export async function foreseeMerge(
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
    throw unavailable('branches can not be merged here: that takes git 2.38 or later, on the server', error);
  }
}

interface Author {
  name: string;
  email: string;
}

/** A commit over a tree; gives its hash. */
export async function writeCommit(
  git: GitProgram,
  repository: RepositoryRow,
  { tree, parents, message, author }: { tree: string; parents: readonly string[]; message: string; author: Author },
): Promise<string> {
  // git takes none of these, and leaves them out of names by itself in a commit that somebody makes.
  const name = author.name.replaceAll(/[<>\n]/g, '').trim() || 'nobody';
  const email = author.email.replaceAll(/[<>\n\s]/g, '');
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'];
  const variables = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
  return (await git.runIn(repository, args, { input: message, variables })).toString().trim();
}
