// Whose values give the timeframe of an artifact: its own, or where its tracker says that another tracker implies it, those of
// the one artifact there that links to it.
import type { Viewer } from '../../projects/index.ts';
import { trackerAccess } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import * as store from '../artifact/artifacts.store.ts';
import { parseValues } from '../artifact/change.ts';
import type { Reading } from './readable-values.ts';
import type { RenderableArtifact, RelationDeps } from '../artifact/renderable-artifact.ts';

export interface Timeframes {
  /** What to read the timeframe of one of the subjects from. */
  readingOf(renderable: RenderableArtifact): Reading;
  /** Whether another viewer with the same rights class might know of others. */
  isPersonal: boolean;
}

const impliedFrom = ({ semantics: { timeframe } }: Definition): number | undefined =>
  timeframe !== undefined && 'implied_from_tracker' in timeframe ? timeframe.implied_from_tracker.id : undefined;

/** Where none or several artifacts that the viewer knows of could give it, an artifact has no timeframe. */
export async function loadTimeframes(
  deps: RelationDeps,
  viewer: Viewer,
  renderables: readonly RenderableArtifact[],
): Promise<Timeframes> {
  const own = ({ tracker, values }: RenderableArtifact): Reading => ({ viewer, tracker, values });
  const implied = renderables.filter(({ tracker }) => impliedFrom(tracker) !== undefined);
  if (implied.length === 0) return { readingOf: own, isPersonal: false };
  const links = await store.listLinksTo(
    deps.db,
    implied.map(({ row }) => row.id),
  );
  const rows = await store.listArtifactsByIds(deps.db, [...new Set(links.map((link) => link.source_id))]);
  const wanted = new Set(implied.map(({ tracker }) => impliedFrom(tracker)));
  const candidates = rows.filter((row) => wanted.has(row.tracker_id));
  const { ids, definitions, isPersonal } = await findVisible(deps, viewer, candidates);
  const known = new Map(
    candidates.flatMap((row): [number, Reading][] => {
      const tracker = definitions.get(row.tracker_id);
      const isKnown =
        tracker !== undefined && ids.has(row.id) && trackerAccess.findReadableLinkField(viewer, tracker) !== undefined;
      return isKnown ? [[row.id, { viewer, tracker, values: parseValues(row) }]] : [];
    }),
  );
  const sourcesOf = Map.groupBy(links, (link) => link.target_id);
  return {
    readingOf(renderable) {
      const trackerId = impliedFrom(renderable.tracker);
      const linking = new Set((sourcesOf.get(renderable.row.id) ?? []).map((link) => link.source_id));
      const found = [...linking].flatMap((id) => known.get(id) ?? []).filter(({ tracker }) => tracker.id === trackerId);
      return (found.length === 1 ? found[0] : undefined) ?? own(renderable);
    },
    isPersonal,
  };
}
