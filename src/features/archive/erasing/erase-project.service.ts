// The end of a project: marked as deleted it can still come back, erased it is only in its archive.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../platform/clock.ts';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { replaceEvents } from '../../../platform/events/index.ts';
import { conflict, DomainError, forbidden, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { artifactErasure } from '../../artifacts/index.ts';
import { commandLine, recordAudit } from '../../audit/index.ts';
import type { Actor } from '../../audit/index.ts';
import { removeBlobsLater } from '../../attachments/index.ts';
import { actorOf, requireSiteAdmin } from '../../people/index.ts';
import { projectRecords, projectWrites } from '../../projects/index.ts';
import type { ProjectRow, Viewer } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { SiteService } from '../../site/index.ts';
import { exportArchive } from '../exporting/export-archive.ts';
import { listStoredFiles } from '../importing/stored-files.ts';
import type { ArchivePart, PartProof } from '../model/archive-parts.ts';
import { verifyArchive } from './verify-archive.ts';

export interface ErasedProject {
  /** Path of the archive that the project went to. */
  readonly archive: string;
  /** Attachments that could not be removed from the data folder, with what the system said. */
  readonly leftFiles: readonly string[];
  /** Whether the archive lies where many systems remove what is old. */
  readonly isInPassing: boolean;
}

const passingPlaces = /^(?:\/var)?\/tmp\//;

export interface ProjectRemoval {
  /**
   * Marks a project as deleted; nothing happens to one that is. Throws forbidden for anybody but site administrators and
   * for the site's own projects, notFound for an unknown id.
   */
  markDeleted(viewer: Viewer, id: number): Promise<void>;
  /** Makes a project active that is marked as deleted. Throws as markDeleted does, and conflict for one that is not. */
  restore(viewer: Viewer, id: number): Promise<void>;
  /** Erases a project that is marked as deleted. Throws as markDeleted does, and as `eraseByName`. */
  erase(viewer: Viewer, id: number): Promise<ErasedProject>;
  /**
   * Writes the project's archive to the folder of sys_project_backup_path, reads it back, and only then erases every row
   * of the project, and its attachments. Throws notFound for an unknown short name; conflict when the project is not
   * marked as deleted, has changed meanwhile, or its archive can't be written: then nothing is erased.
   */
  eraseByName(unixName: string): Promise<ErasedProject>;
}

export interface RemovalDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly site: SiteService;
  readonly blobs: BlobStore;
  /** Of archives. */
  readonly parts: readonly ArchivePart[];
  /** Hears of attachments that could not be removed, and why an archive could not be written. */
  readonly logger: Pick<Logger, 'warn'>;
}

/** A path where nothing is: `meadow-20260228T130509Z.zip`, or with a number where that second has one. */
function findFreePath(folder: string, unixName: string, nowMs: number): string {
  const base = join(folder, `${unixName}-${new Date(nowMs).toISOString().replace(/\.\d+|[-:]/g, '')}`);
  for (let number = 1; ; number += 1) {
    const path = `${base}${number === 1 ? '' : `-${number}`}.zip`;
    if (!existsSync(path)) return path;
  }
}

function requireDeleted(row: ProjectRow): void {
  if (row.status !== 'deleted')
    throw conflict(says('erase.state')`the project "${row.unix_name}" is ${row.status}; delete it first`);
}

/**
 * What the system or the archive's reader refused, as a refusal that names the setting; other errors are defects. What names
 * files of the server is told at its command line alone, and logged for others.
 */
function explain(error: unknown, logger: RemovalDeps['logger'], by: Actor): unknown {
  const isRefusal = error instanceof DomainError || (error instanceof Error && 'syscall' in error);
  if (!isRefusal) return error;
  const place = 'the folder of the setting sys_project_backup_path';
  const outcome = `the project was not erased, because no archive could be written to ${place}`;
  if (by === commandLine) return conflict(`${outcome}: ${error.message}`, error);
  logger.warn({ err: error }, outcome);
  return conflict(
    says(
      'erase.no-archive',
    )`the project was not erased, because no archive could be written to the folder in sys_project_backup_path; see the server log`,
    error,
  );
}

async function writeBackup(
  { database, clock, site, blobs, parts, logger }: RemovalDeps,
  unixName: string,
  by: Actor,
): Promise<{ path: string; proofs: readonly PartProof[] }> {
  const { settings } = await site.current();
  const path = findFreePath(settings.sys_project_backup_path, unixName, clock.nowMs());
  try {
    const written = await exportArchive({ database, blobs, parts }, { unixName, path, withDeletedTrackers: true });
    try {
      return { path, proofs: await verifyArchive(path, written, parts) };
    } catch (error) {
      await rm(path);
      throw error;
    }
  } catch (error) {
    throw explain(error, logger, by);
  }
}

