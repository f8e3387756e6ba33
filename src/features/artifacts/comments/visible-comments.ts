// Which comments a viewer may know of: some are for a few groups alone.
import type { Reader } from '../../../platform/database/index.ts';
import { isInGroup, projectViewers } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { isTrackerAdmin } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { listCommentHeads, listCommentsByIds } from '../artifact/artifacts.store.ts';
import type { CommentHead, CommentRow } from '../artifact/artifacts.store.ts';
import { readCommentGroups } from '../artifact/comment-groups.ts';

/** Every version of the comments of these changesets, by changeset, oldest first. */
export const loadCommentHeads = async (db: Reader, ids: readonly number[]): Promise<Map<number, CommentHead[]>> =>
  Map.groupBy(await listCommentHeads(db, ids), (comment) => comment.changeset_id);

/** The comments with their texts, by id. */
export const loadComments = async (
  db: Reader,
  heads: readonly (CommentHead | undefined)[],
): Promise<Map<number, CommentRow>> => {
  const ids = heads.flatMap((head) => head?.id ?? []);
  return new Map((await listCommentsByIds(db, ids)).map((comment) => [comment.id, comment]));
};

/**
 * The groups that a comment is for, as far as the viewer may know: their own, all of them for its author and administrators of the
 * tracker; null for a comment that is for everybody.
 */
export function listKnownGroups(
  viewer: Viewer,
  tracker: Definition,
  comment: Pick<CommentRow, 'id' | 'submitted_by' | 'groups_json'>,
): number[] | null {
  if (comment.groups_json === null) return null;
  const groups = readCommentGroups(comment.groups_json, `groups of comment ${comment.id}`);
  const knowsAll = isTrackerAdmin(viewer, tracker) || viewer.user?.id === comment.submitted_by;
  return groups.filter((id) => knowsAll || isInGroup(viewer, id, tracker.project.id));
}

/** Groups whose comments the viewer reads, for conditions of queries and search; undefined: everybody's. */
export const listReadGroups = (viewer: Viewer, tracker: Definition): readonly number[] | undefined =>
  isTrackerAdmin(viewer, tracker) ? undefined : projectViewers.groupsOf(viewer, tracker.project.id);

/** The newest version of a comment, unless it is for groups that the viewer is not in. */
export function visibleComment(
  viewer: Viewer,
  tracker: Definition,
  versions: readonly CommentHead[],
): CommentHead | undefined {
  const last = versions.at(-1);
  if (last === undefined || last.groups_json === null || isTrackerAdmin(viewer, tracker)) return last;
  const groups = readCommentGroups(last.groups_json, `groups of comment ${last.id}`);
  return groups.some((id) => isInGroup(viewer, id, tracker.project.id)) ? last : undefined;
}
