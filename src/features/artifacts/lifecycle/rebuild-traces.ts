// Saves anew what follows from an artifact's values, where nothing of it is there yet.
import type { Writer } from '../../../platform/database/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { listArtifactsByIds, listChangesets, listComments } from '../artifact/artifacts.store.ts';
import type { ArtifactRow, ChangesetRow, CommentRow } from '../artifact/artifacts.store.ts';
import { deleteListChanges, insertListChanges } from '../artifact/list-changes.store.ts';
import { listChangesOf } from '../artifact/list-changes.ts';
import { grantedGroups, isLinkList, parseChanges, parseValues } from '../artifact/change.ts';
import { saveTraces } from '../artifact/change-traces.ts';
import type { StoredValues, Trace } from '../artifact/change-traces.ts';
import { readCommentGroups } from '../artifact/comment-groups.ts';
import { saveCommentTexts } from '../artifact/text-traces.ts';

/** Keys, links to what is there, groups, what became of lists, and references of the fields and of `words`. */
export async function rebuildTraces(
  tx: Writer,
  tracker: Definition,
  row: ArtifactRow,
  words: Trace['words'],
): Promise<void> {
  const stored = parseValues(row);
  const values = await withLivingLinks(tx, stored);
  const touched = new Set(Object.keys(stored).map(Number));
  const changesets = await listChangesets(tx, [row.id]);
  const steps = changesets.map((changeset) => ({
    changesetId: changeset.id,
    atMs: Number(changeset.submitted_at_ms),
    values: parseChanges(changeset),
  }));
  await deleteListChanges(tx, row.id);
  const born = { artifactId: row.id, afterMs: Number(row.submitted_at_ms), old: {} };
  await insertListChanges(
    tx,
    listChangesOf((id) => tracker.fieldById.get(id)?.type, born, steps),
  );
  const comments = await listNewestComments(tx, changesets);
  await saveCommentTexts(
    tx,
    tracker,
    comments.map(({ changeset_id: changesetId, body, groups_json: json, id }) => ({
      artifactId: row.id,
      changesetId,
      body,
      groupIds: json === null ? undefined : readCommentGroups(json, `groups of comment ${id}`),
    })),
  );
  await saveTraces(tx, tracker, [
    { before: row, old: {}, values, touched, groups: grantedGroups(tracker, stored), words },
  ]);
}

/** The newest version of each comment of the changesets. */
async function listNewestComments(tx: Writer, changesets: readonly ChangesetRow[]): Promise<CommentRow[]> {
  const versions = await listComments(
    tx,
    changesets.map((changeset) => changeset.id),
  );
  return [...new Map(versions.map((comment) => [comment.changeset_id, comment])).values()];
}

async function withLivingLinks(tx: Writer, values: StoredValues): Promise<StoredValues> {
  const named = Object.values(values).flatMap((value) => (isLinkList(value) ? value : []));
  const living = new Set((await listArtifactsByIds(tx, [...new Set(named.map(({ id }) => id))])).map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(values).map(([fieldId, value]) => [
      fieldId,
      isLinkList(value) ? value.filter(({ id }) => living.has(id)) : value,
    ]),
  );
}
