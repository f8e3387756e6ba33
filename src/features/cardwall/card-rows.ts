// What stands on a milestone's board: the items that it holds, and what is below them.
import { listArtifactsByIds, listIdsByRank, loadSurroundings, parseValues, withTexts } from '../artifacts/index.ts';
import type { ArtifactRow, Subject, Surroundings } from '../artifacts/index.ts';
import { listCardFieldIds, mayReadLinks } from '../planning/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { CardwallDeps } from './board-deps.ts';

/** Rows as the viewer may know them, with what showing them as cards needs. */
export async function loadCards(
  { artifacts: { reading }, trackers }: CardwallDeps,
  viewer: Viewer,
  rows: readonly ArtifactRow[],
): Promise<{ subjects: Subject[]; around: Surroundings }> {
  const subjects: Subject[] = [];
  for (const row of rows) {
    const tracker = await trackers.findDefinition(row.tracker_id, viewer.site.version);
    if (tracker !== undefined) subjects.push({ row, tracker, values: parseValues(row) });
  }
  const shown = new Set(subjects.flatMap(({ tracker }) => listCardFieldIds(tracker)));
  const plain = await loadSurroundings(reading, viewer, subjects);
  const around = await withTexts(reading, subjects, plain, { isShown: ({ id }) => shown.has(id) });
  return { subjects, around };
}

/** Children of a row that the viewer may see, in the same project. */
export const childIdsOf = (viewer: Viewer, { row, tracker }: Subject, { linksFrom, linked }: Surroundings): number[] =>
  (mayReadLinks(viewer, tracker) ? (linksFrom.get(row.id) ?? []) : []).flatMap(({ id, type }) =>
    type === '_is_child' && linked.get(id)?.projectId === tracker.project.id ? id : [],
  );

export interface Swimlane {
  subject: Subject;
  /** In order of rank. */
  children: readonly Subject[];
}

/** The rows of a board with what is below them; a fixed number of queries. */
export async function loadSwimlanes(
  deps: CardwallDeps,
  viewer: Viewer,
  rows: readonly ArtifactRow[],
): Promise<{ swimlanes: Swimlane[]; around: Surroundings; below: Surroundings }> {
  const { read: db } = deps.database;
  const { subjects, around } = await loadCards(deps, viewer, rows);
  const childIds = new Map(subjects.map((subject) => [subject.row.id, new Set(childIdsOf(viewer, subject, around))]));
  const ranked = await listIdsByRank(db, [...new Set([...childIds.values()].flatMap((ids) => [...ids]))]);
  const byId = new Map((await listArtifactsByIds(db, ranked)).map((row) => [row.id, row]));
  const children = await loadCards(
    deps,
    viewer,
    ranked.flatMap((id) => byId.get(id) ?? []),
  );
  const swimlanes = subjects.map((subject) => ({
    subject,
    children: children.subjects.filter(({ row }) => childIds.get(subject.row.id)?.has(row.id) === true),
  }));
  return { swimlanes, around, below: children.around };
}
