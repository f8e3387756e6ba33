// Git repositories: finding, making and changing them.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { isUniqueViolation } from '../../../platform/database/index.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { DomainError } from '../../../platform/errors.ts';
import { beginMark, endMark } from '../../../platform/files/unfinished.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import {
  projectRecords,
  projectServices,
  readAsAdmin,
  refuseProject,
  requireLivingProject,
  requireStillLiving,
  userGroupRecords,
} from '../../projects/index.ts';
import type { ProjectRow, Projects, Viewer } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { forgetRepositories } from '../../storage/index.ts';
import type { Storage } from '../../storage/index.ts';
import { folderNameFor, nameForm, requireRepositoryName } from './folder-names.ts';
import { readEncoding } from './text-charset.ts';
import { initialPermissions, isGitAdmin, isOwner, mayRead, readingGroups } from './git.access.ts';
import type { Repository } from './git.access.ts';
import { branchPrefix } from './git-objects.ts';
import type { GitProgram } from './git-program.ts';
import type { GitRepository, GitRepositoryChange, NewGitRepository } from './git-repositories.schema.ts';
import { viewRepository } from './git-repositories.view.ts';
import type { GroupNames } from './git-repositories.view.ts';
import * as store from './git.store.ts';
import type { PermissionRow, RefRow, RepositoryOrder, RepositoryRow } from './git.store.ts';
import { renameRepository } from '../commits/commits.store.ts';
import { countOpenRequests } from './open-requests.ts';
import type { OpenRequests } from './open-requests.ts';
import { gitService } from '../commits/services.ts';

interface ListWish extends RepositoryOrder {
  withPermissions: boolean;
}

/** A number, or the short name of a project and the repository's own name. */
export type RepositoryAddress = { id: number } | { projectName: string; name: string };

export interface GitRepositories {
  /** Those of the project that the viewer may read, none where it has switched Git off. Throws as Projects.read. */
  list(
    viewer: Viewer,
    projectId: number,
    wish: ListWish,
  ): Promise<{ repositories: Static<typeof GitRepository>[]; size: number }>;
  /** Throws notFound for one that the viewer may not read. */
  read(viewer: Viewer, id: number): Promise<Repository>;
  /** The same for changes: throws forbidden where the viewer does not administer the project, or it is closed. */
  readAsAdmin(viewer: Viewer, id: number): Promise<Repository>;
  /** As readAsAdmin, but owners of personal forks may, too. */
  readAsKeeper(viewer: Viewer, id: number): Promise<Repository>;
  /** Asks for no right; undefined where there is none, or where the project has switched Git off. */
  find(place: RepositoryAddress): Promise<Repository | undefined>;
  show(viewer: Viewer, id: number): Promise<Static<typeof GitRepository>>;
  /** Those of these that the viewer may read, in this order, in as many statements however many they are. */
  showAll(viewer: Viewer, ids: readonly number[]): Promise<Static<typeof GitRepository>[]>;
  /** Throws as Projects.read, forbidden for who does not administer the project, invalid for a name that can't be or is taken, and where Git is off. */
  create(viewer: Viewer, wanted: Static<typeof NewGitRepository>): Promise<Static<typeof GitRepository>>;
  /** Throws as readAsAdmin, and invalid for a default branch that is not there, and for a name that can't be or is taken. */
  change(viewer: Viewer, id: number, change: Change): Promise<void>;
  /** Names of static groups of these projects, by id. */
  nameGroups(projectIds: number | readonly number[]): Promise<GroupNames>;
}

interface Needs {
  database: Database;
  clock: Clock;
  projects: Projects;
  git: GitProgram;
  storage: Storage;
  openRequests: OpenRequests;
}

type Finding = Pick<GitRepositories, 'read' | 'readAsAdmin' | 'readAsKeeper' | 'find' | 'nameGroups'>;

/** For one that is not there, and for one that may not be known. */
export const noRepository = (): DomainError =>
  notFound(says('git.unseen')`this Git repository does not exist, or you don't have access to it`);

