// Subversion repositories of projects: making, changing and removing them.
import type { AbsolutePath } from '../../../platform/files/absolute-path.ts';
import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { mapConstraint, storedJson } from '../../../platform/database/index.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { isThere } from '../../../platform/files/durable-files.ts';
import { invalid, notFound, unavailable } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { enqueueJob, handleJob, listUnfinishedPayloads } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import { ProgramError } from '../../../platform/programs/run-program.ts';
import { endMark } from '../../../platform/files/unfinished.ts';
import { publicUrl } from '../../../settings/index.ts';
import { requireUser } from '../../people/index.ts';
import type { People } from '../../people/index.ts';
import {
  groupIds,
  projectServices,
  requireStillLiving,
  userGroupNames,
  userGroupRecords,
} from '../../projects/index.ts';
import type { Page, ProjectRow, Projects, Viewer } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { SiteService } from '../../site/index.ts';
import { forgetRepositories } from '../../storage/index.ts';
import type { Storage } from '../../storage/index.ts';
import type { Commits } from '../commits/commits.service.ts';
import { listUndefinedGroups, tidyRules } from './access-rules.ts';
import { findRulesFault } from './rules-check.ts';
import { isSvnAdmin, requireSvnAdmin } from './svn.access.ts';
import { discardRepository, dumpRepository, isOwn, locate, makeRepository, readYoungest } from './svn-folder.ts';
import { svnService } from '../commits/services.ts';
import { readSettings, usualSettings } from './svn-settings.ts';
import type { SvnAccess } from './svn-access.service.ts';
import type {
  StoredSettings,
  NewSvnRepository,
  SvnRepositories,
  SvnRepository,
  SvnSettingsUpdate,
} from './svn.schema.ts';
import * as store from './svn.store.ts';
import type { SvnRow } from './svn.store.ts';
import { viewRepository, viewSettings } from './svn.view.ts';

export interface Svn {
  /** Those of the project, none where it has switched Subversion off. Throws as Projects.read. */
  list(
    viewer: Viewer,
    projectId: number,
    name: string | undefined,
    page: Page,
  ): Promise<{ body: Static<typeof SvnRepositories>; size: number }>;
  /** Throws notFound, or as Projects.read. */
  read(viewer: Viewer, id: number): Promise<SvnRow>;
  /** Throws as read. */
  show(viewer: Viewer, id: number): Promise<Static<typeof SvnRepository>>;
  /**
   * A repository that is there once this resolves. Throws as Projects.read, forbidden for who does not administer the
   * project's Subversion, invalid for a malformed request and where Subversion is off, conflict for a taken name, too-large where the project has
   * no room, unavailable where Subversion fails.
   */
  create(viewer: Viewer, body: Static<typeof NewSvnRepository>): Promise<Static<typeof SvnRepository>>;
  /** Throws as show, and as create; invalid for rules of access that Subversion can't read. */
  update(viewer: Viewer, id: number, body: Static<typeof SvnSettingsUpdate>): Promise<Static<typeof SvnRepository>>;
  /** It is gone at once; its folder goes by a job. Throws as show, and forbidden as create. */
  remove(viewer: Viewer, id: number): Promise<void>;
}

export interface SvnDeps {
  database: Database;
  clock: Clock;
  dataDir: AbsolutePath;
  site: SiteService;
  people: People;
  projects: Projects;
  commits: Commits;
  storage: Storage;
  access: SvnAccess;
}

export const takenName = {
  'svn_repositories.project_id, svn_repositories.name': 'the project has a repository of this name; choose another',
};

