// What programs show: increments with their iterations and features, what is left to plan, and stories of teams.
import type { Static } from 'typebox';
import { mapInSlices } from '../../platform/concurrency/time-slices.ts';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { fieldValues, loadTimeframes, parseValues } from '../artifacts/index.ts';
import type { RenderableArtifact } from '../artifacts/index.ts';
import {
  byStatus,
  childOf,
  idsOf,
  linkedFrom,
  listFound,
  listIds,
  mayReadLinks,
  mirrorType,
  notLinkedFrom,
  visibleOf,
} from '../planning/index.ts';
import type { Selection } from '../planning/index.ts';
import { projectViews } from '../projects/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import type { Definition } from '../trackers/index.ts';
import type { ProgramDeps } from './program-deps.ts';
import { openIncrement, openIteration, openPart, openProgram } from './program.access.ts';
import type { SeenPart, SeenProgram } from './program.access.ts';
import type {
  Feature,
  IncrementProgress,
  Iteration,
  ProgramIncrement,
  UserStory,
  UserStoryWithParent,
} from './program.schema.ts';
import { inProgramBacklog, listLinked, listParentLinks, listSources } from './program.store.ts';
import { isOpen, viewElement, viewFeature, viewIncrement, viewIteration, viewStory } from './program.view.ts';
import { loadStories, loadVisible } from './stories.ts';
import type { Story } from './stories.ts';

export interface List<T> {
  entries: T[];
  size: number;
}

/** Open increments of a program that are looked at, the newest. */
const incrementsMax = 1000;
/** Features of an increment, and of their stories, that an answer may be about. */
const storiesMax = 2000;

const cut = <T>(all: readonly T[], { offset, limit }: Page): T[] => all.slice(offset, offset + limit);

/** Artifacts of one tracker as subjects, in the order of rank, or of id from the newest. */
async function loadRenderables(
  { database: { read: db } }: ProgramDeps,
  trackers: readonly Definition[],
  selections: readonly Selection[],
  page: Page,
  isNewestFirst = false,
): Promise<{ renderables: RenderableArtifact[]; size: number }> {
  const { rows, size } = await listFound(db, selections, {
    ...page,
    isDescending: isNewestFirst,
    ...(isNewestFirst ? { by: 'creation' as const } : {}),
  });
  const byId = new Map(trackers.map((tracker) => [tracker.id, tracker]));
  const subjects = await mapInSlices(rows, (row) => {
    const tracker = byId.get(row.tracker_id);
    return tracker === undefined ? [] : [{ row, tracker, values: parseValues(row) }];
  });
  return { renderables: subjects.flat(), size };
}

/** Those that are open, without a start first, then from the latest start. Throws as openProgram. */
export async function listIncrements(
  deps: ProgramDeps,
  viewer: Viewer,
  projectId: number,
  page: Page,
): Promise<List<Static<typeof ProgramIncrement>>> {
  const program = await openProgram(deps, viewer, projectId);
  const { incrementTracker: tracker } = program;
  if (tracker === undefined) return { entries: [], size: 0 };
  const open = visibleOf(deps.database.read, viewer, tracker, byStatus(viewer, tracker, true));
  const { renderables } = await loadRenderables(deps, [tracker], [open], { limit: incrementsMax, offset: 0 }, true);
  const timeframes = await loadTimeframes(deps.artifacts.reading, viewer, renderables);
  const ordered = renderables
    .map((renderable) => {
      const reading = timeframes.readingOf(renderable);
      return { renderable, reading, startMs: fieldValues.timeframeOf(reading).startMs ?? Infinity };
    })
    .sort((one, other) => (one.startMs === other.startMs ? 0 : other.startMs - one.startMs));
  const shown = cut(ordered, page);
  return {
    entries: shown.map(({ renderable, reading }) => viewIncrement(viewer, program, renderable, reading)),
    size: ordered.length,
  };
}

