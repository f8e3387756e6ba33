// What a roadmap shows: tasks of its trackers, what is below them, and the iterations over them.
import type { Static } from 'typebox';
import { DomainError, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import {
  artifactRecords,
  fieldValues,
  findVisible,
  listArtifactsByIds,
  parseValues,
  titleOf,
} from '../artifacts/index.ts';
import type { ArtifactRow, RenderableArtifact } from '../artifacts/index.ts';
import { listFound, visibleOf } from '../planning/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { readReportCondition } from '../reports/index.ts';
import { mayField, trackerAccess } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import type { RoadmapDeps } from './roadmap-deps.ts';
import { readTimes } from './task-times.ts';
import type { RoadmapIteration, RoadmapTask } from './roadmap.schema.ts';
import { viewTasks } from './tasks.ts';

interface Listed<T> {
  entries: T[];
  size: number;
}

type Task = Static<typeof RoadmapTask>;
type Iteration = Static<typeof RoadmapIteration>;

const childType = '_is_child';

/** Those of the trackers that are there and that the viewer may enter. */
async function findTrackers({ trackers }: RoadmapDeps, viewer: Viewer, ids: readonly number[]): Promise<Definition[]> {
  const found: Definition[] = [];
  for (const id of new Set(ids)) {
    const tracker = await trackers.findDefinition(id, viewer.site.version);
    if (tracker !== undefined && !tracker.isDeleted && trackerAccess.mayEnterTracker(viewer, tracker))
      found.push(tracker);
  }
  return found;
}

const mayRead = (viewer: Viewer, tracker: Definition, fieldId: number): boolean => {
  const field = tracker.fieldById.get(fieldId);
  return field !== undefined && mayField(viewer, tracker, field, 'read');
};

const hasTitle = (viewer: Viewer, tracker: Definition): boolean =>
  tracker.semantics.title !== undefined && mayRead(viewer, tracker, tracker.semantics.title.field_id);

/** Whether each of its fields may be read; dates that another tracker implies are that one's matter. */
function hasTimeframe(viewer: Viewer, tracker: Definition): boolean {
  const { timeframe } = tracker.semantics;
  if (timeframe === undefined) return false;
  if ('implied_from_tracker' in timeframe) return true;
  const end = 'end_date_field_id' in timeframe ? timeframe.end_date_field_id : timeframe.duration_field_id;
  return mayRead(viewer, tracker, timeframe.start_date_field_id) && mayRead(viewer, tracker, end);
}

/** Throws invalid where none of the trackers has both. */
function requireDrawable(viewer: Viewer, trackers: readonly Definition[]): Definition[] {
  const titled = trackers.filter((tracker) => hasTitle(viewer, tracker));
  if (titled.length === 0)
    throw invalid(says('roadmap.no-title')`no tracker of the roadmap has a title field that you have access to`, 'id');
  const timed = titled.filter((tracker) => hasTimeframe(viewer, tracker));
  if (timed.length === 0)
    throw invalid(says('roadmap.no-dates')`no tracker of the roadmap has date fields that you have access to`, 'id');
  return timed;
}

const renderablesOf = (rows: readonly ArtifactRow[], trackers: readonly Definition[]): RenderableArtifact[] =>
  rows.flatMap((row) => {
    const tracker = trackers.find(({ id }) => id === row.tracker_id);
    return tracker === undefined ? [] : [{ row, tracker, values: parseValues(row) }];
  });

/** What the report of a roadmap with one tracker finds; undefined where it has none that everybody may use. */
async function findByReport(
  deps: RoadmapDeps,
  viewer: Viewer,
  tracker: Definition,
  reportId: number,
): Promise<ReadonlySet<number> | undefined> {
  const report = await deps.reports.read(viewer, reportId).catch((error: unknown) => {
    // It was deleted, or became personal.
    if (error instanceof DomainError) return undefined;
    throw error;
  });
  if (report === undefined || report.row.owner_id !== null || report.tracker.id !== tracker.id) return undefined;
  const queries = { database: deps.database, queries: deps.artifacts.queries };
  const condition = await readReportCondition(queries, viewer, tracker, report.settings);
  const ids = new Set<number>();
  for await (const found of deps.artifacts.listings.walk(viewer, tracker, condition))
    for (const id of found) ids.add(id);
  return ids;
}

/**
 * A page of the artifacts of its trackers by rank; of it, those that are out of date or below another one of these trackers are
 * left out, so that it may be short. Throws notFound for a roadmap that is not there or all of whose trackers are hidden,
 * invalid where none has title and dates that the viewer may read.
 */
export async function listTasks(deps: RoadmapDeps, viewer: Viewer, id: number, page: Page): Promise<Listed<Task>> {
  const { tracker_ids: ids = [], filter_report_id: reportId } = await deps.dashboards.readRoadmap(viewer, id);
  const trackers = await findTrackers(deps, viewer, ids);
  if (trackers.length === 0) throw notFound(says('dashboard.no-roadmap')`this roadmap does not exist`);
  const drawable = requireDrawable(viewer, trackers);
  const { read: db } = deps.database;
  const [only] = drawable;
  const filter =
    reportId === undefined || ids.length !== 1 || only === undefined
      ? undefined
      : await findByReport(deps, viewer, only, reportId);
  const selections = drawable.map((tracker) => visibleOf(db, viewer, tracker));
  const { rows, size } = await findPage(deps, selections, filter, page);
  const inner = await findInner(deps, viewer, rows, drawable);
  const outer = renderablesOf(
    rows.filter((row) => !inner.has(row.id)),
    drawable,
  );
  return { entries: await viewTasks(deps, viewer, outer, (tracker) => isDrawn(viewer, tracker)), size };
}

async function findPage(
  { database: { read: db } }: RoadmapDeps,
  selections: Parameters<typeof listFound>[1],
  filter: ReadonlySet<number> | undefined,
  page: Page,
): Promise<{ rows: ArtifactRow[]; size: number }> {
  if (filter === undefined) return listFound(db, selections, { ...page, isDescending: false });
  const wanted = [...filter].sort((one, other) => one - other);
  const ids = wanted.slice(page.offset, page.offset + page.limit);
  return { rows: await listArtifactsByIds(db, ids), size: wanted.length };
}

/** Those with a parent in one of these trackers that the viewer sees. */
async function findInner(
  deps: RoadmapDeps,
  viewer: Viewer,
  rows: readonly ArtifactRow[],
  trackers: readonly Definition[],
): Promise<ReadonlySet<number>> {
  const { read: db } = deps.database;
  const links = (
    await artifactRecords.listLinksTo(
      db,
      rows.map(({ id }) => id),
    )
  ).filter(({ type }) => type === childType);
  const parents = await listArtifactsByIds(db, [...new Set(links.map(({ source_id: source }) => source))]);
  const shown = parents.filter(({ tracker_id: trackerId }) => trackers.some(({ id }) => id === trackerId));
  const visible = await findVisible(deps.artifacts.reading, viewer, shown);
  return new Set(links.flatMap((link) => (visible.ids.has(link.source_id) ? [link.target_id] : [])));
}

/** Whether artifacts of the tracker may stand on a roadmap. */
const isDrawn = (viewer: Viewer, tracker: Definition): boolean =>
  !tracker.isDeleted &&
  tracker.project.status === 'active' &&
  hasTitle(viewer, tracker) &&
  hasTimeframe(viewer, tracker);

/** Children of an artifact by rank, as far as they have title and dates. Throws notFound for one that the viewer does not see. */
export async function listSubtasks(deps: RoadmapDeps, viewer: Viewer, id: number, page: Page): Promise<Listed<Task>> {
  const { stamp: row, tracker } = await deps.artifacts.readWhole(viewer, id).catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === 'forbidden')
      throw notFound(says('artifact.missing')`there is no artifact ${id}`);
    throw error;
  });
  const links = fieldValues
    .linksOf({ viewer, tracker, values: parseValues(row) })
    .filter(({ type }) => type === childType);
  const rows = await listArtifactsByIds(deps.database.read, [...new Set(links.map((link) => link.id))]);
  const visible = await findVisible(deps.artifacts.reading, viewer, rows);
  const drawable = [...visible.definitions.values()].filter((one) => isDrawn(viewer, one));
  const found = renderablesOf(
    rows.filter((one) => visible.ids.has(one.id)),
    drawable,
  );
  const shown = found.slice(page.offset, page.offset + page.limit);
  return { entries: await viewTasks(deps, viewer, shown, (one) => isDrawn(viewer, one)), size: found.length };
}

