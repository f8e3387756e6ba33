// What changed between two commits, as git tells it.
import { DomainError } from '../../../platform/errors.ts';
import { readBlob, readFacts } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { RepositoryRow } from '../repositories/git.store.ts';
import { charsetOf } from '../repositories/text-charset.ts';
import { noObject, parseChanges, readPatchParts } from './patch.ts';
import type { FileChange, Hunk } from './patch.ts';
import { compareTexts, wideFilesMax } from './wide-texts.ts';
import type { WideNeeds } from './wide-texts.ts';

/** A file with what changed in it. */
export interface FileDifference extends FileChange {
  /** Undefined where the lines are not shown: see `leftOut`. */
  hunks: Hunk[] | undefined;
  /** Why no lines are shown. */
  leftOut: 'binary' | 'large' | undefined;
}

/** Ids of the empty tree, which every repository has, by the length of its ids. */
const emptyTrees: Readonly<Record<number, string>> = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

/** What there is before the first commit. */
export const emptyTreeLike = (hash: string): string => emptyTrees[hash.length] ?? '';

/** Of the list of changed files: some 20,000 of them. */
const listMaxBytes = 4_194_304;
/** Longer files are not compared line by line. */
const comparedMaxBytes = 1_048_576;
/** Lines that are added or removed in the files of one answer together, unless it is of one file. */
export const linesMax = 3000;
/** Lines that are added or removed in the file of an answer that is of one file. */
export const linesOfOneMax = 10_000;
/** Bytes that git writes of one difference; where there are more, no lines are shown. */
const patchMaxBytes = 2_097_152;

interface DifferenceNeeds extends WideNeeds {
  git: GitProgram;
}

/** Not a link or a submodule. */
const isFile = ({ oldMode, newMode }: FileChange): boolean =>
  [oldMode, newMode].every((mode) => /^(?:100|000)/.test(mode));

const renames = ['--find-renames', '-l400'];

/** All files that differ, in git's order. Throws too-large for more than some 20,000. */
export async function listChanges(
  git: GitProgram,
  repository: RepositoryRow,
  { from, to }: { from: string; to: string },
): Promise<FileChange[]> {
  const args = ['diff-tree', '-r', '--raw', '--numstat', '-z', '--no-abbrev', ...renames, from, to];
  return parseChanges(await git.runIn(repository, args, { outputMaxBytes: listMaxBytes }));
}

/**
 * The lines of these files, which `listChanges` gave: of files as long as all of them fit an answer, in order. `isWhole` asks
 * for all lines of a file, not only those around changes.
 */
export async function readDifferences(
  needs: DifferenceNeeds,
  repository: RepositoryRow,
  { from, to }: { from: string; to: string },
  changes: readonly FileChange[],
  isWhole = false,
): Promise<FileDifference[]> {
  const { git } = needs;
  const large = await findLarge(git, repository, changes);
  const isLarge = ({ oldHash, newHash }: FileChange): boolean => large.has(oldHash) || large.has(newHash);
  let left = changes.length === 1 ? linesOfOneMax : linesMax;
  const shown = changes.map((change): FileDifference => {
    const lines = (change.added ?? 0) + (change.removed ?? 0);
    const isTooLong = isLarge(change) || lines > left;
    const isBinary = change.added === undefined;
    if (!isTooLong && !isBinary) left -= lines;
    return { ...change, hunks: undefined, leftOut: isBinary ? 'binary' : isTooLong ? 'large' : undefined };
  });
  const context = isWhole ? `--unified=${comparedMaxBytes}` : '--unified=3';
  const compared = shown.filter(({ leftOut }) => leftOut === undefined);
  const unread = shown.filter((file) => file.leftOut === 'binary' && isFile(file) && !isLarge(file));
  for (const file of unread.slice(0, wideFilesMax))
    left -= await showWideLines(needs, repository, { file, context, left });
  if (compared.length === 0) return shown;
  const paths = compared.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [oldPath, path]));
  const args = ['--literal-pathspecs', 'diff-tree', '-r', '-p', '--full-index', context, ...renames, from, to];
  const patch = await readPatch(git, repository, [...args, '--', ...paths]);
  const { parts, read } = readPatchParts(patch ?? Buffer.alloc(0), charsetOf(repository));
  for (const file of compared) {
    // Something else in the place of a file is a removal and an addition.
    const own = parts.splice(0, file.status === 'T' ? 2 : 1);
    if (patch === undefined) file.leftOut = 'large';
    else file.hunks = own.flatMap(read);
  }
  return shown;
}

/** The lines of a file that is UTF-16, where it is; gives how many were added or removed. */
async function showWideLines(
  { git, dataDir }: DifferenceNeeds,
  repository: RepositoryRow,
  { file, context, left }: { file: FileDifference; context: string; left: number },
): Promise<number> {
  const read = (hash: string): Promise<Buffer> | Buffer =>
    noObject.test(hash) ? Buffer.alloc(0) : readBlob(git, repository, hash);
  const versions = [await read(file.oldHash), await read(file.newHash)] as const;
  const hunks = await compareTexts({ git, dataDir }, versions, context, charsetOf(repository));
  if (typeof hunks === 'string') {
    file.leftOut = hunks;
    return 0;
  }
  const kinds = hunks.flatMap(({ lines }) => lines.map(({ kind }) => kind));
  file.added = kinds.filter((kind) => kind === 'added').length;
  file.removed = kinds.filter((kind) => kind === 'removed').length;
  const isTooLong = file.added + file.removed > left;
  file.leftOut = isTooLong ? 'large' : undefined;
  file.hunks = isTooLong ? undefined : hunks;
  return isTooLong ? 0 : file.added + file.removed;
}

/** Undefined where it is longer than one answer should be: few lines may be many bytes. */
async function readPatch(git: GitProgram, repository: RepositoryRow, args: string[]): Promise<Buffer | undefined> {
  try {
    return await git.runIn(repository, args, { outputMaxBytes: patchMaxBytes });
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'too-large') return undefined;
    throw error;
  }
}

/** Hashes of the files that are too long to be compared. What a submodule names is no file. */
async function findLarge(
  git: GitProgram,
  repository: RepositoryRow,
  changes: readonly FileChange[],
): Promise<ReadonlySet<string>> {
  const hashes = [...new Set(changes.flatMap(({ oldHash, newHash }) => [oldHash, newHash]))];
  const facts = await readFacts(
    git,
    repository,
    hashes.filter((hash) => !noObject.test(hash)),
  );
  return new Set(facts.flatMap((fact) => (fact !== undefined && fact.sizeBytes > comparedMaxBytes ? [fact.hash] : [])));
}
