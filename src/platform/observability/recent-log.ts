// The last lines of the log: from its file, which all processes of the machine write, else what this process wrote.
import { open } from 'node:fs/promises';
import { hasCode } from '../files/durable-files.ts';

export interface RecentLog {
  /** Where the log goes; undefined: to standard error. */
  readonly file: string | undefined;
  write(line: string): void;
  /** Oldest first. */
  read(): Promise<string[]>;
}

/** Lines of this process that are kept in memory. */
const linesMax = 1000;
/** Characters of each line that is kept in memory; the rest is cut off. */
const lineMax = 4000;
/** Of the end of the file that are read, in bytes. */
const tailMax = 1_048_576;

/** `write` keeps lines where there is no file to read them from. */
export function createRecentLog(file: string | undefined): RecentLog {
  const lines: string[] = [];
  return {
    file,
    write(line) {
      if (file !== undefined) return;
      if (lines.push(line.slice(0, lineMax)) > 2 * linesMax) lines.splice(0, linesMax);
    },
    read: async () => (file === undefined ? lines.slice(-linesMax) : readTail(file)),
  };
}

async function readTail(file: string): Promise<string[]> {
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    const start = Math.max(0, size - tailMax);
    const tail = Buffer.alloc(size - start);
    await handle.read(tail, 0, tail.length, start);
    const lines = tail
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
    // The first one is cut off.
    return start === 0 ? lines : lines.slice(1);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
