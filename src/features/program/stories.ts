// User stories: what teams do for a feature, each in a project of theirs.
import { artifactRanking, findVisible, listArtifactsByIds, parseValues } from '../artifacts/index.ts';
import type { ArtifactRow, RenderableArtifact } from '../artifacts/index.ts';
import { findRoot, listPlannings, mayReadLinks } from '../planning/index.ts';
import type { Viewer } from '../projects/index.ts';
import { childType } from './program-deps.ts';
import type { ProgramDeps } from './program-deps.ts';
import type { SeenProgram } from './program.access.ts';
import { listLinked, listLinking } from './program.store.ts';

export interface Story {
  renderable: RenderableArtifact;
  featureId: number;
  /** Whether a team has it in a milestone of a level below that of increments. */
  isPlanned: boolean;
}

/** Stories of the features that the viewer may see, in order of rank, each with the first of its features. */
export async function loadStories(
  deps: ProgramDeps,
  viewer: Viewer,
  { teamIds }: SeenProgram,
  features: readonly RenderableArtifact[],
): Promise<Story[]> {
  const db = deps.database.read;
  const readable = features.filter(({ tracker }) => mayReadLinks(viewer, tracker));
  const links = await listLinked(
    db,
    readable.map(({ row }) => row.id),
    teamIds,
    childType,
  );
  const renderables = await loadVisible(
    deps,
    viewer,
    links.map((link) => link.target_id),
  );
  const planned = await findPlanned(deps, renderables);
  const featureOf = new Map(links.toReversed().map((link) => [link.target_id, link.source_id]));
  return renderables.map((renderable) => ({
    renderable,
    featureId: featureOf.get(renderable.row.id) ?? 0,
    isPlanned: planned.has(renderable.row.id),
  }));
}

/** Those of the artifacts that the viewer may see, in order of rank, each once. */
export async function loadVisible(
  deps: ProgramDeps,
  viewer: Viewer,
  ids: readonly number[],
): Promise<RenderableArtifact[]> {
  const db = deps.database.read;
  const rows = await listArtifactsByIds(db, [...new Set(ids)]);
  const { ids: visible, definitions } = await findVisible({ db, trackers: deps.trackers }, viewer, rows);
  const order = await artifactRanking.listIdsByRank(db, [...visible]);
  const byId = new Map(rows.map((row): [number, ArtifactRow] => [row.id, row]));
  return order.flatMap((id) => {
    const row = byId.get(id);
    const tracker = definitions.get(row?.tracker_id ?? 0);
    return row === undefined || tracker === undefined ? [] : [{ row, tracker, values: parseValues(row) }];
  });
}

/** Ids of those that a team has in a milestone that is not of the level of increments, whoever may see it. */
async function findPlanned(deps: ProgramDeps, stories: readonly RenderableArtifact[]): Promise<Set<number>> {
  const db = deps.database.read;
  const projectIds = [...new Set(stories.map(({ tracker }) => tracker.project.id))];
  const plannings = await listPlannings(db, projectIds);
  const below = projectIds.flatMap((projectId) => {
    const own = plannings.filter((planning) => planning.projectId === projectId);
    const rootId = findRoot(own)?.id;
    return own.filter(({ id }) => id !== rootId).map(({ trackerId }) => trackerId);
  });
  const holders = await listLinking(
    db,
    stories.map(({ row }) => row.id),
    below,
  );
  return new Set(holders.map((link) => link.target_id));
}
