// Which references in texts a viewer may know of: those in a text that they may read, between two artifacts that they see,
// by a keyword that means the one that is referred to.
import type { Reader } from '../../../platform/database/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { mayField, writtenReferences } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { CommentHead, ReferenceRow } from '../artifact/artifacts.store.ts';
import { loadCommentHeads, visibleComment } from '../comments/visible-comments.ts';

export interface VisibleReferences {
  /** Ids of artifacts that are referred to, by the one that refers. */
  from: ReadonlyMap<number, number[]>;
  /** Ids of artifacts that refer, by the one that they refer to. */
  to: ReadonlyMap<number, number[]>;
}

/** Whether they may read the field or the comment that the reference stands in, of an artifact that they see. */
export function mayReadText(
  viewer: Viewer,
  source: Definition,
  row: Pick<ReferenceRow, 'field_id' | 'changeset_id'>,
  comments: ReadonlyMap<number, CommentHead[]>,
): boolean {
  if (row.changeset_id > 0) return visibleComment(viewer, source, comments.get(row.changeset_id) ?? []) !== undefined;
  const field = source.fieldById.get(row.field_id);
  return field !== undefined && mayField(viewer, source, field, 'read');
}

/** `seen` has the trackers of all artifacts that the viewer sees. */
export async function selectVisibleReferences(
  db: Reader,
  viewer: Viewer,
  rows: readonly ReferenceRow[],
  seen: ReadonlyMap<number, Definition>,
): Promise<VisibleReferences> {
  const comments = await loadCommentHeads(db, [...new Set(rows.flatMap((row) => row.changeset_id || []))]);
  const isVisible = (row: ReferenceRow): boolean => {
    const [source, target] = [seen.get(row.source_id), seen.get(row.target_id)];
    if (source === undefined || target === undefined) return false;
    const facts = { itemName: target.itemName, projectId: target.project.id };
    return (
      writtenReferences.isKeywordOf(row.keyword, facts, source.project.id) && mayReadText(viewer, source, row, comments)
    );
  };
  const visible = rows.filter(isVisible);
  const group = (owner: 'source_id' | 'target_id', other: 'source_id' | 'target_id'): Map<number, number[]> =>
    new Map(
      [...Map.groupBy(visible, (row) => row[owner])].map(([id, own]) => [
        id,
        [...new Set(own.map((row) => row[other]))],
      ]),
    );
  return { from: group('source_id', 'target_id'), to: group('target_id', 'source_id') };
}