export function createSvn(deps: SvnDeps): Svn {
  const { database, projects } = deps;
  const find = async (viewer: Viewer, id: number): Promise<{ row: SvnRow; project: ProjectRow }> => {
    const row = await store.findRepository(database.read, id);
    if (row === undefined || (await projectServices.isServiceOff(database.read, row.project_id, svnService)))
      throw notFound(says('svn.missing')`there is no Subversion repository ${id}`);
    return { row, project: await projects.read(viewer, row.project_id) };
  };
  return {
    async list(viewer, projectId, name, page) {
      const project = await projects.read(viewer, projectId);
      if (await projectServices.isServiceOff(database.read, project.id, svnService))
        return { body: { repositories: [] }, size: 0 };
      const { rows, size } = await store.listRepositories(database.read, projectId, name, page);
      const baseUrl = publicUrl(viewer.site.settings);
      return { body: { repositories: rows.map((row) => viewRepository(row, project, baseUrl)) }, size };
    },
    read: async (viewer, id) => (await find(viewer, id)).row,
    async show(viewer, id) {
      const { row, project } = await find(viewer, id);
      return view(deps, viewer, row, project);
    },
    async create(viewer, body) {
      const project = await projects.read(viewer, body.project_id);
      requireSvnAdmin(viewer, project);
      const row = await make(deps, viewer, project, body);
      return view(deps, viewer, row, project);
    },
    async update(viewer, id, { settings }) {
      const { row, project } = await find(viewer, id);
      requireSvnAdmin(viewer, project);
      const known = readSettings(row.settings_json, `settings of Subversion repository ${id}`);
      const changed = await readSent(deps, project, settings, known);
      if (settings.access_file !== undefined) await requireReadableRules(deps, project, changed, known.access_file);
      await database.transact(async (tx) => {
        await requireStillLiving(tx, project.id);
        if (!(await store.updateSettings(tx, id, JSON.stringify(changed))))
          throw notFound(says('svn.gone')`it no longer exists`);
        await bumpSiteVersion(tx);
      });
      await deps.access.write(id);
      return view(deps, viewer, { ...row, settings_json: JSON.stringify(changed) }, project);
    },
    async remove(viewer, id) {
      const { project } = await find(viewer, id);
      requireSvnAdmin(viewer, project);
      await database.transact(async (tx) => {
        await requireStillLiving(tx, project.id);
        const row = await store.deleteRepository(tx, id);
        if (row === undefined) throw notFound(says('svn.gone')`it no longer exists`);
        await deps.commits.forget(tx, { projectId: project.id, kind: 'svn', name: row.name });
        const { folder, name } = row;
        const nowMs = deps.clock.nowMs();
        if (isOwn(folder))
          await enqueueJob(tx, removal, { folder, name: `${project.unix_name}-${name}-${id}` }, { nowMs });
        await bumpSiteVersion(tx);
      });
    },
  };
}

async function view(
  deps: SvnDeps,
  viewer: Viewer,
  row: SvnRow,
  project: ProjectRow,
): Promise<Static<typeof SvnRepository>> {
  const baseUrl = publicUrl(viewer.site.settings);
  const place = viewer.isSuperUser ? { folder: locate(deps.dataDir, row.folder) } : {};
  const shown = { ...viewRepository(row, project, baseUrl), ...place };
  if (!isSvnAdmin(viewer, project.id)) return shown;
  const settings = readSettings(row.settings_json, `settings of Subversion repository ${row.id}`);
  const notified = settings.email_notifications;
  const users = await deps.people.findMany(
    notified.flatMap((notification) => notification.users),
    viewer.site.version,
  );
  const groups = await listGroupNames(deps.database.read, project.id);
  return { ...shown, settings: viewSettings(settings, project.id, { users, groups }, baseUrl) };
}

/** Names of a project's groups by id; those of built-in ones are empty. */
const listGroupNames = async (db: Reader, projectId: number): Promise<Map<number, string>> =>
  new Map([
    ...Object.values(groupIds).map((id): [number, string] => [id, '']),
    ...(await userGroupRecords.listGroups(db, projectId)).map((group): [number, string] => [group.id, group.name]),
  ]);

const namePattern = /^[A-Za-z][A-Za-z0-9._-]{2,99}$/;

