// Which comments a viewer may know of: some are for a few groups alone.
import type { Reader } from '../../platform/database/index.ts';
import { isInGroup } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { isTrackerAdmin } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import { listComments } from './artifacts.store.ts';
import type { CommentRow } from './artifacts.store.ts';
import { readCommentGroups } from './query/comment-groups.ts';

/** Every version of the comments of these changesets, by changeset, oldest first. */
export const loadComments = async (db: Reader, ids: readonly number[]): Promise<Map<number, CommentRow[]>> =>
  Map.groupBy(await listComments(db, ids), (comment) => comment.changeset_id);

/** The newest version of a comment, unless it is for groups that the viewer is not in. */
export function visibleComment(
  viewer: Viewer,
  tracker: Definition,
  versions: readonly CommentRow[],
): CommentRow | undefined {
  const last = versions.at(-1);
  if (last === undefined || last.groups_json === null || isTrackerAdmin(viewer, tracker)) return last;
  const groups = readCommentGroups(last.groups_json, `groups of comment ${last.id}`);
  return groups.some((id) => isInGroup(viewer, id, tracker.project.id)) ? last : undefined;
}
