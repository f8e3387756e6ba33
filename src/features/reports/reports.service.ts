// Reports of trackers: kept criteria or queries with the columns that they show. Some are everybody's, others one person's.
import type { Static } from 'typebox';
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { readThrough } from '../../platform/database/index.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { atPath, conflict, invalid, notFound } from '../../platform/errors.ts';
import { readOneLine } from '../../platform/texts/one-line.ts';
import { VersionConflictError } from '../../platform/version-conflict.ts';
import { uncommittedVersion } from '../../platform/cache/index.ts';
import { says } from '../../platform/texts/said.ts';
import type { Artifacts } from '../artifacts/index.ts';
import { requireUser } from '../people/index.ts';
import { forbiddenIn, requireLivingProject } from '../projects/index.ts';
import type { Page, Projects, Viewer } from '../projects/index.ts';
import { trackerAccess, trackerRecords } from '../trackers/index.ts';
import type { Definition, SentIds, Trackers } from '../trackers/index.ts';
import { readReportOfDocument } from './report-document.ts';
import type { ReadReport } from './report-document.ts';
import { readSubmittedCriteria, viewCriteria } from './report-criteria.ts';
import { emptySettings, readReportSettings } from './report-settings.ts';
import type { ReportSettings } from './report-settings.ts';
import { isKnownReport, requirePublisher } from './reports.access.ts';
import type { FullReport, NewReport, Report, ReportChange, ReportOfDocument } from './reports.schema.ts';
import * as store from './reports.store.ts';
import type { ReportRow } from './reports.store.ts';
import { viewFullReport, viewReport } from './reports.view.ts';
import { readMode, readRenderers } from './submitted-report.ts';
import { createRenderer } from './table-renderer.ts';
import { readRenderer } from './submitted-renderer.ts';

/** A report that the viewer may use. */
export interface SeenReport {
  row: ReportRow;
  settings: ReportSettings;
  tracker: Definition;
}

export interface Reports {
  /** Throws notFound for somebody else's, forbidden where its tracker is hidden, and as Projects.read. */
  read(viewer: Viewer, id: number): Promise<SeenReport>;
  /** Changes with the report. */
  versionOf(seen: SeenReport): string;
  view(seen: SeenReport): Static<typeof Report>;
  viewFull(viewer: Viewer, seen: SeenReport): Promise<Static<typeof FullReport>>;
  /** Everybody's reports of a tracker and the viewer's own, in order of id. Throws as Trackers.read. */
  list(viewer: Viewer, trackerId: number, page: Page): Promise<{ reports: Static<typeof Report>[]; size: number }>;
  /** Throws as Trackers.read, forbidden, invalid, or conflict where there are too many. */
  create(viewer: Viewer, trackerId: number, body: Static<typeof NewReport>): Promise<SeenReport>;
  /** What the body does not name stays. Throws as `read` and `create`. */
  change(viewer: Viewer, id: number, body: Static<typeof ReportChange>): Promise<SeenReport>;
  /** Everybody's reports of a tracker, in order of id. */
  describe(viewer: Viewer, tracker: Definition): Promise<Static<typeof FullReport>[]>;
  /**
   * Makes everybody's reports of a tracker that the same transaction makes from a document. Throws forbidden, or invalid
   * with the part of the document.
   */
  addOfDocument(
    context: { tx: Writer; viewer: Viewer },
    tracker: Definition,
    reports: readonly Static<typeof ReportOfDocument>[],
    ids: SentIds,
  ): Promise<void>;
  /** Replaces what the report asks for and shows by what `edit` makes of it. Throws as `read`, forbidden, and as `edit`. */
  editSettings(viewer: Viewer, id: number, edit: (seen: SeenReport) => ReportSettings): Promise<SeenReport>;
  /** Throws as `read`, and forbidden. */
  remove(viewer: Viewer, id: number): Promise<void>;
}

