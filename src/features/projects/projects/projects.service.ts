// Projects and their groups: finding, listing, changing.
import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { mapConstraint } from '../../../platform/database/index.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { defaultTemplate, defaultTemplateId } from './default-template.ts';
import { createProjectChanges } from './project-changes.service.ts';
import type { ProjectChanges } from './project-changes.service.ts';
import {
  lastSystemProjectId,
  listOwnIds,
  mayKnow,
  refuseProject,
  requireProjectAccess,
  visibleProjects,
} from './projects.access.ts';
import type { Project } from '../groups/projects.schema.ts';
import * as store from './projects.store.ts';
import type { ProjectFilter, ProjectRow } from './projects.store.ts';
import { viewProject } from './projects.view.ts';
import { resourceNames } from './resource-types.ts';
import type { ResourceType } from './resource-types.ts';
import { isMember, opensPrivateProjects } from './viewer.ts';
import type { Viewer } from './viewer.ts';

export interface Page {
  limit: number;
  offset: number;
}

/** A filter beyond visibility, from the `query` of GET /projects. */
export type ProjectQuery =
  | { kind: 'all' }
  | { kind: 'shortname'; shortname: string }
  | { kind: 'member' }
  | { kind: 'admin' }
  | { kind: 'status'; status: ProjectRow['status'] }
  /** Projects found by a higher feature, such as those whose trackers the viewer administers. */
  | { kind: 'ids'; ids: readonly number[] };

/** What narrows any of these lists, and its order. */
export interface ProjectSelection {
  /** Texts, of which each must be in the names or the description. */
  words?: string | undefined;
  access?: 'public' | 'private' | undefined;
  /** Only these. */
  filedIds?: readonly number[] | undefined;
  /** Only those that the viewer is a member or a guest of. */
  isOwn?: boolean | undefined;
  /** Only templates for everybody. */
  isTemplate?: boolean | undefined;
  order?: 'id' | 'name' | 'newest' | undefined;
}

export interface Projects extends ProjectChanges {
  /** Throws notFound or forbidden. */
  read(viewer: Viewer, id: number): Promise<ProjectRow>;
  /** As read, but undefined where the viewer may not enter, or there is none. */
  find(viewer: Viewer, id: number): Promise<ProjectRow | undefined>;
  /** As read; holders of the delegated right over projects see any of them, whatever its status. */
  show(viewer: Viewer, id: number): Promise<Static<typeof Project>>;
  /**
   * The project of a short name, or else of a number. Throws forbidden where it is suspended or deleted, for who could enter it
   * if it were not, and where it waits for approval, for its members; notFound for everybody else who may not enter, as where
   * there is none.
   */
  showNamed(viewer: Viewer, name: string): Promise<Static<typeof Project>>;
  /** The project as the viewer sees it, who was let in before. */
  view(viewer: Viewer, project: ProjectRow): Promise<Static<typeof Project>>;
  list(
    viewer: Viewer,
    query: ProjectQuery & ProjectSelection,
    page: Page,
  ): Promise<{ projects: Static<typeof Project>[]; size: number }>;
  listAll(): Promise<ProjectRow[]>;
  /** Templates for everybody, and the projects that the viewer is a member of; whatever their status. */
  listTemplatesAndOwn(viewer: Viewer): Promise<ProjectRow[]>;
}

/** An id that no other project gets. */
export async function reserveProjectId(tx: Writer, nowMs: number): Promise<number> {
  const id = await store.insertProject(tx, {
    unix_name: ` ${randomUUID()}`,
    full_name: '',
    description: '',
    long_description: '',
    access: 'private',
    status: 'deleted',
    is_template: 0,
    is_synchronized: 0,
    icon: '',
    created_at_ms: nowMs,
    banner: '',
  });
  await store.deleteProject(tx, id);
  return id;
}

/** Writes a project in a transaction of the caller's; throws conflict when the short name is taken. */
export async function createProject(tx: Writer, project: Parameters<typeof store.insertProject>[1]): Promise<number> {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(project.unix_name)) {
    throw invalid(
      says(
        'project.short-name',
      )`"${project.unix_name}" is not a valid project short name; use letters, digits, "-" and "_"`,
    );
  }
  try {
    return await store.insertProject(tx, project);
  } catch (error) {
    const message = `the project short name "${project.unix_name}" is already taken`;
    throw mapConstraint(error, { 'projects.unix_name': message, "index 'projects_lower_unix_name'": message });
  }
}

export interface ProjectDeps {
  database: Database;
  clock: Clock;
  /** What GET answers below a project, in the order in which projects list it. */
  listResourceTypes(): readonly ResourceType[];
  /** `additional_informations` by project id, of those that have any: higher features know. */
  describeMore(viewer: Viewer, projects: readonly ProjectRow[]): Promise<ReadonlyMap<number, Record<string, unknown>>>;
}

/** More than a site has. */
const everything: Page = { limit: 100_000, offset: 0 };

