// A further version of a changeset's comment. Those before stay in the history; texts, references and kept HTML follow the newest.
import type { Writer } from '../../../platform/database/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { appendArtifactEvent } from '../artifact/artifact-events.ts';
import type { CommentVersion } from '../artifact/change.ts';
import { referencesOfComment } from '../artifact/change-traces.ts';
import * as store from '../artifact/change.store.ts';
import { saveRenderings } from '../artifact/rendered-texts.ts';
import type { NewRendering } from '../artifact/rendered-texts.ts';
import { replaceCommentText } from '../artifact/text-traces.ts';

/** The changeset whose comment it is, and its artifact. */
export interface CommentSource {
  artifactId: number;
  changesetId: number;
}

/** Appends the version, and tells the event log. */
export async function addCommentVersion(
  tx: Writer,
  tracker: Definition,
  { artifactId, changesetId }: CommentSource,
  { renderings, ...version }: CommentVersion & { renderings: readonly NewRendering[] },
): Promise<void> {
  const { by, atMs, body, format, groupIds } = version;
  const groups = groupIds === undefined ? null : JSON.stringify(groupIds);
  await store.insertComments(tx, [{ changesetId, by, atMs, body, format, groups, movedFrom: null }]);
  await replaceCommentText(tx, tracker, { artifactId, changesetId, body, groupIds });
  await saveRenderings(
    tx,
    renderings.map((one) => ({ ...one, artifactId })),
  );
  const before = await store.listCommentReferences(tx, artifactId, changesetId);
  await store.deleteCommentReferences(tx, { sourceId: artifactId, changesetId });
  const references = referencesOfComment(version);
  const source = { sourceId: artifactId, fieldId: 0, changesetId };
  await store.insertReferences(
    tx,
    references.map(({ keyword, id: targetId }) => ({ ...source, keyword, targetId })),
  );
  const ends = [...before.map(({ target_id: id }) => id), ...references.map(({ id }) => id)];
  await store.touchArtifacts(tx, [artifactId, ...ends]);
  const row = { id: artifactId, changeset_id: changesetId };
  await appendArtifactEvent(tx, tracker, row, { kind: 'artifact-comment-changed', by, atMs });
}
