// Rules of dashboards: who sees and who changes them, and how many there may be.
import type { Static } from 'typebox';
import type { Database, Writer } from '../../platform/database/index.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { requireOwn, requireUser } from '../people/index.ts';
import type { UserRow } from '../people/index.ts';
import { isProjectAdmin, requireLivingProject } from '../projects/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import type { MarkupRenderer } from '../../platform/markup/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { changeContent } from './dashboard-changes.ts';
import { emptyContent, listWidgets, readContent } from './dashboard-content.ts';
import type { DashboardChange } from './dashboards.schema.ts';
import * as store from './dashboards.store.ts';
import type { DashboardRow, Owner } from './dashboards.store.ts';
import { isRoadmap, readRoadmapId } from './roadmap-ids.ts';
import type { WidgetSettings } from './widget-kinds.ts';
import { renderNotes } from './notes.ts';
import { ownerOf, showDashboard } from './dashboards.view.ts';
import type { ShownDashboard } from './dashboards.view.ts';

export interface Dashboards {
  /** The viewer's own, in their order. Throws forbidden for somebody else's. */
  listOwn(viewer: Viewer, user: UserRow | undefined): Promise<DashboardRow[]>;
  /** An empty one of the viewer's own. Throws conflict where there are too many. */
  addOwn(viewer: Viewer, name: string): Promise<DashboardRow>;
  /** In their order. Throws as Projects.read. */
  listOfProject(viewer: Viewer, projectId: number): Promise<DashboardRow[]>;
  /** Throws as Projects.read, forbidden for who does not administer the project, invalid for a name that says nothing, and conflict. */
  addToProject(viewer: Viewer, projectId: number, name: string): Promise<ShownDashboard>;
  /** Throws notFound, and as Projects.read. */
  read(viewer: Viewer, id: number): Promise<ShownDashboard>;
  /** Replaces all of it. Throws as `read`, forbidden, and invalid with the path. */
  replace(viewer: Viewer, id: number, change: Static<typeof DashboardChange>): Promise<ShownDashboard>;
  /** What the widget of a roadmap is told; its number is `roadmap_id`. Throws notFound, and as `read`. */
  readRoadmap(viewer: Viewer, roadmapId: number): Promise<WidgetSettings>;
  /** Puts all dashboards of a person or a project into this order. Throws as `read`, forbidden, and invalid where the ids are not these. */
  order(viewer: Viewer, ids: readonly number[]): Promise<void>;
  /** Throws as `read`, and forbidden. */
  remove(viewer: Viewer, id: number): Promise<void>;
}

/** Of one person or project. */
const dashboardsMax = 20;

const mayChange = (viewer: Viewer, { project_id: projectId }: Owner): boolean =>
  projectId === null || isProjectAdmin(viewer, projectId);

interface Deps {
  database: Database;
  projects: Projects;
  trackers: Trackers;
  markup: MarkupRenderer;
}

/** Throws notFound where somebody deleted it meanwhile, and as changeContent. */
async function replaceContent(
  tx: Writer,
  id: number,
  name: string,
  lines: Parameters<typeof changeContent>[1],
): Promise<DashboardRow> {
  const row = await store.findDashboard(tx, id);
  if (row === undefined) throw notFound(says('dashboard.gone')`the dashboard no longer exists`);
  const content = changeContent(readContent(row), lines, ownerOf(row));
  const change = { name, content_json: JSON.stringify(content) };
  await store.updateDashboard(tx, id, change);
  return { ...row, ...change };
}

/** Puts an owner's dashboards into the order of `ids`; throws invalid where these are not all of them, each once. */
const orderAll = (database: Database, owner: Owner, ids: readonly number[]): Promise<void> =>
  database.transact(async (tx) => {
    const all = new Set((await store.listDashboards(tx, owner)).map(({ id }) => id));
    if (ids.length !== all.size || all.symmetricDifference(new Set(ids)).size > 0)
      throw invalid(
        says('dashboard.all')`must contain all dashboards of one owner, each once: ${[...all].join(', ')}`,
        'ids',
      );
    await store.rankDashboards(tx, ids);
  });

