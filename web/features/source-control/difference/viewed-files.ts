// Which files of a difference somebody has looked at.
import type { FileDifference } from '../source-control.queries.ts';

export interface ViewedFiles {
  /** Whether it was looked at as it is now, or before it changed; undefined: not at all. */
  stateOf(file: FileDifference): 'viewed' | 'changed' | undefined;
  mark(file: FileDifference, isViewed: boolean): void;
}

/** `known` has the `new_id` of each file when it was looked at. */
export const viewedFilesOf = (known: ReadonlyMap<string, string | null>, mark: ViewedFiles['mark']): ViewedFiles => ({
  stateOf({ path, new_id: id }) {
    const seen = known.get(path);
    if (seen === undefined) return undefined;
    return seen === id ? 'viewed' : 'changed';
  },
  mark,
});
