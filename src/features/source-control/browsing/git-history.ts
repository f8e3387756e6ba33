// The history of repositories, as git tells it: which commits, and what each entry of a folder came by.
import { isHash, isRefusal } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { RepositoryRow } from '../repositories/git.store.ts';

export interface CommitFilter {
  from: string;
  /** What leads to this commit is left out. */
  without: string | undefined;
  /** A file or folder that they change. */
  path: string | undefined;
  /** A part of the author's name or address, in any letter case. */
  author: string | undefined;
  /** A part of the message, in any letter case. */
  message: string | undefined;
}

/** Hashes of commits, newest first. */
export async function listHistory(
  git: GitProgram,
  repository: RepositoryRow,
  { from, without, path, author, message }: CommitFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const args = [
    '--literal-pathspecs',
    'rev-list',
    '--regexp-ignore-case',
    '--fixed-strings',
    `--max-count=${limit}`,
    `--skip=${offset}`,
    ...(author === undefined ? [] : [`--author=${author}`]),
    ...(message === undefined ? [] : [`--grep=${message}`]),
    from,
    ...(without === undefined ? [] : [`^${without}`]),
    '--',
    ...(path === undefined || path === '' ? [] : [path]),
  ];
  return (await git.runIn(repository, args)).toString().split('\n').filter(isHash);
}

/** The parents of a commit, in their order. */
export async function findParents(git: GitProgram, repository: RepositoryRow, hash: string): Promise<string[]> {
  const text = await git.runIn(repository, ['rev-list', '--parents', '--max-count=1', hash, '--']);
  return text.toString().trim().split(' ').slice(1);
}

/** Where two histories part; undefined where they have nothing in common. */
export async function findMergeBase(
  git: GitProgram,
  repository: Pick<RepositoryRow, 'folder'>,
  [one, other]: readonly [string, string],
): Promise<string | undefined> {
  try {
    const text = await git.runIn(repository, ['merge-base', one, other]);
    return text.toString().split('\n').find(isHash);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** How many commits lead to one, each by its first parent. */
export async function countFirstParents(
  git: GitProgram,
  repository: Pick<RepositoryRow, 'folder'>,
  hash: string,
): Promise<number> {
  return Number(await git.runIn(repository, ['rev-list', '--count', '--first-parent', hash, '--']));
}

/** How many commits lead to the one and not to the other. */
export async function countApart(
  git: GitProgram,
  repository: RepositoryRow,
  { base, head }: { base: string; head: string },
): Promise<{ ahead: number; behind: number }> {
  const text = await git.runIn(repository, ['rev-list', '--count', '--left-right', `${base}...${head}`, '--']);
  const [behind = '0', ahead = '0'] = text.toString().trim().split('\t');
  return { ahead: Number(ahead), behind: Number(behind) };
}

/** Commits that are looked at for the last ones of a folder's entries. */
const lookedAtMax = 100_000;
/** Milliseconds that git may look for them; then the request is answered 503. */
const lookTimeMaxMs = 10_000;

/**
 * The commit that each entry of a folder came by as it is, by the entry's name: one walk from the newest commit on, which ends
 * once all are found. What was changed before the last 100,000 commits of the folder is not found.
 */
export async function findLastCommits(
  git: GitProgram,
  repository: RepositoryRow,
  { hash, path }: { hash: string; path: string },
  names: Iterable<string>,
): Promise<Map<string, string>> {
  const missing = new Set(names);
  const found = new Map<string, string>();
  if (missing.size === 0) return found;
  const start = path === '' ? 0 : Buffer.byteLength(path) + 1;
  let commit = '';
  let isFirst = false;
  let rest: Buffer = Buffer.alloc(0);
  const see = (field: Buffer): void => {
    // No path starts so.
    if (field[0] === 47) {
      commit = field.toString('latin1', 1);
      isFirst = true;
      return;
    }
    // Git writes a line break between the head of a commit and its first name.
    const own = field.subarray(isFirst ? start + 1 : start);
    isFirst = false;
    const slash = own.indexOf(47);
    const name = own.toString('utf8', 0, slash < 0 ? own.length : slash);
    if (missing.delete(name)) found.set(name, commit);
  };
  const take = (piece: Buffer): boolean => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let at = 0;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0, at)) {
      see(rest.subarray(at, end));
      at = end + 1;
    }
    rest = rest.subarray(at);
    return missing.size === 0;
  };
  const args = [
    '--literal-pathspecs',
    'log',
    '-z',
    '--format=/%H',
    '--name-only',
    '--no-renames',
    '-c',
    `--max-count=${lookedAtMax}`,
    hash,
    '--',
    ...(path === '' ? [] : [path]),
  ];
  await git.runIn(repository, args, { take, timeoutMs: lookTimeMaxMs, outputMaxBytes: Infinity });
  return found;
}

/** Of the names of all files of a commit together. */
const pathsMaxBytes = 2_097_152;

/** Paths of the files of a commit, in git's order; the first ones where there are very many. */
export async function listPaths(
  git: GitProgram,
  repository: RepositoryRow,
  hash: string,
): Promise<{ paths: string[]; isWhole: boolean }> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  await git.runIn(repository, ['ls-tree', '-r', '-z', '--name-only', hash], {
    take: (piece) => (pieces.push(piece), (sizeBytes += piece.length) > pathsMaxBytes),
    outputMaxBytes: 2 * pathsMaxBytes,
  });
  const paths = Buffer.concat(pieces).toString().split('\0').slice(0, -1);
  return { paths, isWhole: sizeBytes <= pathsMaxBytes };
}
