// Trackers: their definitions, which are loaded whole and cached, and what a viewer sees of them.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { renderAll } from '../../../platform/markup/index.ts';
import type { MarkupRenderer } from '../../../platform/markup/index.ts';
import { createCache } from '../../../platform/cache/index.ts';
import { says } from '../../../platform/texts/said.ts';
import { publicUrl } from '../../../settings/index.ts';
import { listUsersByIds } from '../../people/index.ts';
import type { People, UserRow } from '../../people/index.ts';
import {
  groupIds,
  isInGroup,
  isProjectAdmin,
  projectRecords,
  referencePatterns,
  userGroupRecords,
} from '../../projects/index.ts';
import type { ProjectRow, Projects, Viewer } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { Definition, Field, TrackerHead } from '../definition/definition.ts';
import { loadDefinition } from '../definition/definition-loader.ts';
import { buildHead } from '../definition/definition-rows.ts';
import type { FindReference } from '../definition/rich-text.ts';
import { findReferenceUrl } from '../definition/text-references.ts';
import { boundGroupsOf, findBoundGroup } from '../fields/bind.ts';
import { fieldTypeOf } from '../fields/index.ts';
import { isTrackerAdmin, mayField, maySeeTracker } from './trackers.access.ts';
import type { Tracker, TrackerField } from './trackers.schema.ts';
import * as store from '../definition/trackers.store.ts';
import { viewField, viewTracker } from './trackers.view.ts';
import type { FieldViewContext, Locked } from './trackers.view.ts';
import { fieldIs } from '../fields/field-is.ts';

export interface Trackers {
  /** A tracker's definition at a site version; undefined when there is none. */
  findDefinition(id: number, siteVersion: number): Promise<Definition | undefined>;
  /** The definition, when the viewer may see the tracker; throws as Projects.read, and notFound. */
  read(viewer: Viewer, id: number): Promise<Definition>;
  /** As `view`, for administrators with its reports; throws as `read`. */
  show(viewer: Viewer, id: number): Promise<Static<typeof Tracker>>;
  /** As `show`, past the cache, for who has just changed the tracker; throws notFound where it is gone. */
  showChanged(viewer: Viewer, id: number): Promise<Static<typeof Tracker>>;
  /** Visible trackers of a project in order of name; throws as Projects.read does. */
  listOfProject(viewer: Viewer, projectId: number, onlyAdministered: boolean): Promise<Definition[]>;
  /** What references mean in a text of the project, by the trackers that the viewer sees; throws as Projects.read does. */
  findReferences(viewer: Viewer, projectId: number): Promise<FindReference>;
  /** Those of these trackers of these projects that the viewer may see, in order of id; a fixed number of queries. */
  listHeads(viewer: Viewer, projects: readonly ProjectRow[], ids: readonly number[]): Promise<TrackerHead[]>;
  /** As the viewer sees it, for an artifact where `locked` says what its state locks. */
  view(viewer: Viewer, tracker: Definition, locked?: Locked): Promise<Static<typeof Tracker>>;
  /** These fields of the tracker, whether the viewer may read them or not. */
  viewFields(viewer: Viewer, tracker: Definition, fields: readonly Field[]): Promise<Static<typeof TrackerField>[]>;
  /** Ids of the projects where the viewer administers at least one tracker. */
  listAdminProjects(viewer: Viewer): Promise<number[]>;
  /** Ids of the people that a field bound to people offers; undefined when it offers everybody who is active. */
  listBoundUserIds(viewer: Viewer, field: Field, tracker: Definition): Promise<Set<number> | undefined>;
  listByProjectName(unixName: string): Promise<store.TrackerRow[]>;
  /** Hides a tracker or brings it back; throws notFound, and conflict where another has taken its short name. */
  setDeleted(unixName: string, itemName: string, isDeleted: boolean): Promise<void>;
}

export interface TrackerDeps {
  database: Database;
  clock: Clock;
  people: People;
  projects: Projects;
  markup: MarkupRenderer;
  /** Ids of those who submitted, or last changed, an artifact that the viewer sees: the artifacts feature knows. */
  listActors(viewer: Viewer, tracker: Definition, role: 'submitted_by' | 'updated_by'): Promise<number[]>;
  /** Everybody's reports of the tracker, in full: the reports feature knows. */
  describeReports(viewer: Viewer, tracker: Definition): Promise<unknown[]>;
}

const sizeOfDefinition = ({ fieldById }: Definition): number =>
  fieldById
    .values()
    .reduce((sum, { values, openValues }) => sum + 800 + 120 * (values.length + openValues.length), 4000);

const hidden = says('tracker.hidden')`this tracker does not exist, or you don't have access to it`;