/** Throws invalid. */
export function requireSvnName(name: string): void {
  if (!namePattern.test(name))
    throw invalid(
      says('svn.name')`is not a valid name; use a letter, then 2 to 99 letters, digits, "-", "_" and "."`,
      'name',
    );
}

async function make(
  deps: SvnDeps,
  viewer: Viewer,
  project: ProjectRow,
  { name, settings: sent = {} }: Static<typeof NewSvnRepository>,
): Promise<SvnRow> {
  requireSvnName(name);
  const layout = (sent.layout ?? []).map((path, index) => readPath(path, `settings.layout[${index}]`));
  const settings = await readSent(deps, project, { ...usualSettings, email_notifications: [], ...sent }, usualSettings);
  await requireReadableRules(deps, project, settings, '');
  const author = requireUser(viewer).username;
  const place = { settings: viewer.site.settings, projectId: project.id, kind: 'repositories' } as const;
  await deps.storage.requireRoom(place, 1);
  const accessFile = await deps.access.compose(project, settings);
  const folder = await explainPrograms(() => makeRepository(deps.dataDir, { name, layout, author, accessFile }));
  const path = locate(deps.dataDir, folder);
  try {
    return await deps.database.transact(async (tx) => {
      await requireStillLiving(tx, project.id);
      await projectServices.beginService(tx, project.id, svnService);
      await forgetRepositories(tx, project.id);
      const facts = { project_id: project.id, name, folder, settings_json: JSON.stringify(settings) };
      return store.insertRepository(tx, { ...facts, recorded_revision: layout.length > 0 ? 1 : 0 });
    });
  } catch (error) {
    await discardRepository(deps.dataDir, folder);
    throw mapConstraint(error, takenName);
  } finally {
    await endMark(path);
  }
}

/** Runs what starts programs; throws unavailable where one fails. */
async function explainPrograms<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProgramError)
      throw unavailable(says('svn.fails')`Subversion does not work on the server; contact its administrator`, error);
    throw error;
  }
}

/** A path of a repository. Throws invalid. */
function readPath(path: string, place: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  const isPlain = parts.length > 0 && parts.every((part) => part !== '.' && part !== '..') && !/\p{Cc}/u.test(path);
  if (!isPlain) throw invalid(says('svn.path')`is not a valid path; use a path such as /tags`, place);
  return parts.join('/');
}

const plainPath = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '')
    .join('/');

/** Ids of groups that there are, in whatever project. */
async function listForeignGroups(db: Reader, sent: readonly string[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const text of new Set(sent))
    if (/^\d{1,9}$/.test(text) && (await userGroupRecords.findGroup(db, Number(text))) !== undefined)
      found.add(Number(text));
  return found;
}

type SentSettings = Omit<Static<typeof SvnSettingsUpdate>['settings'], 'access_file' | 'has_default_permissions'> &
  Partial<Static<typeof SvnSettingsUpdate>['settings']>;

/**
 * Throws invalid for people that are not there, groups of other projects, and notifications that tell nobody or that another one repeats,
 * notFound for groups that are not there.
 */
