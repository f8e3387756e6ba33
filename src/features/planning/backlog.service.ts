// Backlogs of projects and milestones, what milestones hold, and single items.
import type { Static } from 'typebox';
import { invalid, notFound } from '../../platform/errors.ts';
import { publicUrl } from '../../settings/index.ts';
import { listArtifactsByIds, loadSurroundings, parseValues } from '../artifacts/index.ts';
import type { ArtifactRow, Subject, Surroundings } from '../artifacts/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import type { Definition } from '../trackers/index.ts';
import type { BacklogItem } from './backlog.schema.ts';
import { viewBacklogItem } from './backlog.view.ts';
import type { ItemSetting } from './backlog.view.ts';
import * as store from './board.store.ts';
import type { Narrow, Selection } from './board.store.ts';
import { readMilestone } from './milestones.service.ts';
import { byStatus, mayReadLinks, visibleOf } from './planning.access.ts';
import { findSubPlanning } from './planning.service.ts';
import type { Board, Plannings, SeenPlanning } from './planning.service.ts';
import { hasExplicitBacklog } from './planning.store.ts';

export interface ItemList {
  items: Static<typeof BacklogItem>[];
  size: number;
}

/** Open items of the root planning's backlog trackers that no milestone holds; throws as Projects.read does. */
export async function listTopBacklog(
  plannings: Plannings,
  viewer: Viewer,
  projectId: number,
  page: Page,
): Promise<ItemList> {
  const { db } = plannings.reading;
  const board = await plannings.open(viewer, projectId);
  const { root } = board;
  if (root === undefined) return { items: [], size: 0 };
  const milestones = board.plannings
    .filter((seen) => seen.areLinksShown)
    .map((seen) => visibleOf(db, viewer, seen.tracker));
  const unplanned = store.notLinkedFrom(store.idsOf(db, milestones));
  const chosen = (await hasExplicitBacklog(db, projectId)) ? [store.inExplicitBacklog] : [];
  const selections = root.backlogTrackers.map((tracker) =>
    visibleOf(db, viewer, tracker, byStatus(viewer, tracker, true), unplanned, ...chosen),
  );
  return listItems(plannings, viewer, board, selections, page);
}

/** What the milestone links to of its planning's backlog trackers; throws as readMilestone does. */
export async function listContent(plannings: Plannings, viewer: Viewer, id: number, page: Page): Promise<ItemList> {
  const { board, seen } = await readMilestone(plannings, viewer, id);
  return listItems(plannings, viewer, board, contentOf(plannings, viewer, seen, id), page);
}

export interface BacklogRequest extends Page {
  withClosed: boolean;
  /** Items that a milestone inside holds as well. */
  withPlanned: boolean;
}

/**
 * What is left to plan in the milestones inside this one: reached from what it holds, and held by none of them. The
 * milestone's own content where there are no such milestones. Throws as readMilestone does, and invalid when both
 * widenings are asked for.
 */
export async function listMilestoneBacklog(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
  request: BacklogRequest,
): Promise<ItemList> {
  if (request.withClosed && request.withPlanned) throw invalid('does not go together with `query`', 'include');
  const { db } = plannings.reading;
  const { board, seen } = await readMilestone(plannings, viewer, id);
  const sub = findSubPlanning(board, seen);
  const openOnly = (tracker: Definition): Narrow[] => (request.withClosed ? [] : [byStatus(viewer, tracker, true)]);
  if (sub === undefined || !seen.areLinksShown) {
    return listItems(plannings, viewer, board, contentOf(plannings, viewer, seen, id, openOnly), request);
  }
  const inside = visibleOf(db, viewer, sub.tracker, store.childOf([id], true));
  const isAnyLeft = request.withPlanned || !sub.areLinksShown;
  const unplanned = isAnyLeft ? [] : [store.notLinkedFrom(store.idsOf(db, [inside]))];
  const selections = sub.backlogTrackers.map((tracker) => {
    const reached = reachFrom(plannings, viewer, board, seen, id, tracker);
    return visibleOf(db, viewer, tracker, reached, ...openOnly(tracker), ...unplanned);
  });
  return listItems(plannings, viewer, board, selections, request);
}

const contentOf = (
  { reading: { db } }: Plannings,
  viewer: Viewer,
  seen: SeenPlanning,
  milestoneId: number,
  more: (tracker: Definition) => Narrow[] = () => [],
): Selection[] =>
  (seen.areLinksShown ? seen.backlogTrackers : []).map((tracker) =>
    visibleOf(db, viewer, tracker, store.linkedFrom([milestoneId]), ...more(tracker)),
  );

/** Down the hierarchy from what the milestone may hold to a tracker, as far as the viewer sees the steps between. */
function reachFrom(
  plannings: Plannings,
  viewer: Viewer,
  board: Board,
  seen: SeenPlanning,
  milestoneId: number,
  tracker: Definition,
): Narrow {
  const { db } = plannings.reading;
  let reached = store.linkedFrom([milestoneId]);
  for (const step of stepsDown(viewer, board, seen, tracker)) {
    reached = store.linkedOrChildOf([milestoneId], store.idsOf(db, [visibleOf(db, viewer, step, reached)]));
  }
  return reached;
}

