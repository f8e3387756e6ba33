// Reads what repositories hold: refs, commits, trees and files, as git's plumbing prints them.
import { DomainError } from '../../../platform/errors.ts';
import { decodeAnyText } from '../../../platform/texts/text-encoding.ts';
import { GitFailure } from './git-program.ts';
import { branchPrefix, tagPrefix } from './ref-names.ts';
import type { GitProgram } from './git-program.ts';
import type { Commit, ObjectFacts, Person } from './git-shapes.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { RefRow, RepositoryRow } from './git.store.ts';

export interface TreeEntry {
  /** Such as `100644`. */
  mode: string;
  type: string;
  hash: string;
  name: string;
}

export { branchPrefix, tagPrefix };
export type { Commit };

/** Whether git would take the text as the name of a branch or tag (git-check-ref-format(1)). */
export const isRefName = (text: string): boolean =>
  text.length <= 250 &&
  !/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|^[./-]|[./]$|^@$/u.test(text) &&
  text.isWellFormed() &&
  text !== '';

const prefixOfRefs = /^(?:refs|heads|tags|remotes)\//;

/**
 * Why git, or whoever reads a list of branches, would take the name of a branch for something else; undefined where nothing
 * speaks against it. `HEAD` names the default branch, `refs/heads/x` the branch `x`, and 40 hexadecimal digits a commit.
 */
export function findConfusion(branch: string): Said | undefined {
  if (/^(?:[^/]*_)?HEAD$/.test(branch))
    return says('git.branch-head')`git reserves this name; choose a name such as "head"`;
  if (prefixOfRefs.test(branch))
    return says('git.branch-prefix')`omit "refs", "heads", "tags" or "remotes" at the beginning, as in "main"`;
  if (isHash(branch.toLowerCase())) return says('git.branch-hash')`it looks like a commit hash; choose another name`;
  return undefined;
}

/** Of one part of a ref's name, in bytes of UTF-8: git makes a file of it, and one with ".lock" at its end. */
const partMaxBytes = 250;

export const fitsFiles = (name: string): boolean =>
  name.split('/').every((part) => Buffer.byteLength(part) <= partMaxBytes);

export const isHash = (text: string): boolean => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);

/** All branches and tags. Names that are no UTF-8 can't be told apart, and are left out. */
export async function readRefs(git: GitProgram, repository: Pick<RepositoryRow, 'folder'>): Promise<RefRow[]> {
  const text = await git.runIn(repository, [
    'for-each-ref',
    '--format=%(objectname) %(refname)',
    branchPrefix,
    tagPrefix,
  ]);
  return text
    .toString()
    .split('\n')
    .map((line) => ({ hash: line.slice(0, line.indexOf(' ')), name: line.slice(line.indexOf(' ') + 1) }))
    .filter(({ hash, name }) => isHash(hash) && !name.includes('\ufffd'));
}

/** What there is of each, in the order asked for; undefined for what is not there. `names` hold no line breaks. */
export async function readFacts(
  git: GitProgram,
  repository: Pick<RepositoryRow, 'folder'>,
  names: readonly string[],
): Promise<(ObjectFacts | undefined)[]> {
  if (names.length === 0) return [];
  const text = await git.runIn(repository, ['cat-file', '--batch-check'], { input: `${names.join('\n')}\n` });
  return text
    .toString()
    .split('\n')
    .slice(0, names.length)
    .map((line) => {
      const [, hash, type, size] = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(line) ?? [];
      return hash === undefined || type === undefined ? undefined : { hash, type, sizeBytes: Number(size) };
    });
}

/** Longer commits are not read: their messages are no messages. */
const commitMaxBytes = 262_144;

/** What is read at once of commits whose sizes nobody asked for. */
const unsizedMaxBytes = 8_388_608;

/** The commits that these hashes or names of refs lead to, annotated tags included; what is none is left out. */
export async function readCommits(
  git: GitProgram,
  repository: Pick<RepositoryRow, 'folder'>,
  names: readonly string[],
  messageMaxBytes = commitMaxBytes,
): Promise<Map<string, Commit>> {
  const wanted = [...new Set(names)];
  const read = async (some: readonly string[], outputMaxBytes?: number): Promise<Map<string, Commit>> => {
    if (some.length === 0) return new Map();
    const input = some.map((name) => `${name}^{commit}\n`).join('');
    const options = outputMaxBytes === undefined ? { input } : { input, outputMaxBytes };
    return parseBatch(await git.runIn(repository, ['cat-file', '--batch'], options), some, messageMaxBytes);
  };
  try {
    return await read(wanted, unsizedMaxBytes);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'too-large') throw error;
  }
  const facts = await readFacts(
    git,
    repository,
    wanted.map((name) => `${name}^{commit}`),
  );
  return read(wanted.filter((_name, index) => (facts[index]?.sizeBytes ?? Infinity) <= commitMaxBytes));
}

/** For each name `<hash> <type> <size>`, a line break, the object, a line break; or a line that says why there is none. */
function parseBatch(output: Buffer, names: readonly string[], messageMaxBytes: number): Map<string, Commit> {
  const commits = new Map<string, Commit>();
  let at = 0;
  for (const name of names) {
    const end = output.indexOf(10, at);
    const [, hash, size] = /^([0-9a-f]{40,64}) commit (\d+)$/.exec(output.toString('latin1', at, end)) ?? [];
    at = end + 1;
    if (hash === undefined) continue;
    const raw = output.subarray(at, at + Number(size));
    at += raw.length + 1;
    if (raw.length <= commitMaxBytes) commits.set(name, parseCommit(hash, raw, messageMaxBytes));
  }
  return commits;
}