async function readSent(
  { database, people }: SvnDeps,
  project: ProjectRow,
  sent: SentSettings,
  known: Static<typeof StoredSettings>,
): Promise<Static<typeof StoredSettings>> {
  const names = await listGroupNames(database.read, project.id);
  const notifications: Static<typeof StoredSettings>['email_notifications'] = [];
  for (const [index, notification] of sent.email_notifications.entries()) {
    const place = `settings.email_notifications[${index}]`;
    const { emails, users, user_groups: sentGroups, path: known } = notification;
    if (emails.length + users.length + sentGroups.length === 0)
      throw invalid(says('svn.tells-nobody')`notifies no one; add emails, users or user_groups`, place);
    if (notifications.some(({ path }) => plainPath(path) === plainPath(known)))
      throw invalid(says('svn.told-twice')`repeats "${known}"; list each path only once`, `${place}.path`);
    for (const [position, id] of notification.users.entries())
      if ((await people.find(id)) === undefined)
        throw invalid(says('user.missing')`there is no user ${id}`, `${place}.users[${position}]`);
    const foreign = await listForeignGroups(database.read, sentGroups);
    const groups = sentGroups.map((text, position) => {
      const path = `${place}.user_groups[${position}]`;
      const { id, projectId = project.id } = userGroupNames.parseGroupRestId(text, path);
      const isForeign = projectId !== project.id || (!names.has(id) && foreign.has(id));
      if (isForeign)
        throw invalid(
          says('svn.other-group')`"${text}" is a group of another project; use a group of this project`,
          path,
        );
      if (!names.has(id)) throw notFound(says('svn.no-group')`${path}: "${text}" is not a group of the project`);
      return id;
    });
    notifications.push({ ...notification, user_groups: groups });
  }
  for (const list of ['paths', 'whitelist'] as const)
    for (const [index, path] of sent.immutable_tags[list].entries())
      readPath(path, `settings.immutable_tags.${list}[${index}]`);
  return {
    commit_rules: sent.commit_rules,
    immutable_tags: sent.immutable_tags,
    access_file: sent.access_file === undefined ? known.access_file : tidyRules(sent.access_file),
    has_default_permissions: sent.has_default_permissions ?? known.has_default_permissions,
    email_notifications: notifications,
  };
}

/**
 * Throws invalid for rules that Subversion can't read, because it would refuse everyone then, and unavailable where nothing can check them.
 * Groups that rules before them named may be gone.
 */
async function requireReadableRules(
  { access, dataDir }: SvnDeps,
  project: ProjectRow,
  settings: Static<typeof StoredSettings>,
  former: string,
): Promise<void> {
  if (settings.access_file.trim() === '') return;
  const formerly = new Set(listUndefinedGroups(former));
  const fault = await findRulesFault(dataDir, await access.compose(project, settings, (group) => formerly.has(group)));
  if (fault !== undefined) throw invalid(fault, 'settings.access_file');
}

const Removal = Type.Object({
  folder: Type.String(),
  name: Type.String(),
  /** The last revision that an archive was proved to have. */
  youngest: Type.Optional(Type.Integer()),
});
const removal: JobType<typeof Removal> = { name: 'remove-svn-repository', payload: Removal };

const readRemoval = storedJson(Removal);

/** What is about to go is called so first: from then on it is no repository, whatever a kill leaves of it. */
const leavingName = (folder: string): string => `${folder}.leaving`;

/** Folders, as rows name them, that are about to be removed, or half gone. */
export const listFoldersToRemove = async (db: Reader): Promise<string[]> =>
  (await listUnfinishedPayloads(db, removal.name))
    .map((text) => readRemoval(text, removal.name).folder)
    .flatMap((folder) => [folder, leavingName(folder)]);

/** Removes a folder of which an archive has all up to a revision; one that has more is dumped as others are. */
export const orderProvedSvnRemoval = (tx: Writer, order: Static<typeof Removal>, nowMs: number): Promise<unknown> =>
  enqueueJob(tx, removal, order, { nowMs });

/** Writes a dump of the repository to the folder of sys_project_backup_path before. A second attempt does what is left. */
export const createSvnRemoval = ({
  dataDir,
  site,
  database,
}: Pick<SvnDeps, 'dataDir' | 'site' | 'database'>): JobHandler =>
  handleJob(removal, async ({ folder, name, youngest }) => {
    const [path, leaving] = [locate(dataDir, folder), locate(dataDir, leavingName(folder))];
    const isNamedAgain = (await store.findRepositoryIn(database.read, [folder])) !== undefined;
    if (!isNamedAgain && (await isThere(path))) {
      const { settings } = await site.current();
      if (youngest === undefined || (await readYoungest(path)) !== youngest)
        await dumpRepository(dataDir, folder, join(resolve(settings.sys_project_backup_path), `${name}.svndump`));
      await rename(path, leaving);
    }
    await discardRepository(dataDir, leavingName(folder));
  });