/** In the order in which they were made. Throws as openIncrement. */
export async function listIterations(
  deps: ProgramDeps,
  viewer: Viewer,
  id: number,
  page: Page,
): Promise<List<Static<typeof Iteration>>> {
  const { program, renderable: increment } = await openIncrement(deps, viewer, id);
  const { iterationTracker: tracker } = program;
  if (tracker === undefined || !mayReadLinks(viewer, increment.tracker)) return { entries: [], size: 0 };
  const inside = visibleOf(deps.database.read, viewer, tracker, childOf([id], true));
  const { renderables } = await loadRenderables(deps, [tracker], [inside], { limit: incrementsMax, offset: 0 }, true);
  const timeframes = await loadTimeframes(deps.artifacts.reading, viewer, renderables);
  return {
    entries: cut(renderables.toReversed(), page).map((renderable) =>
      viewIteration(viewer, renderable, timeframes.readingOf(renderable)),
    ),
    size: renderables.length,
  };
}

/** Features that were put into the backlog and that no open increment holds, open or closed: it is filled by hand. */
export function selectBacklog(
  { database: { read: db } }: ProgramDeps,
  viewer: Viewer,
  program: SeenProgram,
): Selection[] {
  const { incrementTracker } = program;
  const planned =
    incrementTracker === undefined
      ? []
      : [notLinkedFrom(idsOf(db, [visibleOf(db, viewer, incrementTracker, byStatus(viewer, incrementTracker, true))]))];
  return program.plannableTrackers.map((tracker) => visibleOf(db, viewer, tracker, inProgramBacklog, ...planned));
}

/** Features that the increment links to. */
export const selectContent = (
  { database: { read: db } }: ProgramDeps,
  viewer: Viewer,
  { program, renderable }: SeenPart,
): Selection[] =>
  (mayReadLinks(viewer, renderable.tracker) ? program.plannableTrackers : []).map((tracker) =>
    visibleOf(db, viewer, tracker, linkedFrom([renderable.row.id])),
  );

async function listFeatures(
  deps: ProgramDeps,
  viewer: Viewer,
  program: SeenProgram,
  selections: readonly Selection[],
  page: Page,
): Promise<List<Static<typeof Feature>>> {
  const { renderables, size } = await loadRenderables(deps, program.plannableTrackers, selections, page);
  const stories = await loadStories(deps, viewer, program, renderables);
  return { entries: renderables.map((renderable) => viewFeature(viewer, renderable, stories)), size };
}

/** In order of rank. Throws as openProgram. */
export async function listBacklog(
  deps: ProgramDeps,
  viewer: Viewer,
  projectId: number,
  page: Page,
): Promise<List<Static<typeof Feature>>> {
  const program = await openProgram(deps, viewer, projectId);
  return listFeatures(deps, viewer, program, selectBacklog(deps, viewer, program), page);
}

/** In order of rank. Throws as openIncrement. */
export async function listContent(
  deps: ProgramDeps,
  viewer: Viewer,
  id: number,
  page: Page,
): Promise<List<Static<typeof Feature>>> {
  const part = await openIncrement(deps, viewer, id);
  return listFeatures(deps, viewer, part.program, selectContent(deps, viewer, part), page);
}

/** All features of an increment with their stories. */
async function loadContent(deps: ProgramDeps, viewer: Viewer, id: number) {
  const part = await openIncrement(deps, viewer, id);
  const all = { limit: storiesMax, offset: 0 };
  const found = await loadRenderables(deps, part.program.plannableTrackers, selectContent(deps, viewer, part), all);
  const { program } = part;
  return { program, features: found.renderables, stories: await loadStories(deps, viewer, program, found.renderables) };
}

/** Ids of what teams have in milestones that stand for iterations of the increment, whoever may see these. */
async function findIterated(
  { database: { read: db } }: ProgramDeps,
  { plan, teamIds }: SeenProgram,
  incrementId: number,
): Promise<Set<number>> {
  const trackerId = plan?.iteration_tracker_id ?? undefined;
  if (trackerId === undefined) return new Set();
  const iterations = await listIds(db, [{ trackerId, narrow: childOf([incrementId], true) }]);
  const links = await listLinked(db, await listSources(db, iterations, mirrorType), teamIds);
  return new Set(links.map((link) => link.target_id));
}

/** Stories of its features that no milestone for one of its iterations holds, in order of rank. Throws as openIncrement. */
export async function listUnplanned(
  deps: ProgramDeps,
  viewer: Viewer,
  id: number,
  page: Page,
): Promise<List<Static<typeof UserStoryWithParent>>> {
  const { program, features, stories } = await loadContent(deps, viewer, id);
  const planned = await findIterated(deps, program, id);
  const left = stories.filter(({ renderable }) => !planned.has(renderable.row.id));
  return { entries: cut(left, page).map((story) => viewWithParent(viewer, story, features)), size: left.length };
}