/** The ancestors of the tracker from one that milestones may hold down to its parent; none when the viewer knows no such way. */
function stepsDown(viewer: Viewer, board: Board, seen: SeenPlanning, tracker: Definition): Definition[] {
  const isHeld = ({ id }: Definition): boolean => seen.planning.backlogTrackerIds.includes(id);
  const steps: Definition[] = [];
  let current: Definition | undefined = tracker;
  while (current !== undefined && !isHeld(current)) {
    current = board.trackers.get(current.parentId ?? -1);
    if (current === undefined || steps.includes(current) || !mayReadLinks(viewer, current)) return [];
    steps.unshift(current);
  }
  return steps;
}

async function listItems(
  plannings: Plannings,
  viewer: Viewer,
  board: Board,
  selections: readonly Selection[],
  page: Page,
): Promise<ItemList> {
  const { db } = plannings.reading;
  const { rows, size } = await store.listFound(db, selections, {
    limit: page.limit,
    offset: page.offset,
    isDescending: false,
  });
  return { items: await view(plannings, viewer, board, rows, 0), size };
}

/** Any artifact; throws as Artifacts.read does. */
export async function showItem(plannings: Plannings, viewer: Viewer, id: number): Promise<Static<typeof BacklogItem>> {
  const { stamp, tracker } = await plannings.reading.artifacts.readWhole(viewer, id);
  const board = await plannings.open(viewer, tracker.project.id);
  const [item] = await view(plannings, viewer, board, [stamp], null);
  if (item === undefined) throw notFound();
  return item;
}

/** Children of any artifact in order of rank; throws as Artifacts.read does. */
export async function listChildren(plannings: Plannings, viewer: Viewer, id: number, page: Page): Promise<ItemList> {
  const { artifacts, db } = plannings.reading;
  const { stamp: row, tracker } = await artifacts.readWhole(viewer, id);
  const board = await plannings.open(viewer, tracker.project.id);
  const subject = { row, tracker, values: parseValues(row) };
  const around = await loadSurroundings(artifacts.reading, viewer, [subject]);
  const ids = childrenOf(viewer, around, subject).toSorted((a, b) => a - b);
  const rows = await listArtifactsByIds(db, ids.slice(page.offset, page.offset + page.limit));
  return { items: await view(plannings, viewer, board, rows, null), size: ids.length };
}

const childType = '_is_child';

/** Visible children of an item. */
const childrenOf = (viewer: Viewer, { linksFrom, linked }: Surroundings, { row, tracker }: Subject): number[] =>
  (mayReadLinks(viewer, tracker) ? (linksFrom.get(row.id) ?? []) : [])
    .filter((link) => link.type === childType && linked.has(link.id))
    .map((link) => link.id);

/** Visible artifacts whose child the item is. */
const parentsOf = ({ linksTo, linked }: Surroundings, { row }: Subject): number[] =>
  (linksTo.get(row.id) ?? []).filter((link) => link.type === childType && linked.has(link.id)).map((link) => link.id);

/** The rows as subjects; those whose tracker is gone are left out. */
async function subjectsOf(plannings: Plannings, viewer: Viewer, rows: readonly ArtifactRow[]): Promise<Subject[]> {
  const { trackers } = plannings.reading.artifacts.reading;
  const subjects = await Promise.all(
    rows.map(async (row) => {
      const tracker = await trackers.findDefinition(row.tracker_id, viewer.site.version);
      return tracker === undefined ? [] : [{ row, tracker, values: parseValues(row) }];
    }),
  );
  return subjects.flat();
}

async function view(
  plannings: Plannings,
  viewer: Viewer,
  board: Board,
  rows: readonly ArtifactRow[],
  emptyEffort: 0 | null,
): Promise<Static<typeof BacklogItem>[]> {
  const { artifacts, db } = plannings.reading;
  const subjects = await subjectsOf(plannings, viewer, rows);
  const around = await loadSurroundings(artifacts.reading, viewer, subjects);
  const parentIds = subjects.flatMap((subject) => parentsOf(around, subject));
  const parents = await subjectsOf(plannings, viewer, await listArtifactsByIds(db, [...new Set(parentIds)]));
  const tellingParents = parents.filter((parent) => mayReadLinks(viewer, parent.tracker));
  const parentById = new Map(tellingParents.map((parent) => [parent.row.id, parent]));
  const baseUrl = publicUrl(viewer.site.settings);
  const setting: ItemSetting = { viewer, baseUrl, around, emptyEffort, trackers: board.trackers };
  return subjects.map((subject) =>
    viewBacklogItem(setting, {
      subject,
      parent: parentsOf(around, subject).flatMap((id) => parentById.get(id) ?? [])[0],
      hasChildren: childrenOf(viewer, around, subject).length > 0,
    }),
  );
}
