// By which commit each line of a file came, as `git blame` tells it. What it told of a commit serves those that follow it: of them git
// looks at what is new alone. A long history that nothing is known of is looked at in parts, by several processors at once.
import type { GitProgram } from '../../repositories/git-program.ts';
import type { RepositoryRow } from '../../repositories/git.store.ts';
import { createHistoryCuts, partingHere, whole } from './history-parts.ts';
import type { HistoryParts, Parting } from './history-parts.ts';
import { cutAlong, createKnownLines, joinRanges } from './known-lines.ts';
import type { BlameRange, LineSpan } from './known-lines.ts';
import { findMergeBase } from '../git-history.ts';

/** A file in a commit, by the commit's hash. */
interface BlamedFile {
  hash: string;
  path: string;
  sizeBytes: number;
}

interface Blames {
  /** Of all lines, in their order. */
  read(repository: Folder, file: BlamedFile): Promise<readonly BlameRange[]>;
}

/** Of what is known of earlier commits. */
/** Earlier commits that one answer is taken from, one after the other. */
const stepsMax = 3;
/** Places of an earlier history that git is asked about once more; with more of them it looks at all anew. */
const askedAgainMax = 2;
/** Parts of a file that git is told in one command. */
const partsMax = 200;

type Folder = Pick<RepositoryRow, 'id' | 'folder'>;

/** A commit that another one follows, and who wrote the lines of the file there. */
interface EarlierCommit {
  hash: string;
  read(): Promise<readonly BlameRange[]>;
}

export function createBlames(git: GitProgram, parting: Parting = partingHere): Blames {
  const known = createKnownLines();
  const cuts = createHistoryCuts(git, parting);
  const keyOf = ({ id }: Folder, path: string): string => `${id} ${path}`;
  /** The one asked for last of those that the commit follows. */
  const findKnown = async (repository: Folder, { hash, path }: BlamedFile): Promise<EarlierCommit | undefined> => {
    const key = keyOf(repository, path);
    for (const commit of known.of(key).toReversed())
      if ((await findMergeBase(git, repository, [commit.hash, hash])) === commit.hash) {
        known.add(key, commit);
        return { hash: commit.hash, read: () => Promise.resolve(commit.ranges) };
      }
    return undefined;
  };
  const findCut = async (
    repository: Folder,
    file: BlamedFile,
    parts: HistoryParts | undefined,
  ): Promise<EarlierCommit | undefined> => {
    const cut = await cuts.find(repository, file, parts);
    return cut && { hash: cut.hash, read: () => readAll(repository, { ...file, hash: cut.hash }, cut.rest) };
  };
  const readAll = async (
    repository: Folder,
    file: BlamedFile,
    parts?: HistoryParts,
  ): Promise<readonly BlameRange[]> => {
    const ranges = joinRanges(await blame(repository, file, [], parts));
    known.add(keyOf(repository, file.path), { hash: file.hash, ranges });
    return ranges;
  };
  /** Of all lines where there are no spans. */
  const blame = async (
    repository: Folder,
    file: BlamedFile,
    spans: readonly LineSpan[],
    parts: HistoryParts | undefined,
    steps = 0,
  ): Promise<readonly BlameRange[]> => {
    const same = known.of(keyOf(repository, file.path)).find(({ hash }) => hash === file.hash);
    if (same !== undefined) return same.ranges;
    const earlier =
      (steps < stepsMax ? await findKnown(repository, file) : undefined) ?? (await findCut(repository, file, parts));
    if (earlier !== undefined) {
      const [parsed, before] = await Promise.all([askGit(git, repository, file, spans, earlier.hash), earlier.read()]);
      const { done, open } = sortOut(parsed, (range) =>
        range.hash === earlier.hash && range.path === file.path ? before : [],
      );
      const isLittle = open.size <= askedAgainMax && open.values().every(({ pieces }) => pieces.length <= partsMax);
      if (isLittle) {
        for (const { place, pieces } of open.values()) {
          const lines = pieces.map((piece) => ({ offset: piece.originalStart - 1, limit: piece.lines }));
          const ranges = joinRanges(await blame(repository, { ...file, ...place }, lines, whole, steps + 1));
          done.push(...pieces.flatMap((piece) => cutAlong(piece, ranges).flatMap(({ by }) => by ?? [])));
        }
        return done;
      }
    }
    return (await askGit(git, repository, file, spans)).ranges;
  };
  return { read: (repository, file) => readAll(repository, file) };
}