/** How many stories of each feature are open and closed, by team. Throws as openIncrement. */
export async function showProgress(
  deps: ProgramDeps,
  viewer: Viewer,
  id: number,
): Promise<Static<typeof IncrementProgress>> {
  const { features, stories } = await loadContent(deps, viewer, id);
  const byFeature = Map.groupBy(stories, ({ featureId }) => featureId);
  return features.map(({ row }) => {
    const byTeam = Map.groupBy(byFeature.get(row.id) ?? [], ({ renderable }) => renderable.tracker.project.id);
    const teams = [...byTeam.values()].flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const open = own.filter(({ renderable }) => isOpen(viewer, renderable)).length;
      const planned = own.filter(({ isPlanned }) => isPlanned).length;
      const project = projectViews.viewProjectReference(first.renderable.tracker.project);
      return [{ project, open, closed: own.length - open, planned }];
    });
    return { feature: { id: row.id }, teams };
  });
}

const viewWithParent = (
  viewer: Viewer,
  { renderable, featureId }: Pick<Story, 'renderable' | 'featureId'>,
  features: readonly RenderableArtifact[],
): Static<typeof UserStoryWithParent> => {
  const feature = features.find(({ row }) => row.id === featureId);
  const { id, uri, title } = feature === undefined ? {} : viewElement(viewer, feature);
  return {
    ...viewStory(viewer, renderable),
    feature: id === undefined || uri === undefined || title === undefined ? null : { id, uri, title },
  };
};

/** What teams have in the milestones that stand for the iteration, in order of rank. Throws as openIteration. */
export async function listIterationContent(
  deps: ProgramDeps,
  viewer: Viewer,
  id: number,
  page: Page,
): Promise<List<Static<typeof UserStoryWithParent>>> {
  const { program } = await openIteration(deps, viewer, id);
  const db = deps.database.read;
  const mirrors = await loadMirrors(deps, viewer, program, id);
  const links = await listLinked(
    db,
    mirrors.map(({ row }) => row.id),
    program.teamIds,
  );
  const inside = links.filter((link) => !mirrors.some(({ tracker }) => tracker.id === link.tracker_id));
  const stories = await loadVisible(
    deps,
    viewer,
    inside.map((link) => link.target_id),
  );
  const shown = cut(stories, page);
  const trackerIds = program.plannableTrackers.map((tracker) => tracker.id);
  const parents = await listParentLinks(
    db,
    shown.map(({ row }) => row.id),
    trackerIds,
  );
  const features = await loadVisible(
    deps,
    viewer,
    parents.map((link) => link.source_id),
  );
  const entries = shown.map((renderable) => {
    const featureId = parents.find((link) => link.target_id === renderable.row.id)?.source_id ?? 0;
    return viewWithParent(viewer, { renderable, featureId }, features);
  });
  return { entries, size: stories.length };
}

/** Milestones of teams that stand for a timebox, as far as the viewer may see them and what they hold. */
async function loadMirrors(
  deps: ProgramDeps,
  viewer: Viewer,
  { teamIds }: SeenProgram,
  id: number,
): Promise<RenderableArtifact[]> {
  const mirrors = await loadVisible(deps, viewer, await listSources(deps.database.read, [id], mirrorType));
  return mirrors.filter(({ tracker }) => teamIds.includes(tracker.project.id) && mayReadLinks(viewer, tracker));
}

/** Of a feature, in order of rank. Throws as openPart, and invalid for what the program does not plan. */
export async function listChildren(
  deps: ProgramDeps,
  viewer: Viewer,
  id: number,
  page: Page,
): Promise<List<Static<typeof UserStory>>> {
  const { program, renderable } = await openPart(deps, viewer, id);
  if (!program.plannableTrackers.some((tracker) => tracker.id === renderable.tracker.id))
    throw invalid(
      says(
        'program.not-planned',
      )`artifact ${id} is in the tracker "${renderable.tracker.name}", which its program does not plan`,
      'id',
    );
  const stories = await loadStories(deps, viewer, program, [renderable]);
  return { entries: cut(stories, page).map((story) => viewStory(viewer, story.renderable)), size: stories.length };
}