function parsePerson(line: string): Person {
  const [, name = '', email = '', seconds = '0'] = /^([^<]*)<([^<>]*)>(?: (\d{1,11}) [+-]\d{4})?/.exec(line) ?? [];
  return { name: name.trimEnd(), email, atMs: Number(seconds) * 1000 };
}

/** Headers, whose further lines start with a space, an empty line and the message. */
function parseCommit(hash: string, raw: Buffer, messageMaxBytes: number): Commit {
  const split = raw.indexOf('\n\n');
  const head = new Map<string, string>();
  const parents: string[] = [];
  const headBytes = raw.subarray(0, split < 0 ? raw.length : split);
  const encoding = /^encoding (\S+)$/m.exec(headBytes.toString('latin1'))?.[1];
  for (const line of decode(headBytes, encoding).split(/\n(?! )/)) {
    const space = line.indexOf(' ');
    const [name, value] = [line.slice(0, space), line.slice(space + 1).replaceAll('\n ', '\n')];
    if (name === 'parent') parents.push(value);
    else head.set(name, value);
  }
  return {
    hash,
    parents,
    author: parsePerson(head.get('author') ?? ''),
    committer: parsePerson(head.get('committer') ?? ''),
    message: split < 0 ? '' : decode(raw.subarray(split + 2, split + 2 + messageMaxBytes), encoding),
    signature: head.get('gpgsig') ?? head.get('gpgsig-sha256'),
  };
}

/**
 * By `i18n.commitEncoding` of who committed; without it, or where nobody knows it, as UTF-8 or what is taken for text otherwise. Bytes that are
 * wrong in their encoding become U+FFFD; NUL, which no database keeps, too.
 */
function decode(bytes: Buffer, encoding = 'utf-8'): string {
  try {
    const decoder = new TextDecoder(encoding);
    if (decoder.encoding !== 'utf-8') return decoder.decode(bytes).replaceAll('\0', '\ufffd');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return decodeAnyText(bytes, { isCut: true });
}

/** A page of the entries of a tree, in git's order, and how many there are. Of those beside the page bytes are counted alone. */
export async function readTree(
  git: GitProgram,
  repository: RepositoryRow,
  hash: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ entries: TreeEntry[]; size: number }> {
  const lines: string[] = [];
  let size = 0;
  let rest = Buffer.alloc(0);
  const take = (piece: Buffer): boolean => {
    let at = 0;
    for (let end = piece.indexOf(0); end >= 0; end = piece.indexOf(0, at)) {
      if (size >= offset && lines.length < limit) lines.push(Buffer.concat([rest, piece.subarray(at, end)]).toString());
      rest = Buffer.alloc(0);
      size += 1;
      at = end + 1;
    }
    rest = Buffer.concat([rest, piece.subarray(at)]);
    return false;
  };
  await git.runIn(repository, ['ls-tree', '-z', hash], { take });
  const entries = lines.flatMap((line) => {
    const [, mode, type, entry, name] = /^(\d+) ([a-z]+) ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    return mode === undefined || type === undefined || entry === undefined || name === undefined
      ? []
      : [{ mode, type, hash: entry, name }];
  });
  return { entries, size };
}

export const readBlob = (git: GitProgram, repository: RepositoryRow, hash: string): Promise<Buffer> =>
  git.runIn(repository, ['cat-file', 'blob', hash]);

/** Hashes of commits that lead to one of `from` and to none of `without`, oldest first; the newest `max` where there are more. */
export async function listNewCommits(
  git: GitProgram,
  repository: RepositoryRow,
  { from, without, max }: { from: readonly string[]; without: readonly string[]; max: number },
): Promise<string[]> {
  if (from.length === 0) return [];
  const input = [...from, ...without.map((hash) => `^${hash}`)].join('\n');
  const args = ['rev-list', '--ignore-missing', '--topo-order', `--max-count=${max}`, '--stdin'];
  const text = await git.runIn(repository, args, { input: `${input}\n` });
  return text.toString().split('\n').filter(isHash).reverse();
}

/** All commits that lead to one of `from` and to no ref; at most `max`. What is not there leads to nothing. */
export async function listLostCommits(
  git: GitProgram,
  repository: Pick<RepositoryRow, 'folder'>,
  from: readonly string[],
  max: number,
): Promise<string[]> {
  if (from.length === 0) return [];
  const args = ['rev-list', '--ignore-missing', `--max-count=${max}`, '--stdin', '--not', '--all'];
  const text = await git.runIn(repository, args, { input: `${from.join('\n')}\n` });
  return text.toString().split('\n').filter(isHash);
}

/** Objects of every kind that `from` lead to, and no ref does. */
export async function listLostObjects(
  git: GitProgram,
  repository: Pick<RepositoryRow, 'folder'>,
  from: readonly string[],
): Promise<string[]> {
  const args = ['rev-list', '--ignore-missing', '--objects', '--no-object-names', '--stdin', '--not', '--all'];
  const text = await git.runIn(repository, args, { input: `${from.join('\n')}\n` });
  return text.toString().split('\n').filter(isHash);
}

/** Whether git refused, as opposed to failing to run. */
export const isRefusal = (error: unknown): error is GitFailure => error instanceof GitFailure;
