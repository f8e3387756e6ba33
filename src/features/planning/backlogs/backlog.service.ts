// Items of backlogs and milestones as the wire shows them, and single items.
import type { Static } from 'typebox';
import { notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { publicUrl } from '../../../settings/index.ts';
import { artifactRanking, artifactReads, listArtifactsByIds, parseValues } from '../../artifacts/index.ts';
import type { ArtifactRow, RenderableArtifact, Relations } from '../../artifacts/index.ts';
import type { Page, Viewer } from '../../projects/index.ts';
import { trackerViews } from '../../trackers/index.ts';
import type { BacklogItem, BacklogOverview, PlannedForTest } from './backlog.schema.ts';
import { listCardFieldIds, viewBacklogItem, viewPlannedForTest } from './backlog.view.ts';
import type { ItemSetting } from './backlog.view.ts';
import { findContent, findMilestoneBacklog, findTopBacklog } from './backlogs.ts';
import type { BacklogWidth } from './backlogs.ts';
import * as store from '../definition/board.store.ts';
import type { Selection } from '../definition/board.store.ts';
import { mayChangePriority, mayReadLinks } from '../definition/planning.access.ts';
import { listParentTrackers } from '../definition/planning.service.ts';
import type { Board, Plannings } from '../definition/planning.service.ts';

export interface ItemList {
  items: Static<typeof BacklogItem>[];
  size: number;
}

/** As findTopBacklog. */
export async function listTopBacklog(
  plannings: Plannings,
  viewer: Viewer,
  projectId: number,
  page: Page,
): Promise<ItemList> {
  const { board, selections } = await findTopBacklog(plannings, viewer, projectId);
  return listItems(plannings, viewer, board, selections, page);
}

/**
 * What the project has left to plan, whether or not its backlog is filled by hand. Throws as findTopBacklog, and notFound where the
 * project has no planning that the viewer may see.
 */
export async function showOverview(
  plannings: Plannings,
  viewer: Viewer,
  projectId: number,
  page: Page,
): Promise<{ overview: Static<typeof BacklogOverview>; size: number }> {
  const { board, planning, selections } = await findTopBacklog(plannings, viewer, projectId, { withFree: true });
  if (planning === undefined)
    throw notFound(says('backlog.no-planning')`this project has no planning that you have access to`);
  const { items, size } = await listItems(plannings, viewer, board, selections, page);
  const overview = {
    content: items,
    accept: {
      trackers: planning.backlogTrackers.map(trackerViews.viewTrackerReference),
      parent_trackers: listParentTrackers(board, planning.backlogTrackers).map(trackerViews.viewTrackerReference),
    },
    has_user_priority_change_permission: mayChangePriority(viewer, projectId, planning.planning),
  };
  return { overview, size };
}

/** As findContent. */
export async function listContent(plannings: Plannings, viewer: Viewer, id: number, page: Page): Promise<ItemList> {
  const { board, selections } = await findContent(plannings, viewer, id);
  return listItems(plannings, viewer, board, selections, page);
}

/** As findMilestoneBacklog. */
export async function listMilestoneBacklog(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
  request: Page & BacklogWidth,
): Promise<ItemList> {
  const { board, selections } = await findMilestoneBacklog(plannings, viewer, id, request);
  return listItems(plannings, viewer, board, selections, request);
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

/** What a milestone holds, as what tests may cover; throws as findContent. */
export async function listTestPlan(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
  { limit, offset }: Page,
): Promise<{ items: Static<typeof PlannedForTest>[]; size: number }> {
  const { selections } = await findContent(plannings, viewer, id);
  const { rows, size } = await store.listFound(plannings.reading.db, selections, {
    limit,
    offset,
    isDescending: false,
  });
  const renderables = await renderablesOf(plannings, viewer, rows);
  return { items: renderables.map((renderable) => viewPlannedForTest(viewer, renderable)), size };
}

/** Tests of an item in a milestone: none, because there is no management of tests. Throws as Artifacts.read and findContent. */
export async function listTestDefinitions(
  plannings: Plannings,
  viewer: Viewer,
  id: number,
  milestoneId: number,
): Promise<never[]> {
  await plannings.reading.artifacts.readWhole(viewer, id);
  await findContent(plannings, viewer, milestoneId);
  return [];
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
  const relations = await artifactReads.loadRelations(artifacts.reading, viewer, [subject]);
  const ids = await artifactRanking.listIdsByRank(db, childrenOf(viewer, relations, subject));
  const rows = await store.listInOrder(db, ids.slice(page.offset, page.offset + page.limit));
  return { items: await view(plannings, viewer, board, rows, null), size: ids.length };
}

const childType = '_is_child';

/** Visible children of an item. */
const childrenOf = (viewer: Viewer, { linksFrom, linked }: Relations, { row, tracker }: RenderableArtifact): number[] =>
  (mayReadLinks(viewer, tracker) ? (linksFrom.get(row.id) ?? []) : [])
    .filter((link) => link.type === childType && linked.has(link.id))
    .map((link) => link.id);

/** Visible artifacts whose child the item is. */
const parentsOf = ({ linksTo, linked }: Relations, { row }: RenderableArtifact): number[] =>
  (linksTo.get(row.id) ?? []).filter((link) => link.type === childType && linked.has(link.id)).map((link) => link.id);

/** The rows as subjects; those whose tracker is gone are left out. */
async function renderablesOf(
  plannings: Plannings,
  viewer: Viewer,
  rows: readonly ArtifactRow[],
): Promise<RenderableArtifact[]> {
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
  const renderables = await renderablesOf(plannings, viewer, rows);
  const cardFieldIds = new Set(renderables.flatMap(({ tracker }) => listCardFieldIds(tracker)));
  const plain = await artifactReads.loadRelations(artifacts.reading, viewer, renderables);
  const relations = await artifactReads.withTexts(artifacts.reading, renderables, plain, {
    isShown: ({ id }) => cardFieldIds.has(id),
  });
  const parentIds = renderables.flatMap((renderable) => parentsOf(relations, renderable));
  const parents = await renderablesOf(plannings, viewer, await listArtifactsByIds(db, [...new Set(parentIds)]));
  const readableParents = parents.filter((parent) => mayReadLinks(viewer, parent.tracker));
  const parentById = new Map(readableParents.map((parent) => [parent.row.id, parent]));
  const baseUrl = publicUrl(viewer.site.settings);
  const setting: ItemSetting = { viewer, baseUrl, relations, emptyEffort, trackers: board.trackers };
  return renderables.map((renderable) =>
    viewBacklogItem(setting, {
      renderable,
      parent: parentsOf(relations, renderable).flatMap((id) => parentById.get(id) ?? [])[0],
      hasChildren: childrenOf(viewer, relations, renderable).length > 0,
    }),
  );
}
