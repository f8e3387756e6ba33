// What stands on a milestone's board: the items that it holds, and what is below them.
import { mapInTurns } from '../../platform/concurrency/turns.ts';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { artifactRanking, artifactReads, listArtifactsByIds, parseValues } from '../artifacts/index.ts';
import type { ArtifactRow, Subject, Surroundings } from '../artifacts/index.ts';
import { listCardFieldIds, mayReadLinks } from '../planning/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Definition } from '../trackers/index.ts';
import type { CardwallDeps } from './board-deps.ts';

/** Rows as the viewer may know them, with what showing them as cards needs. */
export async function loadCards(
  { artifacts: { reading }, trackers }: CardwallDeps,
  viewer: Viewer,
  rows: readonly ArtifactRow[],
): Promise<{ subjects: Subject[]; around: Surroundings }> {
  const known = new Map<number, Definition>();
  for (const id of new Set(rows.map((row) => row.tracker_id))) {
    const tracker = await trackers.findDefinition(id, viewer.site.version);
    if (tracker !== undefined) known.set(id, tracker);
  }
  const all = await mapInTurns(rows, (row): Subject[] => {
    const tracker = known.get(row.tracker_id);
    return tracker === undefined ? [] : [{ row, tracker, values: parseValues(row) }];
  });
  const subjects = all.flat();
  const shown = new Set(subjects.flatMap(({ tracker }) => listCardFieldIds(tracker)));
  const plain = await artifactReads.loadSurroundings(reading, viewer, subjects);
  const around = await artifactReads.withTexts(reading, subjects, plain, { isShown: ({ id }) => shown.has(id) });
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

/** Cards of one answer. */
export const cardsMax = 1000;

/** Throws invalid for more cards than one answer holds. */
export function requireFewCards(count: number): void {
  if (count > cardsMax)
    throw invalid(
      says(
        'board.many',
      )`this board has ${count} cards, and ${cardsMax} are shown at once; read /taskboard/:id/cards by pages`,
    );
}

/** The rows of a board with what is below them; a fixed number of queries. Throws as requireFewCards. */
export async function loadSwimlanes(
  deps: CardwallDeps,
  viewer: Viewer,
  rows: readonly ArtifactRow[],
): Promise<{ swimlanes: Swimlane[]; around: Surroundings; below: Surroundings }> {
  const { read: db } = deps.database;
  const { subjects, around } = await loadCards(deps, viewer, rows);
  const childIds = new Map(subjects.map((subject) => [subject.row.id, new Set(childIdsOf(viewer, subject, around))]));
  const below = [...new Set([...childIds.values()].flatMap((ids) => [...ids]))];
  requireFewCards(rows.length + below.length);
  const ranked = await artifactRanking.listIdsByRank(db, below);
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
