// What stands on a milestone's board: the items that it holds, and what is below them.
import { mapInSlices } from '../../platform/concurrency/time-slices.ts';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { artifactRanking, artifactReads, listArtifactsByIds, parseValues } from '../artifacts/index.ts';
import type { ArtifactRow, RenderableArtifact, Relations } from '../artifacts/index.ts';
import { listCardFieldIds, mayReadLinks } from '../planning/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Definition } from '../trackers/index.ts';
import type { CardwallDeps } from './board-deps.ts';

/** Rows as the viewer may know them, with what showing them as cards needs. */
export async function loadCards(
  { artifacts: { reading }, trackers }: CardwallDeps,
  viewer: Viewer,
  rows: readonly ArtifactRow[],
): Promise<{ renderables: RenderableArtifact[]; relations: Relations }> {
  const known = new Map<number, Definition>();
  for (const id of new Set(rows.map((row) => row.tracker_id))) {
    const tracker = await trackers.findDefinition(id, viewer.site.version);
    if (tracker !== undefined) known.set(id, tracker);
  }
  const all = await mapInSlices(rows, (row): RenderableArtifact[] => {
    const tracker = known.get(row.tracker_id);
    return tracker === undefined ? [] : [{ row, tracker, values: parseValues(row) }];
  });
  const renderables = all.flat();
  const shown = new Set(renderables.flatMap(({ tracker }) => listCardFieldIds(tracker)));
  const plain = await artifactReads.loadRelations(reading, viewer, renderables);
  const relations = await artifactReads.withTexts(reading, renderables, plain, { isShown: ({ id }) => shown.has(id) });
  return { renderables, relations };
}

/** Children of a row that the viewer may see, in the same project. */
export const childIdsOf = (
  viewer: Viewer,
  { row, tracker }: RenderableArtifact,
  { linksFrom, linked }: Relations,
): number[] =>
  (mayReadLinks(viewer, tracker) ? (linksFrom.get(row.id) ?? []) : []).flatMap(({ id, type }) =>
    type === '_is_child' && linked.get(id)?.projectId === tracker.project.id ? id : [],
  );

export interface Swimlane {
  renderable: RenderableArtifact;
  /** In order of rank. */
  children: readonly RenderableArtifact[];
}

/** Cards of one answer. */
export const cardsMax = 1000;

/** Throws invalid for more cards than one answer holds. */
export function requireFewCards(count: number): void {
  if (count > cardsMax)
    throw invalid(
      says(
        'board.many',
      )`this board has ${count} cards, but shows at most ${cardsMax}; read /taskboard/:id/cards page by page`,
    );
}

/** The rows of a board with what is below them; a fixed number of queries. Throws as requireFewCards. */
export async function loadSwimlanes(
  deps: CardwallDeps,
  viewer: Viewer,
  rows: readonly ArtifactRow[],
): Promise<{ swimlanes: Swimlane[]; relations: Relations; below: Relations }> {
  const { read: db } = deps.database;
  const { renderables, relations } = await loadCards(deps, viewer, rows);
  const childIds = new Map(
    renderables.map((renderable) => [renderable.row.id, new Set(childIdsOf(viewer, renderable, relations))]),
  );
  const below = [...new Set([...childIds.values()].flatMap((ids) => [...ids]))];
  requireFewCards(rows.length + below.length);
  const ranked = await artifactRanking.listIdsByRank(db, below);
  const byId = new Map((await listArtifactsByIds(db, ranked)).map((row) => [row.id, row]));
  const children = await loadCards(
    deps,
    viewer,
    ranked.flatMap((id) => byId.get(id) ?? []),
  );
  const swimlanes = renderables.map((renderable) => ({
    renderable,
    children: children.renderables.filter(({ row }) => childIds.get(renderable.row.id)?.has(row.id) === true),
  }));
  return { swimlanes, relations, below: children.relations };
}