interface Deps {
  database: Database;
  projects: Projects;
  trackers: Trackers;
  artifacts: Artifacts;
  /** Secret, so that a tag tells nothing of what its reader may not see (ADR 16). */
  entityTagKey: string;
}

/** Of one person, or public ones, in one tracker. */
const reportsMax = 200;

const hidden = says('report.unseen')`this report does not exist, or you don't have access to it`;

const unseenTracker = says('report.tracker-unseen')`you don't have access to the tracker of this report`;

export function createReports(deps: Deps): Reports {
  const { database, trackers } = deps;
  const read: Reports['read'] = async (viewer, id) => {
    const row = await store.findReport(database.read, id);
    if (row === undefined || !isKnownReport(viewer, row)) throw notFound(hidden);
    const tracker = await trackers.findDefinition(row.tracker_id, viewer.site.version);
    if (tracker === undefined) throw notFound(hidden);
    await deps.projects.read(viewer, tracker.project.id);
    if (!trackerAccess.maySeeTracker(viewer, tracker)) throw forbiddenIn(viewer, tracker.project, unseenTracker);
    return { row, settings: readReportSettings(row), tracker };
  };
  const asking = { database, queries: deps.artifacts.queries };
  const viewFull: Reports['viewFull'] = async (viewer, { row, settings, tracker }) => {
    const asked = await viewCriteria(asking, viewer, tracker, settings);
    return viewFullReport(row, settings, asked, { viewer, tracker });
  };
  return {
    read,
    versionOf: ({ row }) => hash('sha1', `${deps.entityTagKey} ${JSON.stringify(row)}`, 'base64url'),
    view: ({ row }) => viewReport(row),
    viewFull,
    async describe(viewer, tracker) {
      const shown: Static<typeof FullReport>[] = [];
      for (const row of await trackerRecords.listSharedReports(database.read, tracker.id))
        shown.push(await viewFull(viewer, { row, settings: readReportSettings(row), tracker }));
      return shown;
    },
    async addOfDocument({ tx, viewer }, tracker, reports, ids) {
      // Nothing is cached of a tracker that is not committed.
      const apart = { ...viewer, site: { ...viewer.site, version: uncommittedVersion } };
      for (const [index, report] of reports.entries()) {
        const row = await atPath(`reports[${index}]`, () =>
          readThrough(tx, () => readNew(asking, apart, tracker, readReportOfDocument(report, tracker, ids))),
        );
        await finish(tx, tracker, await store.insertReport(tx, { ...row, tracker_id: tracker.id }));
      }
    },
    async list(viewer, trackerId, page) {
      const tracker = await trackers.read(viewer, trackerId);
      const { rows, size } = await store.listReports(database.read, tracker.id, viewer.user?.id ?? 0, page);
      return { reports: rows.map(viewReport), size };
    },
    async create(viewer, trackerId, body) {
      const tracker = await trackers.read(viewer, trackerId);
      const blank = { row: blankRow(viewer), settings: emptySettings };
      const saved = await readChange(asking, viewer, tracker, blank, body);
      return database.transact(async (tx) => {
        await requireRoom(tx, tracker.id, saved.row.owner_id);
        return finish(tx, tracker, await store.insertReport(tx, { ...saved.row, tracker_id: tracker.id }));
      });
    },
    async change(viewer, id, body) {
      const seen = await readForChange(read, viewer, id);
      const { row } = await readChange(asking, viewer, seen.tracker, seen, body);
      return save(database, seen, row);
    },
    async editSettings(viewer, id, edit) {
      const seen = await readForChange(read, viewer, id);
      return save(database, seen, { settings_json: JSON.stringify(edit(seen)) });
    },
    async remove(viewer, id) {
      await readForChange(read, viewer, id);
      await database.transact((tx) => store.deleteReport(tx, id));
    },
  };
}

async function readForChange(read: Reports['read'], viewer: Viewer, id: number): Promise<SeenReport> {
  const seen = await read(viewer, id);
  requireLivingProject(seen.tracker.project);
  if (seen.row.owner_id === null) requirePublisher(viewer, seen.tracker);
  return seen;
}

