// Which comments a viewer may know of: some are for a few groups alone.
import type { Reader } from '../../../platform/database/index.ts';
import { isInGroup } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { isTrackerAdmin } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { listCommentHeads, listCommentsByIds } from '../state/artifacts.store.ts';
import type { CommentHead, CommentRow } from '../state/artifacts.store.ts';
import { readCommentGroups } from '../state/comment-groups.ts';

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
