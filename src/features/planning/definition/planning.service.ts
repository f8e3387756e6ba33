// Plannings of projects: which there are, how they build on each other, and what a viewer sees of them.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { createCache } from '../../../platform/cache/index.ts';
import type { Artifacts } from '../../artifacts/index.ts';
import type { Page, ProjectRow, Viewer } from '../../projects/index.ts';
import type { Definition, TrackerHead, Trackers } from '../../trackers/index.ts';
import { mayReadLinks } from './planning.access.ts';
import type { Planning as PlanningShape } from './planning.schema.ts';
import { findPlanning, listPlannings } from './planning.store.ts';
import type { Planning } from './planning.store.ts';
import { viewPlanning } from './planning.view.ts';

/** A planning whose milestones the viewer may see. */
export interface SeenPlanning {
  planning: Planning;
  /** Tracker of the milestones. */
  tracker: Definition;
  /** Those that the viewer may see. */
  backlogTrackers: readonly Definition[];
  /** Whether the viewer may know what the milestones hold, and which are inside them. */
  areLinksShown: boolean;
}

/** What a viewer sees of the plannings of one project. */
export interface Board {
  projectId: number;
  /** Of the project, as far as the viewer may see them. */
  trackers: ReadonlyMap<number, Definition>;
  plannings: readonly SeenPlanning[];
  /** The planning whose milestones belong to no other's; undefined when there is none or it is hidden. */
  root: SeenPlanning | undefined;
}

/** A page for a milestone. */
export interface MilestonePane {
  title: string;
  icon_name: string;
  identifier: string;
  uriOf(milestoneId: number): string;
}

/** The page that a feature has for milestones of a tracker; undefined for none. */
export type DescribePane = (tracker: Definition) => Promise<MilestonePane | undefined>;

export interface Plannings {
  /** For milestones of the tracker. */
  listPanes(tracker: Definition): Promise<MilestonePane[]>;
  reading: { db: Reader; clock: Clock; artifacts: Artifacts };
  database: Database;
  /** Throws as Projects.read does. */
  open(viewer: Viewer, projectId: number): Promise<Board>;
  /** The board that a planning is part of; throws notFound, or forbidden for its project. */
  openPlanning(viewer: Viewer, id: number): Promise<{ board: Board; seen: SeenPlanning }>;
  /** In order of id; throws as Projects.read does. */
  list(
    viewer: Viewer,
    projectId: number,
    page: Page,
  ): Promise<{ plannings: Static<typeof PlanningShape>[]; size: number }>;
  /** What representations of projects tell of plannings, by project id; a fixed number of queries. */
  describeProjects(viewer: Viewer, projects: readonly ProjectRow[]): Promise<Map<number, Record<string, unknown>>>;
}

export interface PlanningDeps {
  database: Database;
  clock: Clock;
  trackers: Trackers;
  artifacts: Artifacts;
  /** May grow until the first request. */
  panes: () => readonly DescribePane[];
}

