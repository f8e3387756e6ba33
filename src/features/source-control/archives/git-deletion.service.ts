// Git repositories that are deleted: nobody sees them any more, and for thirty days they can be had again. After that a bundle of
// what they held is left, and they go.
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { isUniqueViolation } from '../../../platform/database/index.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { recordAudit } from '../../audit/index.ts';
import type { NightlyJob } from '../../housekeeping/index.ts';
import { actorOf, requireUser } from '../../people/index.ts';
import { projectRecords, readAsAdmin, requireStillLiving } from '../../projects/index.ts';
import type { Projects, Viewer } from '../../projects/index.ts';
import type { SiteService } from '../../site/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { Commits } from '../commits/commits.service.ts';
import { renameRepository } from '../commits/commits.store.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import { requireRepositoryName } from '../repositories/folder-names.ts';
import { noRepository } from '../repositories/git-repositories.service.ts';
import type { GitRepositories } from '../repositories/git-repositories.service.ts';
import type { DeletedGitRepository } from '../repositories/git-repositories.schema.ts';
import { releaseObjects } from '../lfs/lfs.store.ts';
import * as store from '../repositories/git.store.ts';
import type { RepositoryRow } from '../repositories/git.store.ts';
import type { GitPushes } from '../transfers/git-pushes.service.ts';
import { writeBundle } from './archived-git.ts';
import { orderRemoval } from './git-removal.ts';

interface Needs {
  database: Database;
  clock: Clock;
  git: GitProgram;
  projects: Projects;
  repositories: GitRepositories;
  pushes: GitPushes;
  commits: Pick<Commits, 'forget'>;
  site: SiteService;
}

export interface GitDeletion {
  /** Throws as GitRepositories.readAsKeeper. */
  delete(viewer: Viewer, id: number): Promise<void>;
  /** Those of a project that can be had again. Throws as Projects.read, and forbidden for who does not administer it. */
  list(viewer: Viewer, projectId: number): Promise<Static<typeof DeletedGitRepository>[]>;
  /** Under its name, or another one. Throws notFound, forbidden, and invalid for a name that is taken. */
  restore(viewer: Viewer, id: number, name: string | undefined): Promise<void>;
}

const retentionDays = 30;
const dayMs = 24 * 60 * 60 * 1000;
const retentionMs = retentionDays * dayMs;

/** No name that can be given has `~`. */
const hiddenName = ({ id, name }: RepositoryRow): string => `${name}~${id}`;
const nameOf = ({ id, name }: RepositoryRow): string => name.slice(0, -`~${id}`.length);

async function rename(tx: Writer, row: RepositoryRow, name: string): Promise<void> {
  await renameRepository(tx, { projectId: row.project_id, kind: 'git', name: row.name }, name);
  await store.updateRepository(tx, row.id, { name });
}

export function createGitDeletion(needs: Needs): GitDeletion {
  const { database, clock, projects, repositories } = needs;
  return {
    async delete(viewer, id) {
      const user = requireUser(viewer);
      const { project_id: projectId } = await repositories.readAsKeeper(viewer, id);
      await database.transact(async (tx) => {
        await requireStillLiving(tx, projectId);
        const row = await store.findRepository(tx, id);
        if (row === undefined) throw noRepository();
        await rename(tx, row, hiddenName(row));
        await store.updateRepository(tx, id, { deleted_at_ms: clock.nowMs(), deleted_by: user.id });
        await bumpSiteVersion(tx);
        const details = { git_repository: id, deleted: row.name };
        await recordAudit(tx, clock, { kind: 'repository-changed', by: actorOf(viewer), projectId, details });
      });
    },
    async list(viewer, projectId) {
      await readAsAdmin(projects, viewer, projectId);
      return (await store.listDeletedOf(database.read, projectId)).map((row) => ({
        id: row.id,
        name: nameOf(row),
        description: row.description,
        deletion_date: formatIso(row.deleted_at_ms ?? 0),
        purge_date: formatIso((row.deleted_at_ms ?? 0) + retentionMs),
      }));
    },
    async restore(viewer, id, wanted) {
      const known = await store.findDeleted(database.read, id);
      if (known === undefined) throw noRepository();
      await readAsAdmin(projects, viewer, known.project_id);
      if (wanted !== undefined) requireRepositoryName(wanted);
      const name = wanted ?? nameOf(known);
      await database.transact(async (tx) => {
        await requireStillLiving(tx, known.project_id);
        const row = await store.findDeleted(tx, id);
        if (row === undefined) throw noRepository();
        try {
          await rename(tx, row, name);
        } catch (error) {
          if (!isUniqueViolation(error)) throw error;
          throw invalid(says('git.name-taken')`"${name}" is already taken; choose another name`, 'name');
        }
        await store.updateRepository(tx, id, { deleted_at_ms: null, deleted_by: null });
        await bumpSiteVersion(tx);
        const details = { git_repository: id, restored: name };
        const { project_id: projectId } = row;
        await recordAudit(tx, clock, { kind: 'repository-changed', by: actorOf(viewer), projectId, details });
      });
      // A push that was under way when it was deleted.
      await needs.pushes.record(id);
    },
  };
}

const Payload = Type.Object({});
const purgeJob: JobType<typeof Payload> = { name: 'git-purge', payload: Payload };
export const nightlyGitPurge: NightlyJob<typeof Payload> = { type: purgeJob, payload: {} };

/** Writes a bundle of each to the folder of `sys_project_backup_path`, if it has anything, then lets it go. */
export const createGitPurge = ({
  database,
  clock,
  git,
  commits,
  site,
}: Omit<Needs, 'projects' | 'repositories' | 'pushes'>): JobHandler =>
  handleJob(purgeJob, async (_payload, attempt) => {
    const { settings } = await site.current();
    const folder = resolve(settings.sys_project_backup_path);
    for (const row of await store.listDeletedBefore(database.read, clock.nowMs() - retentionMs)) {
      attempt.signal.throwIfAborted();
      const project = await projectRecords.findProject(database.read, row.project_id);
      const name = `${project?.unix_name ?? row.project_id}-${nameOf(row)}-${row.id}.bundle`.replaceAll('/', '-');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeBundle(git, join(git.folder, row.folder), join(folder, name));
      await database.transact(async (tx) => {
        if ((await store.findDeleted(tx, row.id)) === undefined) return;
        await commits.forget(tx, { projectId: row.project_id, kind: 'git', name: row.name });
        await releaseObjects(tx, row.id, clock.nowMs());
        await store.deleteRepositoryRow(tx, row.id);
        await orderRemoval(tx, row.folder, clock.nowMs());
      });
    }
  });
