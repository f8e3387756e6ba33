// What is known of who wrote the lines of files, for commits that follow.
import { createCache } from '../../../../platform/cache/index.ts';

/** Lines that follow each other and came by one commit. */
export interface BlameRange {
  /** From 1. */
  start: number;
  lines: number;
  hash: string;
  /** Where the lines were in that commit. */
  path: string;
  originalStart: number;
}

/** Some lines of a file, in their order. */
export interface LineSpan {
  /** Lines before the first one. */
  offset: number;
  limit: number;
}

/** Of a file as it is in a commit: all of its lines, in their order. */
interface KnownCommit {
  hash: string;
  ranges: readonly BlameRange[];
}

interface KnownLines {
  /** What was added last comes last. */
  of(key: string): readonly KnownCommit[];
  add(key: string, commit: KnownCommit): void;
}

/** Of one file. */
const commitsMax = 3;
const rangeBytes = 150;

/** The file that was asked for longest ago is evicted first. */
export function createKnownLines(): KnownLines {
  const files = createCache<string, readonly KnownCommit[]>({
    name: 'git_known_lines',
    maxBytes: 8_388_608,
    sizeOf: (commits) => commits.reduce((sum, { ranges }) => sum + 200 + ranges.length * rangeBytes, 0),
  });
  return {
    of: (key) => files.get(key) ?? [],
    add(key, commit) {
      const others = files.get(key)?.filter(({ hash }) => hash !== commit.hash) ?? [];
      files.set(key, [...others, commit].slice(-commitsMax));
    },
  };
}

/** Of those of all lines. */
export const cutToSpan = (ranges: readonly BlameRange[], { offset, limit }: LineSpan): BlameRange[] =>
  ranges.flatMap((range) => {
    const start = Math.max(range.start, offset + 1);
    const lines = Math.min(range.start + range.lines, offset + 1 + limit) - start;
    return lines > 0 ? [{ ...range, start, lines, originalStart: range.originalStart + start - range.start }] : [];
  });

/**
 * Lines that a commit has from an earlier one, where it has them at `originalStart`, cut where the earlier commit's ranges begin and
 * end: `piece` of the same, and `by` what is known of it, in the lines of the later commit; undefined for what is not known.
 */
export function cutAlong(
  range: BlameRange,
  known: readonly BlameRange[],
): { piece: BlameRange; by: BlameRange | undefined }[] {
  const found: { piece: BlameRange; by: BlameRange | undefined }[] = [];
  const shift = range.start - range.originalStart;
  const end = range.originalStart + range.lines;
  const take = (from: number, to: number, by: BlameRange | undefined): void => {
    if (from >= to) return;
    const place = { start: from + shift, lines: to - from };
    found.push({
      piece: { ...range, ...place, originalStart: from },
      by: by && { ...by, ...place, originalStart: by.originalStart + from - by.start },
    });
  };
  let at = range.originalStart;
  for (let index = findFirst(known, at); index < known.length && at < end; index += 1) {
    const by = known[index];
    if (by === undefined || by.start >= end) break;
    take(at, by.start, undefined);
    at = Math.max(at, by.start);
    const to = Math.min(end, by.start + by.lines);
    take(at, to, by);
    at = to;
  }
  take(at, end, undefined);
  return found;
}

/** Index of the first range that ends behind a line. */
function findFirst(ranges: readonly BlameRange[], line: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range !== undefined && range.start + range.lines <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In the order of the lines, with one range where several follow each other in the commit, too. */
export function joinRanges(ranges: readonly BlameRange[]): BlameRange[] {
  const joined: BlameRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    const follows =
      last !== undefined &&
      last.hash === range.hash &&
      last.path === range.path &&
      last.start + last.lines === range.start &&
      last.originalStart + last.lines === range.originalStart;
    if (follows) last.lines += range.lines;
    else joined.push({ ...range });
  }
  return joined;
}