/** What is erased, and who the audit log names. */
interface Erasure {
  /** The project as it was when its archive was written. */
  readonly before: ProjectRow;
  readonly mark: string;
  readonly archive: string;
  readonly proofs: readonly PartProof[];
  readonly by: Actor;
}

/** Erases the rows of a project that did not change since its archive was written; gives its attachments' paths. */
async function eraseRows(
  { clock }: RemovalDeps,
  tx: Writer,
  { before, mark, archive, proofs, by }: Erasure,
): Promise<string[]> {
  const row = await projectRecords.findProject(tx, before.id);
  if (row === undefined) throw notFound(says('erase.gone')`the project "${before.unix_name}" no longer exists`);
  requireDeleted(row);
  if (JSON.stringify(row) !== JSON.stringify(before) || (await artifactErasure.readHistoryMark(tx, row.id)) !== mark)
    throw conflict(
      says('erase.changed')`the project "${row.unix_name}" changed during the export of its archive; try again`,
    );
  const kept = await listStoredFiles(tx, row.id);
  const paths = [...(await artifactErasure.eraseArtifacts(tx, row.id)), ...kept.map(({ blob }) => blob)];
  for (const proof of proofs) await proof.erase(tx, { id: row.id, archive });
  // What a kill leaves of the files below goes by this, and until then nobody takes it for forgotten.
  await removeBlobsLater(tx, paths, clock.nowMs());
  await projectWrites.deleteProject(tx, row.id);
  const details = { shortname: row.unix_name, archive };
  await recordAudit(tx, clock, { kind: 'project-erased', by, projectId: row.id, details });
  await replaceEvents(tx, row.id, { kind: 'project-erased', by: by.userId ?? 0, atMs: clock.nowMs() });
  await bumpSiteVersion(tx);
  return paths;
}

async function removeFiles(blobs: BlobStore, paths: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const path of paths) {
    try {
      await blobs.remove(path);
    } catch (error) {
      left.push(error instanceof Error ? error.message : `${blobs.describe(path)}: ${String(error)}`);
    }
  }
  return left;
}

async function eraseProject(deps: RemovalDeps, row: ProjectRow, by: Actor): Promise<ErasedProject> {
  requireDeleted(row);
  const mark = await artifactErasure.readHistoryMark(deps.database.read, row.id);
  const { path: archive, proofs } = await writeBackup(deps, row.unix_name, by);
  const erasure = { before: row, mark, archive, proofs, by };
  const paths = await deps.database.transact((tx) => eraseRows(deps, tx, erasure));
  const leftFiles = await removeFiles(deps.blobs, paths);
  for (const left of leftFiles) deps.logger.warn(`an attachment of an erased project is still there: ${left}`);
  const isInPassing = passingPlaces.test(archive);
  if (isInPassing)
    deps.logger.warn(`${archive} is the only copy of the project, in a folder that many systems clean up`);
  return { archive, leftFiles, isInPassing };
}

function requireErasable(viewer: Viewer, id: number, row: ProjectRow | undefined): asserts row is ProjectRow {
  requireSiteAdmin(viewer, 'delete projects');
  if (id <= projectRecords.lastSystemProjectId)
    throw forbidden(
      says('erase.system')`projects up to ${projectRecords.lastSystemProjectId} belong to the site itself`,
    );
  if (row === undefined) throw notFound(says('project.missing')`there is no project ${id}`);
}

/** The service that marks projects as deleted by id, and erases them. */
export function createProjectRemoval(deps: RemovalDeps): ProjectRemoval {
  const { database, clock } = deps;
  return {
    async markDeleted(viewer, id) {
      await database.transact(async (tx) => {
        const row = await projectRecords.findProject(tx, id);
        requireErasable(viewer, id, row);
        if (row.status === 'deleted') return;
        await projectWrites.updateProject(tx, id, { status: 'deleted' });
        await recordAudit(tx, clock, { kind: 'project-deleted', by: actorOf(viewer), projectId: id });
        await bumpSiteVersion(tx);
      });
    },
    async restore(viewer, id) {
      await database.transact(async (tx) => {
        const row = await projectRecords.findProject(tx, id);
        requireErasable(viewer, id, row);
        if (row.status !== 'deleted') throw conflict(says('project.not-deleted')`project ${id} is not deleted`);
        await projectWrites.updateProject(tx, id, { status: 'active' });
        await recordAudit(tx, clock, { kind: 'project-restored', by: actorOf(viewer), projectId: id });
        await bumpSiteVersion(tx);
      });
    },
    async erase(viewer, id) {
      const row = await projectRecords.findProject(database.read, id);
      requireErasable(viewer, id, row);
      return eraseProject(deps, row, actorOf(viewer));
    },
    async eraseByName(unixName) {
      const row = await projectRecords.findProjectByName(database.read, unixName);
      if (row === undefined) throw notFound(says('project.missing-name')`there is no project "${unixName}"`);
      return eraseProject(deps, row, commandLine);
    },
  };
}
