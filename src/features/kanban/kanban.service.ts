// Kanbans: which there are, how they are shown, and what is said of them as a whole.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { mapConstraint } from '../../platform/database/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { DomainError, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { readOneLine } from '../../platform/texts/one-line.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { People } from '../people/index.ts';
import { visibleOf } from '../planning/index.ts';
import type { Plannings } from '../planning/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import type { Reports } from '../reports/index.ts';
import { mayField } from '../trackers/index.ts';
import type { Definition, Trackers } from '../trackers/index.ts';
import { columnsOf, requireAdministrator } from './kanban.access.ts';
import type { Kanban, KanbanChange, KanbanSummary, NewKanban, ReportOffers } from './kanban.schema.ts';
import * as store from './kanban.store.ts';
import type { KanbanRow } from './kanban.store.ts';
import { foldOf, viewKanban, viewSummary } from './kanban.view.ts';

export interface KanbanDeps {
  database: Database;
  clock: Clock;
  people: People;
  projects: Projects;
  trackers: Trackers;
  artifacts: Artifacts;
  reports: Reports;
  plannings: Plannings;
}

export interface SeenKanban {
  row: KanbanRow;
  tracker: Definition;
}

/** Throws notFound for one that is gone, and as Trackers.read. */
export async function openKanban({ database, trackers }: KanbanDeps, viewer: Viewer, id: number): Promise<SeenKanban> {
  const row = await store.findKanban(database.read, id);
  if (row === undefined) throw notFound(says('kanban.missing')`there is no kanban ${id}`);
  return { row, tracker: await trackers.read(viewer, row.tracker_id) };
}

/** Throws as openKanban. */
export async function showKanban(deps: KanbanDeps, viewer: Viewer, id: number): Promise<Static<typeof Kanban>> {
  const { row, tracker } = await openKanban(deps, viewer, id);
  const limits = await store.listLimits(deps.database.read, id);
  const entries = viewer.user === undefined ? [] : await deps.people.listPreferences(viewer, viewer.user);
  const preferences = new Map(entries.map(({ key, value }) => [key, value]));
  return viewKanban({ viewer, limits, preferences }, row, tracker);
}

/** Kanbans of a project whose trackers the viewer sees, in order of id. Throws as Projects.read. */
export async function listOfProject(
  { database, trackers, projects }: KanbanDeps,
  viewer: Viewer,
  projectId: number,
): Promise<Static<typeof KanbanSummary>[]> {
  await projects.read(viewer, projectId);
  const visible = new Map(
    (await trackers.listOfProject(viewer, projectId, false)).map((tracker) => [tracker.id, tracker]),
  );
  const rows = await store.listKanbans(database.read, [...visible.keys()]);
  const shown: Static<typeof KanbanSummary>[] = [];
  for (const row of rows) {
    const tracker = visible.get(row.tracker_id);
    if (tracker !== undefined) shown.push(viewSummary(row, tracker, await countItems(database, viewer, tracker)));
  }
  return shown;
}

async function countItems(
  { read: db }: Database,
  viewer: Viewer,
  tracker: Definition,
): Promise<{ open: number; closed: number }> {
  const columns = columnsOf(tracker);
  const all = await store.countFound(db, visibleOf(db, viewer, tracker));
  if (columns === undefined || !mayField(viewer, tracker, columns.field, 'read')) return { open: all, closed: 0 };
  const openIds = columns.values.map(({ id }) => id);
  const archived = store.inColumn(columns.field.id, openIds, 'archive');
  const closed = await store.countFound(db, visibleOf(db, viewer, tracker, archived));
  return { open: all - closed, closed };
}

/** Throws as Trackers.read, forbidden for who does not administer the project, conflict where the tracker has a kanban. */
export async function createKanban(
  deps: KanbanDeps,
  viewer: Viewer,
  body: Static<typeof NewKanban>,
): Promise<Static<typeof Kanban>> {
  const tracker = await deps.trackers.read(viewer, body.tracker_id);
  requireAdministrator(viewer, tracker);
  const name = readOneLine(body.label, 'label');
  const row = await deps.database
    .transact((tx) =>
      store.insertKanban(tx, {
        tracker_id: tracker.id,
        name,
        is_promoted: body.is_promoted === true ? 1 : 0,
        archive_id: null,
      }),
    )
    .catch((error: unknown) => {
      throw mapConstraint(error, { 'kanbans.tracker_id': `the tracker ${tracker.id} has a kanban already` });
    });
  return showKanban(deps, viewer, row.id);
}