export function createProjects({ database, clock, listResourceTypes, describeMore }: ProjectDeps): Projects {
  const db = database.read;
  const view = async (rows: readonly ProjectRow[], viewer: Viewer): Promise<Static<typeof Project>[]> => {
    const ids = rows.map((row) => row.id);
    const fields = Map.groupBy(await store.listFieldValues(db, ids), (field) => field.project_id);
    const services = Map.groupBy(await store.listUsedServices(db, ids), (service) => service.project_id);
    const more = await describeMore(viewer, rows);
    const types = listResourceTypes();
    return rows.map((row) => {
      const used = new Set((services.get(row.id) ?? []).map((service) => service.shortname));
      const resources = resourceNames(types, used);
      return viewProject(row, viewer, fields.get(row.id) ?? [], resources, more.get(row.id) ?? {});
    });
  };
  const findUnhidden = async (viewer: Viewer, id: number): Promise<ProjectRow | undefined> => {
    if (id <= lastSystemProjectId && !viewer.isSuperUser) return undefined;
    return id === defaultTemplateId ? defaultTemplate : store.findProject(db, id);
  };
  const read = async (viewer: Viewer, id: number): Promise<ProjectRow> => {
    const project = await findUnhidden(viewer, id);
    requireProjectAccess(viewer, project);
    return project;
  };
  const readToShow = async (viewer: Viewer, id: number): Promise<ProjectRow> => {
    const project = mayReadAnyProject(viewer) ? await store.findProject(db, id) : undefined;
    return project ?? read(viewer, id);
  };
  const viewOne = async (viewer: Viewer, project: ProjectRow): Promise<Static<typeof Project>> => {
    const [shown] = await view([project], viewer);
    if (shown === undefined) throw notFound();
    return shown;
  };
  return {
    read,
    async find(viewer, id) {
      const project = await findUnhidden(viewer, id);
      return project === undefined || refuseProject(viewer, project) !== undefined ? undefined : project;
    },
    show: async (viewer, id) => viewOne(viewer, await readToShow(viewer, id)),
    async showNamed(viewer, name) {
      const named = (await store.findProjectByName(db, name))?.id ?? (/^\d{1,9}$/.test(name) ? Number(name) : 0);
      const project = await findUnhidden(viewer, named);
      const visible = project !== undefined && mayKnow(viewer, project) ? project : undefined;
      if (project?.status === 'pending' && visible === undefined && isMember(viewer, project.id))
        throw forbidden(says('project.waits')`this project is waiting for approval by a site administrator`);
      requireProjectAccess(viewer, visible);
      return viewOne(viewer, visible);
    },
    view: viewOne,
    async list(viewer, query, page) {
      const { rows, size } = await store.listProjects(db, narrow(viewer, filterOf(viewer, query), query), page);
      return { projects: await view(rows, viewer), size };
    },
    listAll: async () => (await store.listProjects(db, {}, everything)).rows,
    async listTemplatesAndOwn({ memberships }) {
      return (await store.listProjects(db, { templatesAnd: [...memberships.projects.keys()] }, everything)).rows;
    },
    ...createProjectChanges(database, clock),
  };
}

function narrow(
  viewer: Viewer,
  filter: ProjectFilter,
  { words = '', access, filedIds, isOwn, isTemplate, order }: ProjectSelection,
): ProjectFilter {
  const limits = [filter.ids, filedIds, isOwn === true ? listOwnIds(viewer) : undefined].flatMap((ids) =>
    ids === undefined ? [] : [new Set(ids)],
  );
  const ids = limits.length === 0 ? undefined : [...limits.reduce((both, limit) => both.intersection(limit))];
  const isOpen = access === undefined ? undefined : access === 'public';
  return {
    ...filter,
    isTemplate,
    ...(ids === undefined ? {} : { ids }),
    ...(isOpen === undefined ? {} : { isOpen }),
    ...(order === undefined ? {} : { order }),
    words: words.split(/\s+/).filter((word) => word !== ''),
  };
}

/** Whether the viewer reads projects of any status, as site administrators and those to whom projects are delegated do. */
export const mayReadAnyProject = (viewer: Viewer): boolean => viewer.isSuperUser || opensPrivateProjects(viewer);

function filterOf(viewer: Viewer, query: ProjectQuery): ProjectFilter {
  const own = (isWanted: (isAdmin: boolean) => boolean): ProjectFilter => ({
    ...visibleProjects(viewer),
    ids: [...viewer.memberships.projects].filter(([, isAdmin]) => isWanted(isAdmin)).map(([id]) => id),
  });
  switch (query.kind) {
    case 'all':
      return visibleProjects(viewer);
    case 'shortname':
      return { ...visibleProjects(viewer), unixName: query.shortname };
    case 'member':
      return own(() => true);
    case 'admin':
      return own((isAdmin) => isAdmin);
    case 'ids':
      return { ...visibleProjects(viewer), ids: query.ids };
    case 'status':
      if (!mayReadAnyProject(viewer))
        throw forbidden(says('project.by-status')`only site administrators can filter projects by status`);
      return { status: query.status };
  }
}
