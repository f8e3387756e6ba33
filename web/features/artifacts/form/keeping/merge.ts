// Two people changed one artifact: what can be brought together, and what has to be asked. Pure.
import { isMergeable, isSame } from '../edits.ts';
import type { Edit } from '../../../fields/index.ts';

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