/** Throws as openKanban, forbidden for what only administrators may, notFound for a column that the kanban can't have. */
export async function changeKanban(
  deps: KanbanDeps,
  viewer: Viewer,
  id: number,
  change: Static<typeof KanbanChange>,
): Promise<void> {
  const { tracker } = await openKanban(deps, viewer, id);
  const name = change.label === undefined || change.label === null || change.label === '' ? undefined : change.label;
  const isPromoted = change.is_promoted ?? undefined;
  const columns = {
    ...(name === undefined ? {} : { name: readOneLine(name, 'label') }),
    ...(isPromoted === undefined ? {} : { is_promoted: isPromoted ? 1 : 0 }),
  };
  const folds = readFolds(id, tracker, change);
  if (Object.keys(columns).length > 0) {
    requireAdministrator(viewer, tracker);
    await deps.database.transact((tx) => store.updateKanban(tx, id, columns));
  }
  for (const [preference, isFolded] of folds)
    await deps.people.savePreference(viewer, viewer.user, preference, isFolded ? '1' : '0');
}

function readFolds(id: number, tracker: Definition, change: Static<typeof KanbanChange>): [string, boolean][] {
  const { collapse_column: column, collapse_archive: archive, collapse_backlog: backlog } = change;
  const folds: [string, boolean][] = [];
  if (column !== undefined && column !== null) {
    const isKnown = columnsOf(tracker)?.field.values.some((value) => value.id === column.column_id) ?? false;
    if (!isKnown) throw notFound(says('kanban.no-column')`${column.column_id} is not a column of this kanban`);
    folds.push([foldOf(id, column.column_id), column.value]);
  }
  if (typeof archive === 'boolean') folds.push([foldOf(id, 'archive'), archive]);
  if (typeof backlog === 'boolean') folds.push([foldOf(id, 'backlog'), backlog]);
  return folds;
}

/** The tracker and its artifacts stay. Throws as openKanban and requireAdministrator. */
export async function removeKanban(deps: KanbanDeps, viewer: Viewer, id: number): Promise<void> {
  const { tracker } = await openKanban(deps, viewer, id);
  requireAdministrator(viewer, tracker);
  await deps.database.transact((tx) => store.deleteKanban(tx, id));
}

/**
 * Makes these public reports of the tracker the ones that filter the kanban. Throws as openKanban, notFound for a report that the
 * viewer does not know, invalid for one that is personal or of another tracker, and forbidden after these.
 */
export async function saveReports(
  deps: KanbanDeps,
  viewer: Viewer,
  id: number,
  reportIds: readonly number[],
): Promise<void> {
  const { tracker } = await openKanban(deps, viewer, id);
  for (const reportId of reportIds) await readReport(deps, viewer, tracker, reportId, 'tracker_report_ids');
  requireAdministrator(viewer, tracker);
  await deps.database.transact((tx) => store.replaceReports(tx, id, reportIds));
}

/** Reports that may be chosen as filters of the kanban. Throws as openKanban. */
export async function listReports(deps: KanbanDeps, viewer: Viewer, id: number): Promise<Static<typeof ReportOffers>> {
  const { tracker } = await openKanban(deps, viewer, id);
  const offers: Static<typeof ReportOffers> = [];
  for (const reportId of await store.listReportIds(deps.database.read, id)) {
    const found = await readReport(deps, viewer, tracker, reportId, 'id').catch((error: unknown) => {
      // It became personal after it was chosen.
      if (error instanceof DomainError) return undefined;
      throw error;
    });
    if (found !== undefined) offers.push({ id: reportId, label: found.row.name });
  }
  return offers;
}

/** A public report of the tracker. Throws as Reports.read, and invalid with the path `parameter` for any other. */
export async function readReport(
  { reports }: KanbanDeps,
  viewer: Viewer,
  tracker: Definition,
  id: number,
  parameter: string,
): ReturnType<Reports['read']> {
  const found = await reports.read(viewer, id);
  if (found.tracker.id !== tracker.id)
    throw invalid(says('kanban.other-report')`report ${id} belongs to another tracker`, parameter);
  if (found.row.owner_id !== null) throw invalid(says('kanban.own-report')`report ${id} is personal`, parameter);
  return found;
}
