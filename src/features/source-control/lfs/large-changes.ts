// What a difference tells of a large file, whose pointer it is of. Pure.
import { readPointer } from './lfs-pointer.ts';
import type { LfsPointer } from './lfs-pointer.ts';

/** Undefined for a side on which there is no such file. */
export interface LargeChange {
  before: LfsPointer | undefined;
  after: LfsPointer | undefined;
}

interface Lines {
  oldStart: number;
  newStart: number;
  lines: readonly { kind: 'context' | 'added' | 'removed'; text: string }[];
}

/** Undefined where no side is a pointer, and where the lines that are shown of it are not all. */
export function findLargeChange(hunks: readonly Lines[]): LargeChange | undefined {
  const [hunk] = hunks;
  if (hunk === undefined || hunks.length > 1 || hunk.oldStart > 1 || hunk.newStart > 1) return undefined;
  const read = (left: 'added' | 'removed'): LfsPointer | undefined =>
    readPointer(Buffer.from(hunk.lines.flatMap(({ kind, text }) => (kind === left ? [] : [`${text}\n`])).join('')));
  const [before, after] = [read('added'), read('removed')];
  return before === undefined && after === undefined ? undefined : { before, after };
}
