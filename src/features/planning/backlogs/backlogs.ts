// Which artifacts are in the backlogs of projects and milestones, and in milestones.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import * as store from '../definition/board.store.ts';
import type { Narrow, Selection } from '../definition/board.store.ts';
import { readMilestone } from '../milestones/milestones.service.ts';
import { byStatus, mayReadLinks, visibleOf } from '../definition/planning.access.ts';
import { findSubPlanning } from '../definition/planning.service.ts';
import type { Board, Plannings, SeenPlanning } from '../definition/planning.service.ts';
import { hasExplicitBacklog } from '../definition/planning.store.ts';

interface Holder {
  id: number;
  tracker: Definition;
  linkType: string;
  isMilestone: boolean;
}

/** What a viewer sees of a backlog, or of what a milestone holds. */
export interface Backlog {
  board: Board;
  /** Says who may change it; undefined when the project has no planning that the viewer may see. */
  planning: SeenPlanning | undefined;
  selections: readonly Selection[];
  /** Trackers whose artifacts may be added, as far as the viewer may see them. */
  takes: readonly Definition[];
  /** What links to its items; undefined for a backlog of a project, which no artifact stands for. */
  holder: Holder | undefined;
  /** Whether items come and go by being put there and taken out. */
  isExplicit: boolean;
  /** Of a project's backlog: the open milestones, whose items it does not have. */
  milestones?: readonly Selection[];
}

/**
 * Open items of the root planning's backlog trackers that no open milestone holds, those that nobody put into a backlog filled by
 * hand as well `withFree`; throws as Projects.read does.
 */
export async function findTopBacklog(
  plannings: Plannings,
  viewer: Viewer,
  projectId: number,
  { withFree = false }: { withFree?: boolean } = {},
): Promise<Backlog> {
  const { db } = plannings.reading;
  const board = await plannings.open(viewer, projectId);
  const { root } = board;
  const isExplicit = await hasExplicitBacklog(db, projectId);
  if (root === undefined) return { board, planning: root, selections: [], takes: [], holder: undefined, isExplicit };
  const milestones = board.plannings
    .filter((seen) => seen.areLinksShown)
    .map((seen) => visibleOf(db, viewer, seen.tracker, byStatus(viewer, seen.tracker, true)));
  const unplanned = store.notLinkedFrom(store.idsOf(db, milestones));
  const chosen = isExplicit && !withFree ? [store.inExplicitBacklog] : [];
  const selections = root.backlogTrackers.map((tracker) =>
    visibleOf(db, viewer, tracker, byStatus(viewer, tracker, true), unplanned, ...chosen),
  );
  return { board, planning: root, selections, takes: root.backlogTrackers, holder: undefined, isExplicit, milestones };
}

/** What the milestone links to of its planning's backlog trackers; throws as readMilestone does. */
export async function findContent(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
  { openOnly = false }: { openOnly?: boolean } = {},
): Promise<Backlog> {
  const { board, seen } = await readMilestone(plannings, viewer, id);
  const narrows = (tracker: Definition): Narrow[] => (openOnly ? [byStatus(viewer, tracker, true)] : []);
  const selections = contentOf(plannings, viewer, seen, id, narrows);
  return {
    board,
    planning: seen,
    selections,
    takes: seen.backlogTrackers,
    holder: holderOf(seen, id),
    isExplicit: false,
  };
}

/** All that was put into a backlog that is filled by hand: what was closed since, or planned, too. */
export const selectPutThere = ({ reading: { db } }: Plannings, viewer: Viewer, { board }: Backlog): Selection[] =>
  [...board.trackers.values()].map((tracker) => visibleOf(db, viewer, tracker, store.inExplicitBacklog));

/** Open items that a milestone could hold, and no open milestone of its planning does, `exceptId` left aside. */
export function selectFree(
  { reading: { db } }: Plannings,
  viewer: Viewer,
  { planning, takes }: Backlog,
  exceptId = 0,
): Selection[] {
  if (planning === undefined) return [];
  const narrows = [byStatus(viewer, planning.tracker, true), store.exceptOne(exceptId)];
  const milestones = store.idsOf(db, [visibleOf(db, viewer, planning.tracker, ...narrows)]);
  return takes.map((tracker) =>
    visibleOf(db, viewer, tracker, byStatus(viewer, tracker, true), store.notLinkedFrom(milestones)),
  );
}

