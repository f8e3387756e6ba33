// Writes a backup of a whole site while others change it: a folder that has its name once it is complete and on the disk.
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/database/index.ts';
import type { Database, DatabaseLogger, Migration, Reader } from '../../platform/database/index.ts';
import { checkSqliteFile, copySqliteFile } from '../../platform/database/sqlite/sqlite-file.ts';
import { copyDurably, hasCode, isThere, syncPath } from '../../platform/files/durable-files.ts';
import { partialName } from '../../platform/files/unfinished.ts';
import { conflict, invalid, unavailable } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { carriedName } from '../../settings/index.ts';
import { programVersion } from '../site/index.ts';
import { countRows } from './backup.store.ts';
import { copyAttachments, dropOthers } from './copy-attachments.ts';
import type { CopiedAttachments } from './copy-attachments.ts';
import { copyParts, listParts } from './copy-parts.ts';
import type { CopiedParts } from './copy-parts.ts';
import { listEntries } from './list-files.ts';
import { attachmentFolder, databaseName, settingsFolder, writeManifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import type { SitePart } from './parts.ts';

export interface BackupSite {
  readonly dataDir: string;
  readonly database: Database;
  /** The SQLite file; undefined on PostgreSQL. */
  readonly file: string | undefined;
  /** Where attachments lie; undefined for a bucket. */
  readonly attachments: string | undefined;
  /** What else there is. */
  readonly parts: readonly SitePart[];
  readonly migrations: readonly Migration[];
  readonly logger: DatabaseLogger;
  readonly clock: Clock;
}

type BackupStep = 'database' | 'attachments' | 'repositories' | 'checksums';

export interface BackupReport {
  readonly manifest: Manifest;
  /** What the site itself does not have any more, such as attachments: who needs each. */
  readonly missing: readonly string[];
  /** What could not be copied, or not as it should be. */
  readonly warnings: readonly string[];
}

/** What is in the backup besides its manifest, at one moment of the database. */
interface Moment extends CopiedAttachments {
  readonly counts: Manifest['counts'];
  readonly toCopy: Awaited<ReturnType<typeof listParts>>;
}

type Progress = (step: BackupStep, done: number, total: number) => void;

/** Attempts at a copy from which no file vanishes meanwhile; after the last there is no backup. */
const roundsMax = 5;

/**
 * Writes the backup to `path`, a new folder. Throws conflict where something is there already, invalid where nothing can be
 * written there, and unavailable for a damaged database; then nothing is left but what a kill leaves, `.NAME.….partial`.
 */
export async function writeBackup(site: BackupSite, path: string, onProgress: Progress): Promise<BackupReport> {
  const location = resolve(path);
  const taken = conflict(says('backup.there')`${location} already exists; a backup does not overwrite files`);
  if (await isThere(location)) throw taken;
  const partial = partialName(location);
  await mkdir(partial, { mode: 0o700 }).catch((error: unknown) => {
    throw hasCode(error, 'ENOENT', 'ENOTDIR')
      ? invalid(says('backup.no-folder')`there is no folder ${dirname(location)} to write to`)
      : error;
  });
  try {
    const report = await fillBackup(site, partial, onProgress);
    await rename(partial, location).catch((error: unknown) => {
      throw hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR') ? taken : error;
    });
    await syncPath(dirname(location));
    return report;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function fillBackup(site: BackupSite, folder: string, onProgress: Progress): Promise<BackupReport> {
  const files = join(folder, attachmentFolder);
  await mkdir(files, { mode: 0o700 });
  await copySettings(site.dataDir, folder);
  const moment = await copyMoment(site, folder, onProgress);
  const { named, missing, gone, counts, parts, elsewhere, warnings } = moment;
  await dropOthers(files, named);
  const manifest = await writeManifest(
    folder,
    {
      program: programVersion,
      schema: site.migrations.length,
      created_at: new Date(site.clock.nowMs()).toISOString(),
      database: site.file === undefined ? 'server' : 'file',
      attachments: site.attachments === undefined ? 'bucket' : 'files',
      counts,
      parts,
      elsewhere,
    },
    listEntries(folder, (await readdir(folder)).sort()),
    (done) => onProgress('checksums', done, Math.max(done, named.size)),
  );
  return { manifest, missing: [...missing, ...gone].map(([name, owner]) => `${owner}: ${name}`), warnings };
}

/** Files that an editor of settings has just for now. */
const passing = /\.(?:lock|tmp)$/;

async function copySettings(dataDir: string, folder: string): Promise<void> {
  const target = join(folder, settingsFolder);
  await mkdir(target, { mode: 0o700 });
  const source = join(dataDir, settingsFolder);
  const names = (await isThere(source)) ? await readdir(source) : [];
  for (const name of names.filter((one) => !passing.test(one))) {
    if (!(await stat(join(source, name))).isFile()) continue;
    await copyDurably(join(source, name), join(target, name));
  }
  const carried = join(dataDir, carriedName);
  if (await isThere(carried)) await copyDurably(carried, join(folder, carriedName));
}

/** The database first, then what it names. What vanished in between sends it back to a younger moment. */
async function copyMoment(site: BackupSite, folder: string, onProgress: Progress): Promise<Moment & CopiedParts> {
  let lost: ReadonlyMap<string, string> = new Map();
  // What was gone before a moment and is named by it is missing in the site itself.
  const isKnown = (missing: ReadonlyMap<string, string>): boolean =>
    [...missing.keys()].every((name) => lost.has(name));
  for (let round = 0; round < roundsMax; round += 1) {
    await copyWaiting(site, folder);
    const moment = await copyOnce(site, folder, onProgress);
    await copyWaiting(site, folder);
    if (!isKnown(moment.missing)) {
      lost = moment.missing;
      continue;
    }
    const copied = await copyParts(moment.toCopy, folder, (done, total) => onProgress('repositories', done, total));
    if (isKnown(copied.gone)) return { ...moment, ...copied };
    lost = new Map([...moment.missing, ...copied.gone]);
  }
  throw unavailable(says('backup.files-went')`files were deleted faster than they could be copied; try again`);
}

async function copyWaiting({ parts }: BackupSite, folder: string): Promise<void> {
  for (const part of parts) await part.copyWaiting?.(join(folder, part.folder));
}

async function copyOnce(site: BackupSite, folder: string, onProgress: Progress): Promise<Moment> {
  const collect = async (db: Reader): Promise<Moment> => {
    const { attachments: total, ...counts } = await countRows(db);
    const toCopy = await listParts(db, site.parts);
    if (site.attachments === undefined) return { named: new Set(), missing: new Map(), counts, toCopy };
    const place = { folder: site.attachments, target: join(folder, attachmentFolder), parts: site.parts };
    const copied = await copyAttachments(db, place, (done) => onProgress('attachments', done, total));
    return { ...copied, counts, toCopy };
  };
  if (site.file === undefined) return site.database.snapshot(collect);
  const copy = join(folder, databaseName);
  await rm(copy, { force: true });
  await copySqliteFile(site.file, copy, (done, total) => onProgress('database', done, total));
  await chmod(copy, 0o600);
  const [damage] = await checkSqliteFile(copy, 'quick');
  if (damage !== undefined)
    throw unavailable(
      says('backup.damaged')`${site.file} is damaged (${damage}); stop Tepal and make a copy of the whole data folder`,
    );
  const database = await openDatabase({ file: copy, migrations: site.migrations, logger: site.logger });
  try {
    return await database.snapshot(collect);
  } finally {
    await database.close();
    await syncPath(copy);
  }
}
