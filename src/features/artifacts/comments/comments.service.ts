// Editing what was said: its author may, and who administers the tracker. Earlier versions stay in the history.
import type { Static } from 'typebox';
import type { Reader } from '../../../platform/database/index.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { VersionConflictError } from '../../../platform/version-conflict.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { isTrackerAdmin } from '../../trackers/index.ts';
import { readCommentGroups } from '../artifact/comment-groups.ts';
import { addCommentVersion } from './comment-versions.ts';
import { findChangesetOwner } from '../artifact/artifacts.store.ts';
import type { CommentRow } from '../artifact/artifacts.store.ts';
import { textOfComment } from '../artifact/change-traces.ts';
import { loadCommentHeads, loadComments, visibleComment } from './visible-comments.ts';
import { readToChange, readWhole, requireSignedIn } from '../changes/admission.ts';
import type { ArtifactDeps, WholeArtifact } from '../changes/admission.ts';
import type { CommentEdit } from '../artifact/artifacts.schema.ts';
import { readComment } from '../changes/submission.ts';

/** The newest version of a comment, with whoever wrote the first. */
interface FoundComment {
  authorId: number;
  last: CommentRow;
}

/** Throws notFound where the viewer sees no such comment: a hidden one is as one that is not there. */
async function findComment(
  db: Reader,
  viewer: Viewer,
  { stamp, tracker }: WholeArtifact,
  changesetId: number,
): Promise<FoundComment> {
  const missing = notFound(says('comment.missing')`there is no comment ${changesetId} on artifact ${stamp.id}`);
  const owner = await findChangesetOwner(db, changesetId);
  if (owner?.artifact_id !== stamp.id) throw missing;
  const versions = (await loadCommentHeads(db, [changesetId])).get(changesetId) ?? [];
  const seen = visibleComment(viewer, tracker, versions);
  const isSaid = versions.some(({ bodyBytes }) => bodyBytes > 0);
  const last = seen && (await loadComments(db, [seen])).get(seen.id);
  const [first] = versions;
  if (last === undefined || first === undefined || !isSaid) throw missing;
  return { authorId: first.submitted_by, last };
}

/**
 * Gives a comment a new version; one that says the same for the same groups changes nothing. Throws as Artifacts.read,
 * notFound where there is no such comment, forbidden for others than its author and administrators of the tracker, invalid
 * for what no comment can be.
 */
export async function editComment(
  deps: ArtifactDeps,
  viewer: Viewer,
  artifactId: number,
  changesetId: number,
  body: Static<typeof CommentEdit>,
): Promise<void> {
  const seen = await readWhole(deps, viewer, artifactId);
  const { tracker } = seen;
  requireLivingProject(tracker.project);
  const by = requireSignedIn(viewer);
  const { authorId, last } = await findComment(deps.database.read, viewer, seen, changesetId);
  if (authorId !== by && !isTrackerAdmin(viewer, tracker))
    throw forbidden(says('comment.not-yours')`only its author and administrators of the tracker can edit a comment`);
  const kept = last.groups_json === null ? [] : readCommentGroups(last.groups_json, `groups of comment ${last.id}`);
  const { groupIds = body.ugroups === undefined ? kept : [], ...said } = readComment(viewer, tracker, body);
  const isSame =
    said.body === last.body && said.format === last.format && JSON.stringify(groupIds) === JSON.stringify(kept);
  if (isSame) return;
  const renderings = await deps.texts.prepare([textOfComment(said)]);
  await deps.database.transact(async (tx) => {
    await readToChange(deps, tx, viewer, seen, { wire: 'json', ifMatch: undefined, ifUnmodifiedSince: undefined });
    const now = (await loadCommentHeads(tx, [changesetId])).get(changesetId)?.at(-1);
    if (now?.id !== last.id) throw new VersionConflictError();
    const audience = groupIds.length === 0 ? {} : { groupIds };
    const version = { by, atMs: deps.clock.nowMs(), ...said, ...audience, renderings };
    await addCommentVersion(tx, tracker, { artifactId, changesetId }, version);
  });
}