/** Children of any artifact; throws as Artifacts.read does. */
export async function findChildren(plannings: Plannings, viewer: Viewer, id: number): Promise<Backlog> {
  const { db, artifacts } = plannings.reading;
  const { tracker } = await artifacts.read(viewer, id);
  const board = await plannings.open(viewer, tracker.project.id);
  const planning = board.plannings.find((seen) => seen.planning.backlogTrackerIds.includes(tracker.id)) ?? board.root;
  const trackers = [...board.trackers.values()];
  const selections = (mayReadLinks(viewer, tracker) ? trackers : []).map((below) =>
    visibleOf(db, viewer, below, store.childOf([id], true)),
  );
  const takes = trackers.filter(({ parentId }) => parentId === tracker.id);
  const holder = { id, tracker, linkType: '_is_child', isMilestone: false };
  return { board, planning, selections, takes, holder, isExplicit: false };
}

export interface BacklogWidth {
  withClosed: boolean;
  /** Items that a milestone inside holds as well, open and closed. */
  withPlanned: boolean;
}

/**
 * What is left to plan in the milestones inside this one: reached from what it holds, and held by none of them; open items that only
 * closed ones hold are left, too. The milestone's own content where there are no such milestones. Throws as readMilestone does, and
 * invalid when both widenings are asked for.
 */
export async function findMilestoneBacklog(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
  { withClosed, withPlanned }: BacklogWidth,
): Promise<Backlog> {
  if (withClosed && withPlanned) throw invalid(says('backlog.include')`can't be used with \`query\``, 'include');
  const { db } = plannings.reading;
  const { board, seen } = await readMilestone(plannings, viewer, id);
  const sub = findSubPlanning(board, seen);
  const takes = [...seen.backlogTrackers, ...(sub?.backlogTrackers ?? [])];
  const backlog = { board, planning: seen, takes, holder: holderOf(seen, id), isExplicit: false };
  const openOnly = (tracker: Definition): Narrow[] =>
    withClosed || withPlanned ? [] : [byStatus(viewer, tracker, true)];
  if (sub === undefined || !seen.areLinksShown)
    return { ...backlog, selections: contentOf(plannings, viewer, seen, id, openOnly) };
  const isAnyLeft = withPlanned || !sub.areLinksShown;
  const selections = sub.backlogTrackers.flatMap((tracker) => {
    const reached = listNextBoards(plannings, viewer, board, seen, id, tracker);
    if (isAnyLeft) return visibleOf(db, viewer, tracker, reached, ...openOnly(tracker));
    const inside = (isOpen: boolean): Narrow => notPlannedInside(plannings, viewer, sub, id, isOpen);
    const open = visibleOf(db, viewer, tracker, reached, byStatus(viewer, tracker, true), inside(true));
    const closed = visibleOf(db, viewer, tracker, reached, byStatus(viewer, tracker, false), inside(false));
    return withClosed ? [open, closed] : [open];
  });
  return { ...backlog, selections };
}

/** Leaves out what milestones inside this one hold: the open ones alone `openOnly`. */
function notPlannedInside(
  { reading: { db } }: Plannings,
  viewer: Viewer,
  { tracker }: SeenPlanning,
  id: number,
  openOnly: boolean,
): Narrow {
  const narrows = [store.childOf([id], true), ...(openOnly ? [byStatus(viewer, tracker, true)] : [])];
  return store.notLinkedFrom(store.idsOf(db, [visibleOf(db, viewer, tracker, ...narrows)]));
}

/** Milestones hold what they link to, by any type; new links are plain. */
const holderOf = ({ tracker }: SeenPlanning, id: number): Holder => ({ id, tracker, linkType: '', isMilestone: true });

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
function listNextBoards(
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