interface BlameOutput {
  ranges: BlameRange[];
  /** Commits that git looked no further than, because what leads to them was left out. */
  boundaries: ReadonlySet<string>;
}

/** `done` is known; of the pieces in `open` is known only that they were at that place so. */
function sortOut(
  { ranges, boundaries }: BlameOutput,
  findKnown: (range: BlameRange) => readonly BlameRange[],
): { done: BlameRange[]; open: Map<string, { place: { hash: string; path: string }; pieces: BlameRange[] }> } {
  const done: BlameRange[] = [];
  const open: ReturnType<typeof sortOut>['open'] = new Map();
  for (const range of ranges) {
    if (!boundaries.has(range.hash)) {
      done.push(range);
      continue;
    }
    const { hash, path } = range;
    for (const { piece, by } of cutAlong(range, findKnown(range)))
      if (by !== undefined) done.push(by);
      else
        open.getOrInsertComputed(`${hash} ${path}`, () => ({ place: { hash, path }, pieces: [] })).pieces.push(piece);
  }
  return { done, open };
}

/** What git's memory of objects that others are told by differences from has to hold: a file's versions, which are at most 50 differences apart. */
const baseCacheOf = (sizeBytes: number): number => 1_048_576 + 64 * sizeBytes;

/** See mallopt(3): memory of versions that were compared serves the next ones, instead of going back to the system each time. */
const memoryVariables = {
  MALLOC_MMAP_THRESHOLD_: '33554432',
  MALLOC_TOP_PAD_: '16777216',
  MALLOC_TRIM_THRESHOLD_: '268435456',
};

async function askGit(
  git: GitProgram,
  repository: Folder,
  { hash, path, sizeBytes }: BlamedFile,
  spans: readonly LineSpan[],
  without?: string,
): Promise<BlameOutput> {
  const args = [
    '-c',
    'core.quotePath=false',
    '-c',
    `core.deltaBaseCacheLimit=${baseCacheOf(sizeBytes)}`,
    'blame',
    '--incremental',
    '--root',
    ...spans.map(({ offset, limit }) => `-L${offset + 1},+${limit}`),
    hash,
    ...(without === undefined ? [] : [`^${without}`]),
    '--',
    path,
  ];
  return parseBlame(await git.runIn(repository, args, { variables: memoryVariables }), path);
}

function parseBlame(output: Buffer, path: string): BlameOutput {
  const ranges: BlameRange[] = [];
  const boundaries = new Set<string>();
  // A part of a text holds all of it in memory.
  const names = new Map<string, string>();
  const own = (text: string): string => names.getOrInsertComputed(text, () => Buffer.from(text).toString());
  for (const line of output.toString().split('\n')) {
    const [, of, originalStart, start, lines] = /^([0-9a-f]{40,64}) (\d+) (\d+) (\d+)$/.exec(line) ?? [];
    if (of !== undefined)
      ranges.push({
        hash: own(of),
        originalStart: Number(originalStart),
        start: Number(start),
        lines: Number(lines),
        path,
      });
    const range = ranges.at(-1);
    if (range === undefined) continue;
    if (line === 'boundary') boundaries.add(range.hash);
    if (line.startsWith('filename ')) range.path = own(unquote(line.slice('filename '.length)));
  }
  return { ranges, boundaries };
}

const escaped: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** In quotes git writes names that have odd characters. */
const unquote = (name: string): string =>
  name.startsWith('"')
    ? name
        .slice(1, -1)
        .replace(/\\(?:([0-7]{3})|(.))/g, (_all, code?: string, sign: string = '') =>
          code === undefined ? (escaped[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 8)),
        )
    : name;
