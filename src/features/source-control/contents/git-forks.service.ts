// Forks: copies of repositories for one person, or for another project.
import { join } from 'node:path';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { measureFolder } from '../../../platform/files/folder-size.ts';
import { says } from '../../../platform/texts/said.ts';
import { requireUser } from '../../people/index.ts';
import { readAsAdmin, requireLivingProject } from '../../projects/index.ts';
import type { ProjectRow, Projects, Viewer } from '../../projects/index.ts';
import type { Storage } from '../../storage/index.ts';
import { fetchFrom } from '../repositories/git-copying.ts';
import { branchPrefix, readRefs, tagPrefix } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import { requireRepositoryName } from '../repositories/folder-names.ts';
import { createRepository, findRepositoryById, noRepository } from '../repositories/git-repositories.service.ts';
import type { GitRepositories } from '../repositories/git-repositories.service.ts';
import type { GitRepository, NewGitFork } from '../repositories/git-repositories.schema.ts';
import { initialPermissions, mayHaveFork, mayRead, personalPermissions } from '../repositories/git.access.ts';
import type { Repository } from '../repositories/git.access.ts';
import { copyObjects, sumObjectsOf } from '../lfs/lfs.store.ts';
import * as store from '../repositories/git.store.ts';
import { askForFirstGraph } from '../transfers/git-graphs.ts';
import type { GitPushes } from '../transfers/git-pushes.service.ts';

export interface GitForks {
  /**
   * Throws notFound for what the viewer may not read; forbidden for a personal fork of who is no member of the project, and for
   * one into a project that they do not administer; invalid for a name that can't be or is taken, and for too many.
   */
  create(viewer: Viewer, id: number, wanted: Static<typeof NewGitFork>): Promise<Static<typeof GitRepository>>;
  /** Those that the viewer may read, newest first. Throws notFound for what they may not read. */
  list(viewer: Viewer, id: number): Promise<Static<typeof GitRepository>[]>;
}

interface Needs {
  database: Database;
  clock: Clock;
  git: GitProgram;
  projects: Projects;
  repositories: GitRepositories;
  storage: Storage;
  pushes: Pick<GitPushes, 'identify'>;
}

/** Personal forks of one person, in all projects. */
const ownedMax = 100;
/** Of one repository that are told of. */
const listedMax = 200;

/** Where somebody's own forks are; user names hold more than names of repositories. */
const personalFolder = ({ id, username }: { id: number; username: string }): string =>
  `u/${/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(username) && !username.endsWith('.git') ? username : id}`;

export function createGitForks(needs: Needs): GitForks {
  const { database, clock, projects, repositories } = needs;
  return {
    async create(viewer, id, { project_id: projectId, name: wanted, description }) {
      const user = requireUser(viewer);
      const parent = await repositories.read(viewer, id);
      const isPersonal = (projectId ?? null) === null;
      const project = isPersonal ? parent.project : await readAsAdmin(projects, viewer, projectId ?? 0);
      requireLivingProject(project);
      if (isPersonal && !mayHaveFork(viewer, parent))
        throw forbidden(says('git.fork-members')`only project members can fork its repositories`);
      const name = wanted ?? parent.name;
      const full = isPersonal ? `${personalFolder(user)}/${name}` : name;
      requireRepositoryName(full);
      const { settings } = viewer.site;
      await needs.storage.requireRoom({ settings, projectId: project.id, kind: 'repositories' }, 1);
      const facts = {
        name: full,
        description: description ?? parent.description,
        ownerId: isPersonal ? user.id : null,
      };
      const made = await copy(needs, viewer, parent, { project, ...facts });
      await database.transact(async (tx) => {
        await copyObjects(tx, parent.id, made.id);
        await askForFirstGraph(tx, made.id, clock.nowMs());
      });
      return repositories.show(viewer, made.id);
    },
    async list(viewer, id) {
      await repositories.read(viewer, id);
      const rows = await store.listForksOf(database.read, id, listedMax);
      return repositories.showAll(
        viewer,
        rows.map((row) => row.id),
      );
    },
  };
}

/** Branches and tags alone: what nothing leads to any more, and what pull requests keep, stays behind. */
function copy(
  { database, clock, git, pushes, storage }: Needs,
  viewer: Viewer,
  parent: Repository,
  {
    project,
    name,
    description,
    ownerId,
  }: { project: ProjectRow; name: string; description: string; ownerId: number | null },
): Promise<Repository> {
  const variables = pushes.identify(requireUser(viewer));
  let bytes = 0;
  return createRepository({ database, clock, git }, viewer, project, {
    name,
    description,
    default_branch: parent.default_branch,
    parent_id: parent.id,
    owner_id: ownerId,
    text_encoding: parent.text_encoding,
    permissions: ownerId === null ? initialPermissions(project) : personalPermissions(parent),
    async fill(folder) {
      const what = [branchPrefix, tagPrefix].map((prefix) => `+${prefix}*:${prefix}*`);
      await fetchFrom(git, { folder }, { from: parent, what, variables });
      bytes = await measureFolder(join(git.folder, folder));
      return readRefs(git, { folder });
    },
    async requireRights(tx) {
      const now = await findRepositoryById(tx, parent.id);
      if (now === undefined || !mayRead(viewer, now)) throw noRepository();
      if (ownerId !== null && (await store.countOwned(tx, ownerId)) >= ownedMax)
        throw invalid(
          says('git.many-forks')`a user can have at most ${ownedMax} forks; delete one that you no longer need`,
        );
      const large = project.id === parent.project_id ? 0 : await sumObjectsOf(tx, parent.id);
      const { settings } = viewer.site;
      await storage.claimRoom(tx, { settings, projectId: project.id, kind: 'repositories' }, bytes + large);
    },
  });
}
