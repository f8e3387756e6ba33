// Two people changed one artifact: what can be brought together, and what has to be asked. Pure.
import { isSame } from '../edits.ts';
import type { Edit } from '../edits.ts';

export interface Conflict {
  fieldId: number;
  /** What the artifact had when the person began. */
  before: Edit;
  mine: Edit;
  /** What it has now. */
  theirs: Edit;
}

export type Edits = ReadonlyMap<number, Edit>;

/**
 * Fields that both changed, and differently. What only one of them changed stays as that one wants it; what both made the
 * same is no conflict.
 */
export function findConflicts(bases: Edits, mine: Edits, now: Edits): readonly Conflict[] {
  return [...mine].flatMap(([fieldId, edit]) => {
    const before = bases.get(fieldId);
    const theirs = now.get(fieldId);
    if (before === undefined || theirs === undefined) return [];
    const isTouched = !isSame(before, theirs);
    return isTouched && !isMergeable(edit) && !isSame(edit, theirs) ? [{ fieldId, before, mine: edit, theirs }] : [];
  });
}

/** What I added and took away, done to what there is now. */
function mergeList<T>(
  before: readonly T[],
  mine: readonly T[],
  now: readonly T[],
  keyOf: (one: T) => unknown,
): readonly T[] {
  const [had, wanted] = [new Set(before.map(keyOf)), new Set(mine.map(keyOf))];
  const kept = now.filter((one) => wanted.has(keyOf(one)) || !had.has(keyOf(one)));
  const there = new Set(kept.map(keyOf));
  return [...kept, ...mine.filter((one) => !had.has(keyOf(one)) && !there.has(keyOf(one)))];
}

/**
 * My edit on top of what there is now. Files and labels of both are kept, and what I took away goes, so that nobody's
 * are lost; of anything else there is one, mine.
 */
export function mergeEdit(before: Edit, mine: Edit, now: Edit): Edit {
  if (before.kind === 'files' && mine.kind === 'files' && now.kind === 'files')
    return { kind: 'files', files: mergeList(before.files, mine.files, now.files, ({ id }) => id) };
  if (before.kind === 'labels' && mine.kind === 'labels' && now.kind === 'labels')
    return { kind: 'labels', labels: mergeList(before.labels, mine.labels, now.labels, (label) => label) };
  return mine;
}

/** Whether two people's changes of such a field go together without asking. */
export const isMergeable = ({ kind }: Edit): boolean => kind === 'links' || kind === 'files' || kind === 'labels';
