// Rows of artifacts as a viewer may know them: what only shows that something hidden changed is not in them.
import { mapInSlices } from '../../../platform/concurrency/time-slices.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { ArtifactRow } from '../artifact/artifacts.store.ts';
import { parseValues } from '../artifact/change.ts';
import { findLastKnown } from '../history/visible-history.ts';
import type { LastChanges, LastKnown } from '../history/visible-history.ts';
import type { RenderableArtifact, RelationDeps } from './relations.ts';

/** Subjects in the order of the rows; the author and the date of the last change are those of the last known one. */
export async function readRenderables(
  deps: RelationDeps,
  viewer: Viewer,
  rows: readonly ArtifactRow[],
  definitions: ReadonlyMap<number, Definition>,
  lastChanges?: LastChanges,
): Promise<{ renderables: RenderableArtifact[] } & Pick<LastKnown, 'isPersonal' | 'unsettled'>> {
  const owners = rows.flatMap((row) => {
    const tracker = definitions.get(row.tracker_id);
    return tracker === undefined ? [] : [{ row, tracker }];
  });
  const { changes, isPersonal, unsettled } = await findLastKnown(deps, viewer, owners, lastChanges);
  const renderables = await mapInSlices(owners, ({ row, tracker }): RenderableArtifact => {
    const last = changes.get(row.id);
    const known = last === undefined ? row : { ...row, updated_by: last.by, updated_at_ms: last.atMs };
    return { row: known, tracker, values: parseValues(row) };
  });
  return { renderables, isPersonal, unsettled };
}