/** Throws as listTasks, and invalid where the roadmap has no tracker for that level, or one without title or dates. */
export async function listIterations(
  deps: RoadmapDeps,
  viewer: Viewer,
  id: number,
  level: number,
  page: Page,
): Promise<Listed<Iteration>> {
  const settings = await deps.dashboards.readRoadmap(viewer, id);
  const trackerId = level === 1 ? settings.lvl1_iteration_tracker_id : settings.lvl2_iteration_tracker_id;
  const trackers = trackerId === undefined ? [] : await findTrackers(deps, viewer, [trackerId]);
  if (trackers.length === 0)
    throw invalid(
      says('roadmap.no-level')`the roadmap has no iterations of this level that you have access to`,
      'level',
    );
  const [tracker] = requireDrawable(viewer, trackers);
  if (tracker === undefined) return { entries: [], size: 0 };
  const { read: db } = deps.database;
  const { rows, size } = await listFound(db, [visibleOf(db, viewer, tracker)], { ...page, isDescending: false });
  const renderables = renderablesOf(rows, [tracker]);
  const times = await readTimes(deps.artifacts.reading, viewer, renderables);
  const entries = renderables.flatMap(({ row, values }): Iteration[] => {
    const title = titleOf(tracker, values, (field) => mayField(viewer, tracker, field, 'read'))?.trim() ?? '';
    const { start, end, startMs, endMs } = times(row.id);
    if (title === '' || start === null || end === null || (endMs ?? 0) < (startMs ?? 0)) return [];
    return [{ id: row.id, html_url: `/plugins/tracker/?aid=${row.id}`, title, start, end }];
  });
  return { entries, size };
}