export function createGitRepositories(needs: Needs): GitRepositories {
  const { database, projects } = needs;
  const db = database.read;
  const finding = createFinding(database);
  const show = async (viewer: Viewer, repository: Repository): Promise<Static<typeof GitRepository>> => {
    const open = (await countOpenRequests(needs, [repository])).get(repository.id);
    return viewRepository(viewer, repository, await finding.nameGroups(repository.project_id), open);
  };
  const withFolder = (viewer: Viewer, { folder }: Repository, shown: Static<typeof GitRepository>) =>
    viewer.isSuperUser ? { ...shown, folder: join(needs.git.folder, folder) } : shown;
  return {
    ...finding,
    async list(viewer, projectId, { withPermissions, ...page }) {
      const project = await projects.read(viewer, projectId);
      if (await projectServices.isServiceOff(db, project.id, gitService)) return { repositories: [], size: 0 };
      const { rows, size } = await store.listRepositories(db, project.id, readingGroups(viewer, project.id), page);
      const permissions = await store.listPermissions(
        db,
        rows.map((row) => row.id),
      );
      const open = await countOpenRequests(needs, rows);
      const names = withPermissions ? await finding.nameGroups(project.id) : undefined;
      const repositories = rows.map((row) =>
        viewRepository(
          viewer,
          { ...row, project, permissions: permissions.get(row.id) ?? [] },
          names,
          open.get(row.id),
        ),
      );
      return { repositories, size };
    },
    async show(viewer, id) {
      const repository = await finding.read(viewer, id);
      return withFolder(viewer, repository, await show(viewer, repository));
    },
    async showAll(viewer, ids) {
      const found = await findRepositoriesById(db, ids);
      const readable = ids.flatMap((id) => found.get(id) ?? []).filter((one) => mayRead(viewer, one));
      const projectIds = new Set(readable.map((one) => one.project_id));
      const names = projectIds.size === 0 ? new Map() : await finding.nameGroups([...projectIds]);
      const open = await countOpenRequests(needs, readable);
      return readable.map((one) => withFolder(viewer, one, viewRepository(viewer, one, names, open.get(one.id))));
    },
    async create(viewer, wanted) {
      const project = await readAsAdmin(projects, viewer, wanted.project_id);
      requireRepositoryName(wanted.name);
      const { settings } = viewer.site;
      await needs.storage.requireRoom({ settings, projectId: project.id, kind: 'repositories' }, 1);
      return show(viewer, await createRepository(needs, viewer, project, { ...wanted, ...emptyContent(project) }));
    },
    change: async (viewer, id, change) =>
      changeRepository(needs, viewer, await finding.readAsKeeper(viewer, id), change),
  };
}

type Change = Static<typeof GitRepositoryChange>;

async function changeRepository(needs: Needs, viewer: Viewer, repository: Repository, change: Change): Promise<void> {
  const branch = change.default_branch ?? undefined;
  const name = change.name ?? repository.name;
  requireNoGerrit(change);
  const encoding = readEncoding(change.text_encoding ?? repository.text_encoding);
  if (name !== repository.name) requireNewName(viewer, repository, name);
  await needs.database.transact(async (tx) => {
    await requireStillLiving(tx, repository.project_id);
    if (branch !== undefined && (await store.findRef(tx, repository.id, branchPrefix + branch)) === undefined)
      throw invalid(says('pull.no-branch')`there is no branch "${branch}"`, 'default_branch');
    if (name !== repository.name) await rename(tx, repository, name);
    await store.updateRepository(tx, repository.id, {
      description: change.description ?? repository.description,
      default_branch: branch ?? repository.default_branch,
      allows_closure: Number(change.allow_artifact_closure ?? repository.allows_closure === 1),
      text_encoding: encoding,
    });
    const details = { git_repository: repository.id, ...describeChange(change) };
    await recordAudit(tx, needs.clock, {
      kind: 'repository-changed',
      by: actorOf(viewer),
      projectId: repository.project_id,
      details,
    });
  });
  if (branch !== undefined) await needs.git.runIn(repository, ['symbolic-ref', 'HEAD', branchPrefix + branch]);
}

