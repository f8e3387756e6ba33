// Comments of moves: where an artifact came from is stored as data, because not everybody who sees it may know that tracker.
import type { Viewer } from '../../projects/index.ts';
import { trackerAccess } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { CommentRow } from '../artifact/artifacts.store.ts';

/** What the comment of a move says to everybody, in search, mails and archives too. */
export const movedBody = 'Artifact was moved from another tracker.';

type FindTracker = (id: number, siteVersion: number) => Promise<Definition | undefined>;

/** The comments, by id; those of moves name tracker and project to a viewer who may see that tracker. */
export async function nameMoves(
  find: FindTracker,
  viewer: Viewer,
  comments: ReadonlyMap<number, CommentRow>,
): Promise<ReadonlyMap<number, CommentRow>> {
  const named = new Map(comments);
  for (const comment of comments.values()) {
    if (comment.moved_from_tracker_id === null) continue;
    const source = await find(comment.moved_from_tracker_id, viewer.site.version);
    if (source === undefined || !trackerAccess.maySeeTracker(viewer, source)) continue;
    const body = `Artifact was moved from '${source.name}' tracker in '${source.project.full_name}' project.`;
    named.set(comment.id, { ...comment, body });
  }
  return named;
}