export function createTrackers(deps: TrackerDeps): Trackers {
  const { database, projects } = deps;
  const db = database.read;
  const cache = createCache<number, { definition: Definition | undefined }>({
    name: 'tracker_definitions',
    maxBytes: 41_943_040,
    sizeOf: ({ definition }) => (definition === undefined ? 0 : sizeOfDefinition(definition)),
  });

  const findDefinition = async (id: number, siteVersion: number): Promise<Definition | undefined> =>
    (await cache.load(id, siteVersion, async () => ({ definition: await loadDefinition(database.read, id) })))
      .definition;

  const read = async (viewer: Viewer, id: number): Promise<Definition> => {
    const tracker = await findDefinition(id, viewer.site.version);
    if (tracker === undefined) throw notFound(hidden);
    await projects.read(viewer, tracker.project.id);
    if (!maySeeTracker(viewer, tracker)) throw notFound(hidden);
    return tracker;
  };

  const view: Trackers['view'] = async (viewer, tracker, locked) => {
    const parent = tracker.parentId === null ? undefined : await findDefinition(tracker.parentId, viewer.site.version);
    const readable = tracker.fields.filter((field) => mayField(viewer, tracker, field, 'read'));
    return viewTracker(tracker, viewer, {
      ...(await loadFieldViewContext(deps, viewer, tracker, readable)),
      parent: parent !== undefined && maySeeTracker(viewer, parent) ? parent : undefined,
      isTimeframeKnown: await isTimeframeKnown(findDefinition, viewer, tracker),
      locked,
    });
  };

  const listOfProject: Trackers['listOfProject'] = async (viewer, projectId, onlyAdministered) => {
    const project = await projects.read(viewer, projectId);
    const ids = await store.listTrackerIds(db, project.id);
    const all = await Promise.all(ids.map((id) => findDefinition(id, viewer.site.version)));
    return all
      .filter((tracker) => tracker !== undefined)
      .filter((tracker) => maySeeTracker(viewer, tracker) && (!onlyAdministered || isTrackerAdmin(viewer, tracker)))
      .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  };

  const viewWhole = async (viewer: Viewer, tracker: Definition): Promise<Static<typeof Tracker>> => ({
    ...(await view(viewer, tracker)),
    ...(isTrackerAdmin(viewer, tracker) ? { reports: await deps.describeReports(viewer, tracker) } : {}),
  });

  return {
    findDefinition,
    read,
    view,
    viewFields: (viewer, tracker, fields) => viewFields(deps, viewer, tracker, fields),
    show: async (viewer, id) => viewWhole(viewer, await read(viewer, id)),
    async showChanged(viewer, id) {
      const tracker = await loadDefinition(db, id);
      if (tracker === undefined) throw notFound(says('tracker.gone')`this tracker no longer exists`);
      return viewWhole(viewer, tracker);
    },
    listOfProject,
    findReferences: async (viewer, projectId) =>
      findReferences(deps, viewer, projectId, await listOfProject(viewer, projectId, false)),
    listHeads: (viewer, ofProjects, ids) => listHeads(database, viewer, ofProjects, ids),
    listAdminProjects: (viewer) => listAdminProjects(database, viewer),
    listBoundUserIds: (viewer, field, tracker) => listBoundUserIds(deps, viewer, field, tracker),
    async listByProjectName(unixName) {
      const project = await projectRecords.findProjectByName(db, unixName);
      if (project === undefined) throw notFound(says('project.missing-name')`there is no project "${unixName}"`);
      return store.listTrackerRows(db, project.id);
    },
    setDeleted: (unixName, itemName, isDeleted) => setDeleted(database, unixName, itemName, isDeleted),
  };
}

async function viewFields(
  deps: TrackerDeps,
  viewer: Viewer,
  tracker: Definition,
  fields: readonly Field[],
): ReturnType<Trackers['viewFields']> {
  const context = await loadFieldViewContext(deps, viewer, tracker, fields);
  return fields.map((field) => viewField(field, tracker, viewer, context));
}

async function findReferences(
  { database, projects }: TrackerDeps,
  viewer: Viewer,
  projectId: number,
  trackers: readonly Definition[],
): ReturnType<Trackers['findReferences']> {
  const itemNames = trackers.map((tracker) => tracker.itemName);
  const ownLinks = await referencePatterns.listOwnLinks(database.read, projectId);
  const keywords = { itemNames, ownLinks, project: await projects.read(viewer, projectId) };
  const baseUrl = publicUrl(viewer.site.settings);
  return (keyword, id) => findReferenceUrl(keywords, keyword, id, baseUrl);
}

async function setDeleted(database: Database, unixName: string, itemName: string, isDeleted: boolean): Promise<void> {
  await database.transact(async (tx) => {
    const project = await projectRecords.findProjectByName(tx, unixName);
    const tracker =
      project === undefined ? undefined : await store.findTrackerByName(tx, project.id, itemName, !isDeleted);
    if (tracker === undefined)
      throw notFound(says('tracker.missing-name')`there is no tracker "${itemName}" in "${unixName}"`);
    try {
      await store.markTrackerDeleted(tx, tracker.id, isDeleted);
    } catch (error) {
      throw store.mapTakenName(error);
    }
    await bumpSiteVersion(tx);
  });
}