/** Throws VersionConflictError where the report is not as it was seen, and conflict. */
const save = (
  database: Database,
  { row: before, tracker }: SeenReport,
  change: Partial<OwnColumns> & { settings_json: string },
): Promise<SeenReport> =>
  database.transact(async (tx) => {
    const current = await store.findReport(tx, before.id);
    if (current === undefined || !isDeepStrictEqual(current, before)) throw new VersionConflictError();
    const ownerId = change.owner_id === undefined ? current.owner_id : change.owner_id;
    if (ownerId !== current.owner_id) await requireRoom(tx, current.tracker_id, ownerId);
    return finish(tx, tracker, await store.updateReport(tx, before.id, change));
  });

async function requireRoom(tx: Parameters<typeof store.countReports>[0], trackerId: number, ownerId: number | null) {
  if ((await store.countReports(tx, trackerId, ownerId)) < reportsMax) return;
  const whose = ownerId === null ? 'public reports' : 'personal reports';
  throw conflict(says('report.many')`a tracker can have at most ${reportsMax} ${whose}; delete one first`);
}

type OwnColumns = Pick<ReportRow, 'name' | 'description' | 'owner_id' | 'is_default'>;

const blankRow = (viewer: Viewer): OwnColumns => ({
  name: '',
  description: '',
  owner_id: requireUser(viewer).id,
  is_default: 0,
});

/** A new report with all of its renderers. Throws as readChange. */
async function readNew(
  asking: Parameters<typeof viewCriteria>[0],
  viewer: Viewer,
  tracker: Definition,
  { change, renderers: sent }: ReadReport,
): Promise<OwnColumns & { settings_json: string }> {
  const renderers = sent.map(({ type, change: shown }, rank) =>
    readRenderer(viewer, tracker, shown, createRenderer(type, '', '', rank)),
  );
  const blank = { row: blankRow(viewer), settings: { ...emptySettings, renderers } };
  return (await readChange(asking, viewer, tracker, blank, change)).row;
}

async function readChange(
  asking: Parameters<typeof viewCriteria>[0],
  viewer: Viewer,
  tracker: Definition,
  before: { row: OwnColumns; settings: ReportSettings },
  change: Static<typeof ReportChange>,
): Promise<{ row: OwnColumns & { settings_json: string } }> {
  requireLivingProject(tracker.project);
  const { row, settings } = before;
  const isPublic = change.is_public ?? row.owner_id === null;
  if (isPublic) requirePublisher(viewer, tracker);
  const isDefault = change.is_default ?? (isPublic && row.is_default === 1);
  if (isDefault && !isPublic)
    throw invalid(says('report.default')`only a public report can be the default report of a tracker`, 'is_default');
  const query = change.expert_query ?? settings.expertQuery;
  if (change.expert_query !== undefined) await asking.queries.readTql(viewer, tracker, query, 'expert_query');
  const saved: ReportSettings = {
    ...settings,
    isInExpertMode: readMode(change, settings),
    expertQuery: query,
    criteria:
      change.criteria === undefined
        ? settings.criteria
        : await readSubmittedCriteria(asking, viewer, tracker, change.criteria, settings.criteria),
    renderers: readRenderers(viewer, tracker, change, settings),
  };
  return {
    row: {
      name: change.label === undefined ? row.name : readOneLine(change.label, 'label'),
      description: change.description ?? row.description,
      owner_id: isPublic ? null : (row.owner_id ?? requireUser(viewer).id),
      is_default: isDefault ? 1 : 0,
      settings_json: JSON.stringify(saved),
    },
  };
}

async function finish(
  tx: Parameters<typeof store.keepOneDefault>[0],
  tracker: Definition,
  row: ReportRow | undefined,
): Promise<SeenReport> {
  if (row === undefined) throw notFound(hidden);
  if (row.is_default === 1) await store.keepOneDefault(tx, tracker.id, row.id);
  return { row, settings: readReportSettings(row), tracker };
}