/** Throws invalid; an owner who does not administer the project keeps their fork where personal ones are. */
function requireNewName(viewer: Viewer, { project_id: projectId, name: old }: RepositoryRow, name: string): void {
  requireRepositoryName(name);
  const folder = `${old.split('/').slice(0, 2).join('/')}/`;
  if (!isGitAdmin(viewer, projectId) && !name.startsWith(folder))
    throw invalid(says('git.fork-folder')`must begin with "${folder}", like all your forks`, 'name');
}

/** Commits go with it; pages and texts that have the old name lead nowhere. */
async function rename(
  tx: Writer,
  { id, project_id: projectId, name: old }: RepositoryRow,
  name: string,
): Promise<void> {
  try {
    await store.updateRepository(tx, id, { name });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw invalid(says('git.there')`the project already has a repository "${name}"`, 'name');
  }
  await renameRepository(tx, { projectId, kind: 'git', name: old }, name);
  await bumpSiteVersion(tx);
}

async function complete(db: Reader, row: RepositoryRow, project: ProjectRow): Promise<Repository | undefined> {
  if (await projectServices.isServiceOff(db, project.id, gitService)) return undefined;
  return { ...row, project, permissions: (await store.listPermissions(db, [row.id])).get(row.id) ?? [] };
}

/** As GitRepositories.find, such as in a transaction. */
export async function findRepositoryById(db: Reader, id: number): Promise<Repository | undefined> {
  const row = await store.findRepository(db, id);
  const project = row === undefined ? undefined : await projectRecords.findProject(db, row.project_id);
  return row === undefined || project === undefined ? undefined : complete(db, row, project);
}

/** As findRepositoryById of each, by id, in as many statements however many they are; those that are not there are left out. */
export async function findRepositoriesById(db: Reader, ids: readonly number[]): Promise<Map<number, Repository>> {
  const rows = ids.length === 0 ? [] : await store.listRepositoriesById(db, ids);
  if (rows.length === 0) return new Map();
  const projectIds = [...new Set(rows.map((row) => row.project_id))];
  const projects = new Map(
    (await projectRecords.listProjectsByIds(db, projectIds)).map((project) => [project.id, project]),
  );
  const without = await projectServices.listProjectsWithout(db, projectIds, gitService);
  const permissions = await store.listPermissions(
    db,
    rows.map((row) => row.id),
  );
  return new Map(
    rows.flatMap((row): [number, Repository][] => {
      const project = without.has(row.project_id) ? undefined : projects.get(row.project_id);
      return project === undefined ? [] : [[row.id, { ...row, project, permissions: permissions.get(row.id) ?? [] }]];
    }),
  );
}

/** Those of a project that the viewer may read, in order of name. */
export async function listRepositoriesOf(
  db: Reader,
  viewer: Viewer,
  projectId: number,
  limit: number,
): Promise<Repository[]> {
  const project = await projectRecords.findProject(db, projectId);
  if (project === undefined || refuseProject(viewer, project) !== undefined) return [];
  if (await projectServices.isServiceOff(db, projectId, gitService)) return [];
  const page = { order: 'path' as const, limit, offset: 0 };
  const { rows } = await store.listRepositories(db, projectId, readingGroups(viewer, projectId), page);
  const permissions = await store.listPermissions(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, project, permissions: permissions.get(row.id) ?? [] }));
}

function createFinding({ read: db }: Database): Finding {
  const find: Finding['find'] = async (place) => {
    if ('id' in place) return findRepositoryById(db, place.id);
    // What could be no name might be no text for the database either.
    const isPlace = /^[A-Za-z0-9_-]+$/.test(place.projectName) && nameForm.test(place.name);
    const project = isPlace ? await projectRecords.findProjectByName(db, place.projectName) : undefined;
    const row = project === undefined ? undefined : await store.findRepositoryByName(db, project.id, place.name);
    return row === undefined || project === undefined ? undefined : complete(db, row, project);
  };
  const read = async (viewer: Viewer, id: number): Promise<Repository> => {
    const repository = await find({ id });
    if (repository === undefined || !mayRead(viewer, repository)) throw noRepository();
    return repository;
  };
  const readToChange = async (
    viewer: Viewer,
    id: number,
    isKeeper: (repository: Repository) => boolean,
  ): Promise<Repository> => {
    const repository = await read(viewer, id);
    if (!isGitAdmin(viewer, repository.project_id) && !isKeeper(repository))
      throw forbidden(says('git.admin-only')`only project administrators can change its repositories`);
    requireLivingProject(repository.project);
    return repository;
  };
  return {
    find,
    read,
    readAsAdmin: (viewer, id) => readToChange(viewer, id, () => false),
    readAsKeeper: (viewer, id) => readToChange(viewer, id, (repository) => isOwner(viewer, repository)),
    nameGroups: async (projectIds) =>
      new Map((await userGroupRecords.listGroups(db, projectIds)).map((group) => [group.id, group.name])),
  };
}