/** A timeframe that another tracker gives is known to those who see that tracker. */
async function isTimeframeKnown(
  findDefinition: Trackers['findDefinition'],
  viewer: Viewer,
  tracker: Definition,
): Promise<boolean> {
  const { timeframe } = tracker.semantics;
  if (timeframe === undefined || !('implied_from_tracker' in timeframe)) return true;
  const source = await findDefinition(timeframe.implied_from_tracker.id, viewer.site.version);
  return source !== undefined && maySeeTracker(viewer, source);
}

async function listHeads(
  database: Database,
  viewer: Viewer,
  projects: readonly ProjectRow[],
  ids: readonly number[],
): Promise<TrackerHead[]> {
  const byId = new Map(projects.map((project) => [project.id, project]));
  const found = await store.listTrackersWithPermissions(database.read, ids);
  return found
    .flatMap(({ row, permissions }) => {
      const project = byId.get(row.project_id);
      return project === undefined ? [] : [buildHead(row, project, permissions)];
    })
    .filter((tracker) => maySeeTracker(viewer, tracker));
}

async function listAdminProjects(database: Database, viewer: Viewer): Promise<number[]> {
  const withTrackers = await store.listProjectIds(database.read);
  if (viewer.isSuperUser) return withTrackers;
  const own = withTrackers.filter((id) => isProjectAdmin(viewer, id));
  const held = (await store.listAdminGroups(database.read)).filter((row) =>
    isInGroup(viewer, row.ugroup_id, row.project_id),
  );
  return [...new Set([...own, ...held.map((row) => row.project_id)])];
}

async function listBoundUserIds(
  deps: TrackerDeps,
  viewer: Viewer,
  field: Field,
  tracker: Definition,
): Promise<Set<number> | undefined> {
  const ids = new Set<number>();
  for (const name of boundGroupsOf(field)) {
    if (name === 'registered_users') return undefined;
    for (const id of await listGroupOfBind(deps, viewer, name, tracker)) ids.add(id);
  }
  return ids;
}

function listGroupOfBind(deps: TrackerDeps, viewer: Viewer, name: string, tracker: Definition): Promise<number[]> {
  const projectId = tracker.project.id;
  if (name === 'group_members')
    return userGroupRecords.listMemberIdsOf(deps.database.read, projectId, groupIds.members);
  if (name === 'group_admins') return userGroupRecords.listMemberIdsOf(deps.database.read, projectId, groupIds.admins);
  if (name === 'artifact_submitters') return deps.listActors(viewer, tracker, 'submitted_by');
  const group = findBoundGroup(tracker, name);
  return group === undefined
    ? Promise.resolve([])
    : userGroupRecords.listMemberIdsOf(deps.database.read, projectId, group.id);
}

async function loadFieldViewContext(
  deps: TrackerDeps,
  viewer: Viewer,
  tracker: Definition,
  fields: readonly Field[],
): Promise<FieldViewContext> {
  const defaults = fields.flatMap((field) => field.settings.bind?.defaultUserIds ?? []);
  const users = await deps.people.findMany(defaults, viewer.site.version);
  return {
    boundUsers: await loadBoundUsers(deps, viewer, tracker, fields),
    user: (id) => users.get(id),
    baseUrl: publicUrl(viewer.site.settings),
    maxUploadBytes: viewer.site.settings.sys_max_size_upload,
    nowMs: deps.clock.nowMs(),
    texts: await renderAll(
      deps.markup,
      fields.flatMap((field) => fieldTypeOf(field.type).formTexts(field)),
    ),
  };
}

async function loadBoundUsers(
  deps: TrackerDeps,
  viewer: Viewer,
  tracker: Definition,
  fields: readonly Field[],
): Promise<Map<number, UserRow[]>> {
  const loaded = new Map<number, UserRow[]>();
  for (const field of fields) {
    const ids = await listOfferedIds(deps, viewer, field, tracker);
    if (ids.length > 0) loaded.set(field.id, await listUsersByIds(deps.database.read, ids));
  }
  return loaded;
}

async function listOfferedIds(deps: TrackerDeps, viewer: Viewer, field: Field, tracker: Definition): Promise<number[]> {
  const { search } = fieldTypeOf(field.type);
  if (search === 'submitted-by') return deps.listActors(viewer, tracker, 'submitted_by');
  if (search === 'updated-by') return deps.listActors(viewer, tracker, 'updated_by');
  if (field.settings.bind?.kind !== 'users' || fieldIs.openList(field)) return [];
  return [...((await listBoundUserIds(deps, viewer, field, tracker)) ?? [])];
}
