// Artifacts with everything that showing their values needs, for outputs that are no renderings.
import { publicUrl } from '../../../settings/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { mayField } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { listArtifactsByIds } from '../artifact/artifacts.store.ts';
import type { ViewContext } from './artifacts.view.ts';
import { readRenderables } from './readable-artifacts.ts';
import { loadRelations, withTexts } from './relations.ts';
import type { RenderableArtifact, RelationDeps } from './relations.ts';

export interface CompleteArtifact {
  renderable: RenderableArtifact;
  context: ViewContext;
}

/**
 * In the order of `ids`, all of which the viewer must be allowed to see; those that are gone are left out. Only texts of
 * `fields` can be shown.
 */
export async function loadCompleteArtifacts(
  deps: RelationDeps,
  viewer: Viewer,
  ids: readonly number[],
  definitions: ReadonlyMap<number, Definition>,
  fields?: readonly Field[],
): Promise<CompleteArtifact[]> {
  const byId = new Map((await listArtifactsByIds(deps.db, ids)).map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const { renderables } = await readRenderables(deps, viewer, rows, definitions);
  const shown = fields === undefined ? undefined : new Set(fields.map(({ id }) => id));
  const relations = await withTexts(deps, renderables, await loadRelations(deps, viewer, renderables), {
    isShown: ({ id }) => shown?.has(id) ?? true,
  });
  const baseUrl = publicUrl(viewer.site.settings);
  return renderables.map((renderable) => ({
    renderable,
    context: { relations, baseUrl, isReadable: (field) => mayField(viewer, renderable.tracker, field, 'read') },
  }));
}