function requireNoGerrit(change: Change): void {
  for (const name of ['migrate_to_gerrit', 'disconnect_from_gerrit'] as const)
    if ((change[name] ?? null) !== null)
      throw invalid(says('git.no-gerrit')`is not supported: this server is not connected to Gerrit`, name);
}

const describeChange = ({
  default_branch,
  allow_artifact_closure,
  name,
  description,
  text_encoding,
}: Static<typeof GitRepositoryChange>): Record<string, string | boolean> => ({
  ...(typeof default_branch === 'string' ? { default_branch } : {}),
  ...(typeof name === 'string' ? { name } : {}),
  ...(typeof description === 'string' ? { description } : {}),
  ...(typeof allow_artifact_closure === 'boolean' ? { allow_artifact_closure } : {}),
  ...(typeof text_encoding === 'string' ? { text_encoding } : {}),
});

/** What a repository is made with. */
export interface RepositoryContent {
  permissions: readonly PermissionRow[];
  default_branch: string | null;
  parent_id: number | null;
  owner_id: number | null;
  text_encoding: string;
  /** Puts what it holds into its folder, which is an empty repository then; gives its branches and tags. */
  fill(folder: string): Promise<readonly RefRow[]>;
  /** Asked in the transaction that makes it. */
  requireRights(tx: Writer): Promise<void>;
}

const emptyContent = (project: ProjectRow): RepositoryContent => ({
  permissions: initialPermissions(project),
  default_branch: null,
  parent_id: null,
  owner_id: null,
  text_encoding: '',
  fill: () => Promise.resolve([]),
  requireRights: () => Promise.resolve(),
});

/** The folder first: what a crash leaves is one without content that no row names. Throws invalid for a name that is taken. */
export async function createRepository(
  { database, clock, git }: Pick<Needs, 'database' | 'clock' | 'git'>,
  viewer: Viewer,
  project: ProjectRow,
  {
    name,
    description,
    permissions,
    fill,
    requireRights,
    ...content
  }: Pick<Static<typeof NewGitRepository>, 'name' | 'description'> & RepositoryContent,
): Promise<Repository> {
  const folder = `${folderNameFor(name)}.git`;
  const path = join(git.folder, folder);
  await mkdir(git.folder, { recursive: true, mode: 0o700 });
  await beginMark(path);
  try {
    const branch = content.default_branch ?? 'main';
    await git.run(['init', '--quiet', '--bare', '--template=', `--initial-branch=${branch}`, path]);
    const refs = await fill(folder);
    return await database.transact(async (tx) => {
      await requireStillLiving(tx, project.id);
      await requireRights(tx);
      await projectServices.beginService(tx, project.id, gitService);
      await forgetRepositories(tx, project.id);
      const atMs = clock.nowMs();
      const row = await store.insertRepository(tx, {
        ...content,
        project_id: project.id,
        name,
        description,
        folder,
        allows_closure: 0,
        token_hash: null,
        created_at_ms: atMs,
        updated_at_ms: atMs,
      });
      await store.replacePermissions(tx, row.id, permissions);
      await store.saveRefs(tx, row.id, refs);
      const details = { git_repository: row.id, name };
      await recordAudit(tx, clock, {
        kind: 'repository-created',
        by: actorOf(viewer),
        projectId: project.id,
        details,
      });
      return { ...row, project, permissions };
    });
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    if (!isUniqueViolation(error)) throw error;
    throw invalid(says('git.there')`the project already has a repository "${name}"`, 'name');
  } finally {
    await endMark(path);
  }
}
