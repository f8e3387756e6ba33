// Differences as the wire shows them.
import type { Static } from 'typebox';
import { findLargeChange } from '../lfs/large-changes.ts';
import type { LfsPointer } from '../lfs/lfs-pointer.ts';
import type { FileDifference as FileDifferenceShape, Hunk as HunkShape } from './git-browsing.schema.ts';
import type { FileDifference } from './git-differences.ts';
import { noObject } from './patch.ts';
import type { FileChange, Hunk } from './patch.ts';

const idOf = (hash: string): string | null => (noObject.test(hash) ? null : hash);

export const viewHunk = (hunk: Hunk): Static<typeof HunkShape> => ({
  old_start: hunk.oldStart,
  old_count: hunk.oldCount,
  new_start: hunk.newStart,
  new_count: hunk.newCount,
  heading: hunk.heading,
  lines: hunk.lines.map(({ kind, oldLine, newLine, text }) => ({
    kind,
    old_line: oldLine ?? null,
    new_line: newLine ?? null,
    text,
  })),
  lacks_last_break: hunk.lacksLastBreak,
});

const viewPointer = (pointer: LfsPointer | undefined): { oid: string; size: number } | null =>
  pointer === undefined ? null : { oid: pointer.oid, size: pointer.sizeBytes };

function viewLarge(file: FileDifference): Pick<Static<typeof FileDifferenceShape>, 'large_file'> {
  const change = findLargeChange(file.hunks ?? []);
  return change === undefined
    ? {}
    : { large_file: { old: viewPointer(change.before), new: viewPointer(change.after) } };
}

const viewFile = (file: FileDifference): Static<typeof FileDifferenceShape> => ({
  path: file.path,
  old_path: file.oldPath ?? null,
  status: file.status,
  old_mode: file.oldMode,
  new_mode: file.newMode,
  old_id: idOf(file.oldHash),
  new_id: idOf(file.newHash),
  lines_added: file.added ?? null,
  lines_removed: file.removed ?? null,
  left_out: file.leftOut ?? null,
  hunks: (file.hunks ?? []).map(viewHunk),
  ...viewLarge(file),
});

/** The sums are of all files, not only of those that are shown. */
export const viewDifference = ({
  changes,
  files,
}: {
  changes: readonly FileChange[];
  files: readonly FileDifference[];
}) => ({
  files_changed: changes.length,
  lines_added: changes.reduce((sum, { added = 0 }) => sum + added, 0),
  lines_removed: changes.reduce((sum, { removed = 0 }) => sum + removed, 0),
  files: files.map(viewFile),
});