export function createDashboards({ database, projects, trackers, markup }: Deps): Dashboards {
  const show = async (viewer: Viewer, row: DashboardRow): Promise<ShownDashboard> => {
    const notes = await renderNotes({ trackers, markup }, viewer, row);
    return showDashboard(row, { mayChange: mayChange(viewer, row), notes });
  };
  /** Throws notFound for somebody else's, and as Projects.read. */
  const requireVisible = async (viewer: Viewer, id: number): Promise<DashboardRow> => {
    const row = await store.findDashboard(database.read, id);
    const isVisible = row !== undefined && (row.project_id !== null || row.user_id === viewer.user?.id);
    if (!isVisible)
      throw notFound(says('dashboard.unseen')`this dashboard does not exist, or you don't have access to it`);
    if (row.project_id !== null) await projects.read(viewer, row.project_id);
    return row;
  };
  const requireAdministrator = async (viewer: Viewer, projectId: number): Promise<void> => {
    const project = await projects.read(viewer, projectId);
    if (!isProjectAdmin(viewer, projectId))
      throw forbidden(says('dashboard.admin-only')`only project administrators can change its dashboards`);
    requireLivingProject(project);
  };
  const requireChangeable = async (viewer: Viewer, id: number): Promise<DashboardRow> => {
    const row = await requireVisible(viewer, id);
    if (row.project_id !== null) await requireAdministrator(viewer, row.project_id);
    return row;
  };
  const add = (owner: Owner, name: string): Promise<DashboardRow> =>
    database.transact(async (tx) => {
      const rank = (await store.listDashboards(tx, owner)).length;
      if (rank >= dashboardsMax)
        throw conflict(
          says('dashboard.many')`there are already ${dashboardsMax} dashboards, which is the limit; delete one first`,
        );
      return store.insertDashboard(tx, { ...owner, name, rank, content_json: JSON.stringify(emptyContent) });
    });
  return {
    listOwn: async (viewer, user) =>
      store.listDashboards(database.read, { user_id: requireOwn(viewer, user, 'dashboards').id, project_id: null }),
    addOwn: (viewer, name) => add({ user_id: requireUser(viewer).id, project_id: null }, name),
    async listOfProject(viewer, projectId) {
      await projects.read(viewer, projectId);
      return store.listDashboards(database.read, { user_id: null, project_id: projectId });
    },
    async addToProject(viewer, projectId, name) {
      await requireAdministrator(viewer, projectId);
      if (name.trim() === '') throw invalid(says('dashboard.name')`is required`, 'name');
      return show(viewer, await add({ user_id: null, project_id: projectId }, name));
    },
    read: async (viewer, id) => show(viewer, await requireVisible(viewer, id)),
    async replace(viewer, id, { name, lines }) {
      await requireChangeable(viewer, id);
      return show(viewer, await database.transact((tx) => replaceContent(tx, id, name, lines)));
    },
    async readRoadmap(viewer, roadmapId) {
      const { dashboardId, widgetId } = readRoadmapId(roadmapId);
      const row = await requireVisible(viewer, dashboardId);
      const widget = listWidgets(readContent(row)).find(({ id }) => id === widgetId);
      if (widget === undefined || !isRoadmap(widget))
        throw notFound(says('dashboard.no-roadmap')`this roadmap does not exist`);
      return widget.settings;
    },
    async order(viewer, ids) {
      const [first] = ids;
      if (first === undefined) throw invalid(says('dashboard.none')`must contain a dashboard`, 'ids');
      await orderAll(database, await requireChangeable(viewer, first), ids);
    },
    async remove(viewer, id) {
      await requireChangeable(viewer, id);
      await database.transact((tx) => store.deleteDashboard(tx, id));
    },
  };
}
