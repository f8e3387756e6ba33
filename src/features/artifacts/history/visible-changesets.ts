// Whether a viewer may know that a changeset is there: by the same rules as the history of its artifact. The histories are read only
// where the changeset alone leaves it open.
import type { Viewer } from '../../projects/index.ts';
import { trackerAccess } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import * as store from '../artifact/artifacts.store.ts';
import { isReadable, isSpoken, listKnownSteps, readChangedFields } from './visible-history.ts';
import type { RelationDeps } from '../artifact/renderable-artifact.ts';
import { loadCommentHeads, visibleComment } from '../comments/visible-comments.ts';

type Deps = Pick<RelationDeps, 'db' | 'trackers'>;

/** A changeset of an artifact that the viewer may see. */
export interface NamedChangeset {
  artifactId: number;
  changesetId: number;
  /** The artifact's, now. */
  tracker: Definition;
}

export interface KnownChangesets {
  ids: ReadonlySet<number>;
  /** Those whose comment the viewer may read, as it is by now. */
  commented: ReadonlySet<number>;
  /** Whether another viewer with the same rights class might know of others. */
  isPersonal: boolean;
}

/** Those of the changesets that the viewer may know of; a fixed number of queries where no links changed. */
export async function findKnownChangesets(
  deps: Deps,
  viewer: Viewer,
  named: readonly NamedChangeset[],
): Promise<KnownChangesets> {
  if (named.length === 0) return { ids: new Set(), commented: new Set(), isPersonal: false };
  const changesetIds = [...new Set(named.map(({ changesetId }) => changesetId))];
  const [fields, comments] = await Promise.all([
    readChangedFields(deps.db, changesetIds),
    loadCommentHeads(deps.db, changesetIds),
  ]);
  const ids = new Set<number>();
  const commented = new Set<number>();
  const open: NamedChangeset[] = [];
  for (const one of named) {
    const { changesetId: id, tracker } = one;
    const comment = visibleComment(viewer, tracker, comments.get(id) ?? []);
    if (comment !== undefined) commented.add(id);
    const changed = (fields.get(id) ?? []).map(Number);
    if (isSpoken(comment) || changed.some((field) => isReadable(viewer, tracker, field))) ids.add(id);
    else open.push(one);
  }
  const isPersonal = await addByHistory(deps, viewer, open, fields, ids);
  return { ids, commented, isPersonal };
}

/** Adds what is known because it is an artifact's first, or because of the other ends of its links. */
async function addByHistory(
  deps: Deps,
  viewer: Viewer,
  open: readonly NamedChangeset[],
  fields: ReadonlyMap<number, readonly string[]>,
  ids: Set<number>,
): Promise<boolean> {
  if (open.length === 0) return false;
  const rows = new Map(
    (
      await store.listArtifactsByIds(
        deps.db,
        open.map(({ artifactId }) => artifactId),
      )
    ).map((row) => [row.id, row]),
  );
  const owners = new Map<number, { row: store.ArtifactRow; tracker: Definition }>();
  for (const { artifactId, changesetId, tracker } of open) {
    const row = rows.get(artifactId);
    if (row === undefined) continue;
    const links = trackerAccess.findReadableLinkField(viewer, tracker)?.id;
    const isLinking = links !== undefined && (fields.get(changesetId) ?? []).includes(String(links));
    if (isLinking) owners.set(artifactId, { row, tracker });
  }
  if (owners.size === 0) return false;
  const { steps, isPersonal } = await listKnownSteps(deps, viewer, [...owners.values()]);
  for (const known of steps.values()) for (const { row } of known) ids.add(row.id);
  return isPersonal;
}
