// Lines of the files of a commit that contain a text, as git finds them: bounded in time, bytes, files and lines.
import { DomainError } from '../../../platform/errors.ts';
import { isRefusal } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { RepositoryRow } from '../repositories/git.store.ts';

export interface MatchingFile {
  path: string;
  lines: { number: number; text: string }[];
  /** Whether further lines of the file contain the text. */
  hasMoreLines: boolean;
}

export interface MatchingFiles {
  files: MatchingFile[];
  /** Whether the whole commit was looked at, and every file with the text is in the list. */
  isComplete: boolean;
}

/** Files of one repository; the search ends at the next. */
export const filesMax = 20;
/** Lines that are shown of one file. */
const linesMax = 5;
/** What git may write for one repository, in bytes; the search ends behind. */
const readMaxBytes = 8_388_608;
/** Bytes of a line that are read; the rest of a longer one is passed over. */
const lineMaxBytes = 65_536;
/** Characters of a line that are shown. */
const shownMax = 250;
/** Characters of a long line that are shown before the text. */
const beforeMax = 80;

const lineBreak = 10;

/** The part of a line that has the text; letter case does not count. */
export function cutLine(line: string, text: string): string {
  if (line.length <= shownMax) return line;
  const at = line.toLowerCase().indexOf(text.toLowerCase());
  const start = at + text.length <= shownMax ? 0 : Math.max(0, at - beforeMax);
  const end = start + shownMax;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

/** Reads what `git grep` writes with -n and -z: the commit and a path, NUL, the number of a line, NUL, the line. */
export function createMatchReader(text: string) {
  const files = new Map<string, MatchingFile>();
  let rest: Buffer = Buffer.alloc(0);
  let isSkipping = false;
  let sizeBytes = 0;
  const see = (place: Buffer, number: Buffer, line: Buffer): void => {
    // Git writes the hash of the commit and a colon before the path.
    const path = place.toString('utf8', place.indexOf(58) + 1);
    const file = files.get(path) ?? { path, lines: [], hasMoreLines: false };
    files.set(path, file);
    if (file.lines.length === linesMax) file.hasMoreLines = true;
    else
      file.lines.push({
        number: Number(number.toString('latin1')),
        text: cutLine(line.toString().replace(/\r$/, ''), text),
      });
  };
  /** Returns where the next match begins; undefined where this one is not complete, and `isLast` does not say that it must do. */
  const readAt = (start: number, isLast: boolean): number | undefined => {
    const first = rest.indexOf(0, start);
    const second = first < 0 ? -1 : rest.indexOf(0, first + 1);
    if (second < 0) return undefined;
    const found = rest.indexOf(lineBreak, second + 1);
    if (found < 0 && !isLast) return undefined;
    const end = found < 0 ? rest.length : found;
    see(rest.subarray(start, first), rest.subarray(first + 1, second), rest.subarray(second + 1, end));
    return end + 1;
  };
  return {
    files,
    /** Takes a piece of the output; true: nothing further is wanted. */
    take(piece: Buffer): boolean {
      sizeBytes += piece.length;
      const end = isSkipping ? piece.indexOf(lineBreak) : -1;
      if (isSkipping && end < 0) return sizeBytes > readMaxBytes;
      isSkipping = false;
      rest = Buffer.concat([rest, piece.subarray(end + 1)]);
      let start = 0;
      for (let next = readAt(0, false); next !== undefined; next = readAt(start, false)) {
        start = next;
        if (files.size > filesMax) return true;
      }
      rest = rest.subarray(start);
      if (rest.length > lineMaxBytes) {
        readAt(0, true);
        rest = Buffer.alloc(0);
        isSkipping = true;
      }
      return files.size > filesMax || sizeBytes > readMaxBytes;
    },
  };
}

/** What git says where it found nothing. */
const nothingFound = 'it ended with status 1';

/**
 * `text` is a fixed string without line breaks; letter case does not count, and binary files are passed over. What is not found within
 * `timeoutMs`, and what git can't read, is left out. Throws unavailable without git, or while too many others read.
 */
export async function findMatchingLines(
  git: GitProgram,
  repository: Pick<RepositoryRow, 'folder'>,
  { hash, text, timeoutMs }: { hash: string; text: string; timeoutMs: number },
): Promise<MatchingFiles> {
  const reader = createMatchReader(text);
  let isEnough = false;
  const args = [
    'grep',
    '-F',
    '-i',
    '-I',
    '-n',
    '-z',
    '--full-name',
    '--no-color',
    '--threads=1',
    '-e',
    text,
    hash,
    '--',
  ];
  const startMs = performance.now();
  let isWhole = true;
  try {
    await git.runIn(repository, args, {
      timeoutMs,
      outputMaxBytes: Infinity,
      take: (piece) => (isEnough = reader.take(piece)),
    });
  } catch (error) {
    const isCut =
      isRefusal(error) ||
      (error instanceof DomainError && error.kind === 'too-large') ||
      performance.now() - startMs >= timeoutMs;
    if (!isCut) throw error;
    isWhole = isRefusal(error) && error.message === nothingFound;
  }
  return { files: [...reader.files.values()].slice(0, filesMax), isComplete: isWhole && !isEnough };
}
