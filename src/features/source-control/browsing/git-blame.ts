// By which commit each line of a file came, as `git blame` tells it. What it told of a commit serves those that follow it: of them git
// looks at what is new alone.
import { isRefusal } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { RepositoryRow } from '../repositories/git.store.ts';
import { cutAlong, createKnownLines, joinRanges } from './known-lines.ts';
import type { BlameRange, KnownCommit } from './known-lines.ts';
import { findMergeBase } from './git-history.ts';

/** Some lines of a file, in their order. */
export interface LineSpan {
  /** Lines before the first one. */
  offset: number;
  /** How many; all that follow where it is left out. */
  limit: number | undefined;
}

/** A file in a commit, by the commit's hash. */
interface BlamedFile {
  hash: string;
  path: string;
  sizeBytes: number;
}

interface Blames {
  /** In the order of the lines; git ends as soon as it knows that of the span. Of lines behind the end of the file nothing is told. */
  read(repository: Pick<RepositoryRow, 'id' | 'folder'>, file: BlamedFile, span: LineSpan): Promise<BlameRange[]>;
}

/** Of what is known of earlier commits. */
const knownMaxBytes = 16_777_216;
/** Earlier commits that one answer is taken from, one after the other. */
const stepsMax = 3;
/** Places of an earlier history that git is asked about once more; with more of them it looks at all anew. */
const askedAgainMax = 2;
/** Parts of a file that git is told in one command. */
const partsMax = 200;

type Folder = Pick<RepositoryRow, 'id' | 'folder'>;

export function createBlames(git: GitProgram): Blames {
  const known = createKnownLines(knownMaxBytes);
  const keyOf = ({ id }: Folder, path: string): string => `${id} ${path}`;
  const tell = async (
    repository: Folder,
    file: BlamedFile,
    spans: readonly LineSpan[],
    steps = 0,
  ): Promise<BlameRange[]> => {
    const commits = steps < stepsMax ? known.of(keyOf(repository, file.path)) : [];
    const earlier = await findEarlier(git, repository, file.hash, commits);
    if (earlier !== undefined) {
      const told = await askGit(git, repository, file, spans, earlier.hash);
      const { done, open } = sortOut(told, (range) =>
        range.hash === earlier.hash && range.path === file.path ? earlier.ranges : [],
      );
      const isLittle = open.size <= askedAgainMax && open.values().every(({ pieces }) => pieces.length <= partsMax);
      if (isLittle) {
        for (const { place, pieces } of open.values()) {
          const parts = pieces.map(({ originalStart, lines }) => ({ offset: originalStart - 1, limit: lines }));
          const before = joinRanges(await tell(repository, { ...file, ...place }, parts, steps + 1));
          done.push(...pieces.flatMap((piece) => cutAlong(piece, before).flatMap(({ by }) => by ?? [])));
        }
        return done;
      }
    }
    return (await askGit(git, repository, file, spans)).ranges;
  };
  return {
    async read(repository, file, span) {
      const ranges = joinRanges(await tell(repository, file, [span]));
      known.add(keyOf(repository, file.path), file.hash, ranges);
      return ranges;
    },
  };
}

/** The one asked for last of those that the commit follows. */
async function findEarlier(
  git: GitProgram,
  repository: Folder,
  hash: string,
  commits: readonly KnownCommit[],
): Promise<KnownCommit | undefined> {
  for (const commit of commits.toReversed()) {
    if (commit.hash === hash) continue;
    if ((await findMergeBase(git, repository, [commit.hash, hash])) === commit.hash) return commit;
  }
  return undefined;
}

interface Told {
  ranges: BlameRange[];
  /** Commits that git looked no further than, because what leads to them was left out. */
  boundaries: ReadonlySet<string>;
}

/** `done` is known; of the pieces in `open` is known only that they were at that place so. */
function sortOut(
  { ranges, boundaries }: Told,
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

/** What git says of a span that begins behind the end of a file. */
const isBehindEnd = (error: unknown): boolean => isRefusal(error) && /has only \d+ lines?/.test(error.message);

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
): Promise<Told> {
  const parts = spans.filter(({ offset, limit }) => offset > 0 || limit !== undefined);
  const args = [
    '-c',
    'core.quotePath=false',
    '-c',
    `core.deltaBaseCacheLimit=${baseCacheOf(sizeBytes)}`,
    'blame',
    '--incremental',
    '--root',
    ...parts.map(({ offset, limit }) => `-L${offset + 1},${limit === undefined ? '' : `+${limit}`}`),
    hash,
    ...(without === undefined ? [] : [`^${without}`]),
    '--',
    path,
  ];
  try {
    return parseBlame(await git.runIn(repository, args, { variables: memoryVariables }), path);
  } catch (error) {
    if (parts.length > 0 && isBehindEnd(error)) return { ranges: [], boundaries: new Set() };
    throw error;
  }
}

function parseBlame(output: Buffer, path: string): Told {
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