export function createPlannings({ database, clock, trackers, artifacts, panes }: PlanningDeps): Plannings {
  const db = database.read;
  const cache = createCache<number, readonly Planning[]>({
    name: 'plannings',
    maxBytes: 2_097_152,
    sizeOf: (plannings) => 500 * plannings.length,
  });

  /** One batch of queries for the projects that the cache lacks. */
  const load = async (projectIds: readonly number[], version: number): Promise<Planning[]> => {
    const kept = cache.getMany(projectIds, version);
    const missing = projectIds.filter((id) => !kept.has(id));
    const ofProject = Map.groupBy(await listPlannings(db, missing), (planning) => planning.projectId);
    for (const id of missing) {
      const plannings = ofProject.get(id) ?? [];
      cache.set(id, plannings, version);
      kept.set(id, plannings);
    }
    return projectIds.flatMap((id) => kept.get(id) ?? []);
  };

  const open: Plannings['open'] = async (viewer, projectId) => {
    const visible = await trackers.listOfProject(viewer, projectId, false);
    const byId = new Map(visible.map((tracker) => [tracker.id, tracker]));
    const all = await load([projectId], viewer.site.version);
    const plannings = all.flatMap((planning) => {
      const tracker = byId.get(planning.trackerId);
      const backlogTrackers = planning.backlogTrackerIds.flatMap((id) => byId.get(id) ?? []);
      if (tracker === undefined) return [];
      return [{ planning, tracker, backlogTrackers, areLinksShown: mayReadLinks(viewer, tracker) }];
    });
    const rootId = findRoot(all)?.id;
    return { projectId, trackers: byId, plannings, root: plannings.find((seen) => seen.planning.id === rootId) };
  };

  return {
    reading: { db, clock, artifacts },
    database,
    listPanes: async (tracker) =>
      (await Promise.all(panes().map((describe) => describe(tracker)))).flatMap((pane) => pane ?? []),
    open,
    async openPlanning(viewer, id) {
      const row = await findPlanning(db, id);
      if (row === undefined) throw notFound(hidden);
      const board = await open(viewer, row.project_id);
      const seen = board.plannings.find((candidate) => candidate.planning.id === id);
      if (seen === undefined) throw notFound(hidden);
      return { board, seen };
    },
    async list(viewer, projectId, page) {
      const { plannings } = await open(viewer, projectId);
      const shown = plannings.slice(page.offset, page.offset + page.limit);
      return {
        plannings: shown.map((seen) => viewPlanning(seen.planning, seen.tracker, seen.backlogTrackers)),
        size: plannings.length,
      };
    },
    async describeProjects(viewer, projects) {
      const ids = projects.map((project) => project.id);
      const roots = findRoots(await load(ids, viewer.site.version));
      const trackerIds = roots.flatMap((planning) => [planning.trackerId, ...planning.backlogTrackerIds]);
      return viewRoots(roots, await trackers.listHeads(viewer, projects, [...new Set(trackerIds)]));
    },
  };
}

const hidden = says('planning.unseen')`this planning does not exist, or you don't have access to it`;

/** Of a project's plannings, in order of id. */
export function findRoot(plannings: readonly Planning[]): Planning | undefined {
  const planned = new Set(plannings.map((planning) => planning.trackerId));
  return plannings.find(({ parentTrackerId }) => parentTrackerId === null || !planned.has(parentTrackerId));
}

/** One for each project that has one. */
const findRoots = (plannings: readonly Planning[]): Planning[] =>
  [...Map.groupBy(plannings, (planning) => planning.projectId).values()].flatMap(
    (ofProject) => findRoot(ofProject) ?? [],
  );

/** By project id; those whose tracker is not among `trackers` are left out. */
function viewRoots(roots: readonly Planning[], trackers: readonly TrackerHead[]): Map<number, Record<string, unknown>> {
  const byId = new Map(trackers.map((tracker) => [tracker.id, tracker]));
  const viewed = roots.flatMap((planning): [number, Record<string, unknown>][] => {
    const tracker = byId.get(planning.trackerId);
    if (tracker === undefined) return [];
    const backlogTrackers = planning.backlogTrackerIds.flatMap((id) => byId.get(id) ?? []);
    return [
      [planning.projectId, { agiledashboard: { root_planning: viewPlanning(planning, tracker, backlogTrackers) } }],
    ];
  });
  return new Map(viewed);
}

/** The planning of the milestones inside this one's milestones. */
export const findSubPlanning = (board: Board, { planning }: SeenPlanning): SeenPlanning | undefined =>
  board.plannings.find((candidate) => candidate.planning.parentTrackerId === planning.trackerId);

/** The planning whose milestones hold this one's, as far as the viewer may know. */
export const findParentPlanning = (board: Board, { planning }: SeenPlanning): SeenPlanning | undefined =>
  board.plannings.find(
    (candidate) => candidate.areLinksShown && candidate.planning.trackerId === planning.parentTrackerId,
  );

/** Parents in the hierarchy that the viewer may see, each once. */
export const listParentTrackers = (board: Board, trackers: readonly Definition[]): Definition[] => [
  ...new Set(trackers.flatMap((tracker) => board.trackers.get(tracker.parentId ?? -1) ?? [])),
];
