// Milestones: artifacts of the tracker of a planning.
import type { Static } from 'typebox';
import { notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { lastModifiedSecond } from '../../../platform/http/index.ts';
import { artifactReads, computedValues, fieldValues, loadTimeframes, parseValues } from '../../artifacts/index.ts';
import type { ArtifactRow, RenderableArtifact } from '../../artifacts/index.ts';
import { refuseProject } from '../../projects/index.ts';
import type { Page, ProjectRow, Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import * as store from '../definition/board.store.ts';
import type { BoardPage, Narrow } from '../definition/board.store.ts';
import { descriptionOf, hasBurndown } from '../definition/card-values.ts';
import type { MilestoneFilter } from './milestone-filter.ts';
import type { Burndown, Milestone } from './milestones.schema.ts';
import { viewMilestone, viewMilestoneEntry } from './milestones.view.ts';
import type { MilestoneSetting } from './milestones.view.ts';
import { isInPeriod } from './periods.ts';
import { byStatus, mayChangePriority, mayReadLinks, visibleOf } from '../definition/planning.access.ts';
import type { MilestoneEntry } from '../definition/planning.schema.ts';
import { findParentPlanning, findSubPlanning, listParentTrackers } from '../definition/planning.service.ts';
import type { Board, Plannings, SeenPlanning } from '../definition/planning.service.ts';

export interface MilestoneRequest extends BoardPage {
  filter: MilestoneFilter;
  /** Leaves out counts, parents and days, which must be looked up. */
  isSlim: boolean;
}

export interface MilestoneList {
  milestones: Static<typeof Milestone>[];
  size: number;
}

/** A milestone that the viewer may see, and where it stands. */
export interface SeenMilestone {
  row: ArtifactRow;
  board: Board;
  seen: SeenPlanning;
}

/** Throws notFound when there is no such milestone, forbidden when the viewer may not see it. */
export async function readMilestone(plannings: Plannings, viewer: Viewer, id: number): Promise<SeenMilestone> {
  const { stamp: row, tracker } = await plannings.reading.artifacts.readWhole(viewer, id);
  const board = await plannings.open(viewer, tracker.project.id);
  const seen = board.plannings.find((candidate) => candidate.planning.trackerId === tracker.id);
  if (seen === undefined) throw notFound(says('milestone.no-milestone')`artifact ${id} is not a milestone`);
  return { row, board, seen };
}

/** Throws as readMilestone does. */
export async function showMilestone(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
): Promise<{ milestone: Static<typeof Milestone>; lastModifiedS: number }> {
  const { row, board, seen } = await readMilestone(plannings, viewer, id);
  const [milestone] = await view(plannings, viewer, board, seen, [row], false);
  if (milestone === undefined) throw notFound();
  const nowS = plannings.reading.clock.nowMs() / 1000;
  return { milestone, lastModifiedS: lastModifiedSecond(row.version_second, nowS) };
}

/** Throws as readMilestone does, and notFound when the milestone has no chart that the viewer may see. */
export async function showBurndown(plannings: Plannings, viewer: Viewer, id: number): Promise<Static<typeof Burndown>> {
  const { row, seen } = await readMilestone(plannings, viewer, id);
  const subject = { row, tracker: seen.tracker, values: parseValues(row) };
  const { reading } = plannings.reading.artifacts;
  const charts = hasBurndown({ viewer, ...subject })
    ? await computedValues.loadCharts(reading, viewer, [subject])
    : undefined;
  const chart = charts?.burndown(row.id);
  if (chart === undefined) throw notFound(says('milestone.no-burndown')`milestone ${id} has no burndown chart`);
  return { ...chart, opening_days: [...chart.opening_days] };
}

/** Milestones of the root planning; throws as Projects.read does. */
export async function listTopMilestones(
  plannings: Plannings,
  viewer: Viewer,
  projectId: number,
  request: MilestoneRequest,
): Promise<MilestoneList> {
  const board = await plannings.open(viewer, projectId);
  if (board.root === undefined) return { milestones: [], size: 0 };
  return list(plannings, viewer, board, board.root, [], request);
}

/** Throws as readMilestone does. */
export async function listSubMilestones(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
  request: MilestoneRequest,
): Promise<MilestoneList> {
  const { board, seen } = await readMilestone(plannings, viewer, id);
  const sub = findSubPlanning(board, seen);
  if (sub === undefined || !seen.areLinksShown) return { milestones: [], size: 0 };
  return list(plannings, viewer, board, sub, [store.childOf([id], true)], request);
}

/** The other milestones of the same parent, or those without one; newest first. Throws as readMilestone does. */
export async function listSiblings(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
  request: Page & { filter: MilestoneFilter },
): Promise<MilestoneList> {
  const { db } = plannings.reading;
  const { board, seen } = await readMilestone(plannings, viewer, id);
  const parentPlanning = findParentPlanning(board, seen);
  const narrows: Narrow[] = [store.exceptOne(id)];
  if (parentPlanning !== undefined) {
    const parents = visibleOf(db, viewer, parentPlanning.tracker);
    const parentId = (await store.listParents(db, [id], parents)).get(id);
    narrows.push(
      parentId === undefined ? store.childOf(store.idsOf(db, [parents]), false) : store.childOf([parentId], true),
    );
  }
  return list(plannings, viewer, board, seen, narrows, { ...request, isDescending: true, isSlim: true });
}

/** In order of id; throws notFound, or forbidden for the project. */
export async function listOfPlanning(
  plannings: Plannings,
  viewer: Viewer,
  planningId: number,
  page: Page,
): Promise<{ entries: Static<typeof MilestoneEntry>[]; size: number }> {
  const { db } = plannings.reading;
  const { seen } = await plannings.openPlanning(viewer, planningId);
  const selection = visibleOf(db, viewer, seen.tracker);
  const { rows, size } = await store.listFound(db, [selection], { ...page, isDescending: false, by: 'creation' });
  const renderables = await readKnown(plannings, viewer, seen.tracker, rows);
  const entries = renderables.map((renderable) => viewMilestoneEntry(viewer, seen.tracker, renderable));
  return { entries, size };
}

/** Milestones stand in the order in which they were made, whatever their ranks among other artifacts. */
async function list(
  plannings: Plannings,
  viewer: Viewer,
  board: Board,
  seen: SeenPlanning,
  narrows: readonly Narrow[],
  request: MilestoneRequest,
): Promise<MilestoneList> {
  const { db, clock } = plannings.reading;
  const { isOpen, period } = request.filter;
  const byOpen = isOpen === undefined ? [] : [byStatus(viewer, seen.tracker, isOpen)];
  const selection = visibleOf(db, viewer, seen.tracker, ...narrows, ...byOpen);
  if (period === undefined) {
    const { rows, size } = await store.listFound(db, [selection], { ...request, by: 'creation' });
    return { milestones: await view(plannings, viewer, board, seen, rows, request.isSlim), size };
  }
  // Ends are computed from working days, so every open milestone is looked at.
  const open = (await store.listFound(db, [selection])).rows;
  const subjects = open.map((row) => ({ row, tracker: seen.tracker, values: parseValues(row) }));
  const timeframes = await loadTimeframes(plannings.reading.artifacts.reading, viewer, subjects);
  const found = subjects
    .toSorted((a, b) => a.row.id - b.row.id)
    .filter((subject) => isInPeriod(fieldValues.timeframeOf(timeframes.readingOf(subject)), period, clock.nowMs()))
    .map(({ row }) => row);
  const ordered = request.isDescending ? found.toReversed() : found;
  const page = ordered.slice(request.offset, request.offset + request.limit);
  return { milestones: await view(plannings, viewer, board, seen, page, request.isSlim), size: found.length };
}

async function readSetting(
  plannings: Plannings,
  viewer: Viewer,
  board: Board,
  seen: SeenPlanning,
): Promise<MilestoneSetting> {
  const sub = findSubPlanning(board, seen);
  const backlogTrackers = (sub ?? seen).backlogTrackers;
  return {
    viewer,
    planning: seen.planning,
    tracker: seen.tracker,
    contentTrackers: seen.backlogTrackers,
    backlogTrackers,
    backlogParentTrackers: listParentTrackers(board, backlogTrackers),
    subTracker: sub?.tracker,
    parentTracker: findParentPlanning(board, seen)?.tracker,
    mayChangePriority: mayChangePriority(viewer, board.projectId, seen.planning),
    nowMs: plannings.reading.clock.nowMs(),
    panes: await plannings.listPanes(seen.tracker),
  };
}

/** Milestones as the viewer may know them. */
async function readKnown(
  { reading }: Plannings,
  viewer: Viewer,
  tracker: Definition,
  rows: readonly ArtifactRow[],
): Promise<RenderableArtifact[]> {
  const definitions = new Map([[tracker.id, tracker]]);
  return (await artifactReads.readRenderables(reading.artifacts.reading, viewer, rows, definitions)).renderables;
}

async function view(
  plannings: Plannings,
  viewer: Viewer,
  board: Board,
  seen: SeenPlanning,
  rows: readonly ArtifactRow[],
  isSlim: boolean,
): Promise<Static<typeof Milestone>[]> {
  const setting = await readSetting(plannings, viewer, board, seen);
  const held = seen.areLinksShown ? seen.backlogTrackers : [];
  const lookUp = isSlim ? undefined : await loadMore(plannings, setting, held, rows);
  const renderables = await readKnown(plannings, viewer, seen.tracker, rows);
  const sums = await computedValues.loadSums(plannings.reading.artifacts.reading, viewer, renderables);
  const timeframes = await loadTimeframes(plannings.reading.artifacts.reading, viewer, renderables);
  const descriptions = renderables.map(({ row, tracker, values }) => ({
    artifactId: row.id,
    text: descriptionOf({ viewer, tracker, values }),
  }));
  const texts = await plannings.reading.artifacts.reading.texts.load(plannings.reading.db, descriptions);
  const providers = await loadProviders(plannings, viewer, rows);
  return renderables.map((renderable) => {
    const { row, values } = renderable;
    const timeframe = fieldValues.timeframeOf(timeframes.readingOf(renderable));
    return viewMilestone(setting, {
      row,
      values,
      timeframe,
      texts,
      sumOf: (name) => sums.sum(row.id, name),
      more: lookUp?.(row.id),
      provider: providers.get(row.id),
    });
  });
}

/** The programs that milestones come from, as far as the viewer may enter them. */
async function loadProviders(
  { reading: { db, artifacts } }: Plannings,
  viewer: Viewer,
  rows: readonly ArtifactRow[],
): Promise<Map<number, ProjectRow>> {
  const trackerOf = await store.listMirroredTrackers(
    db,
    rows.map((row) => row.id),
  );
  const providers = new Map<number, ProjectRow>();
  for (const [id, trackerId] of trackerOf) {
    const tracker = await artifacts.reading.trackers.findDefinition(trackerId, viewer.site.version);
    if (tracker !== undefined && refuseProject(viewer, tracker.project) === undefined)
      providers.set(id, tracker.project);
  }
  return providers;
}

/** Parents of milestones, and how much of what they hold, and of what is directly below that, is open and closed. */
async function loadMore(
  plannings: Plannings,
  { viewer, parentTracker }: MilestoneSetting,
  contentTrackers: readonly Definition[],
  rows: readonly ArtifactRow[],
) {
  const { db, artifacts } = plannings.reading;
  const ids = rows.map((row) => row.id);
  const heldOf = (tracker: Definition) => visibleOf(db, viewer, tracker, store.linkedFrom(ids));
  const items = contentTrackers.map(heldOf);
  const parentItems = contentTrackers.filter((tracker) => mayReadLinks(viewer, tracker)).map(heldOf);
  const childTrackers = await Promise.all(
    (await store.listChildTrackerIds(db, parentItems)).map((id) =>
      artifacts.reading.trackers.findDefinition(id, viewer.site.version),
    ),
  );
  const heldOrBelow = store.linkedOrChildOf(ids, store.idsOf(db, parentItems));
  const trackers = new Map(
    [...contentTrackers, ...childTrackers].flatMap((tracker) => (tracker === undefined ? [] : [[tracker.id, tracker]])),
  );
  const count = (isOpen: boolean): Promise<Map<number, number>> =>
    store.countHeld(db, ids, {
      items,
      parents: parentItems,
      counted: [...trackers.values()].map((tracker) =>
        visibleOf(db, viewer, tracker, byStatus(viewer, tracker, isOpen), heldOrBelow),
      ),
    });
  const [parents, open, closed] = await Promise.all([
    parentTracker === undefined
      ? new Map<number, number>()
      : store.listParents(db, ids, visibleOf(db, viewer, parentTracker)),
    count(true),
    count(false),
  ]);
  return (id: number) => ({ parentId: parents.get(id), open: open.get(id) ?? 0, closed: closed.get(id) ?? 0 });
}
