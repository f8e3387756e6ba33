// How each kind of long work is done.
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import { blobLocationOf } from '../../../platform/blobs/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Migration } from '../../../platform/database/index.ts';
import { lines, says } from '../../../platform/texts/said.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { resolveSettings, variableOf } from '../../../settings/index.ts';
import type { LoadedSettings } from '../../../settings/index.ts';
import { exportArchive, importArchive } from '../../archive/index.ts';
import type { ArchivePart } from '../../archive/index.ts';
import { verifyBackup, writeBackup } from '../../backup/index.ts';
import type { SitePart } from '../../backup/index.ts';
import type { SiteService } from '../../site/index.ts';
import { createSampleHandler } from './sample-projects.ts';
import type { OperationHandler } from './long-operations.ts';
import type { OperationKind } from './long-operations.tables.ts';

export interface HandlerDeps {
  database: Database;
  clock: Clock;
  logger: Logger;
  blobs: BlobStore;
  dataDir: string;
  settings: LoadedSettings;
  site: SiteService;
  /** Of SQLite; undefined where the database is on a server. */
  file: string | undefined;
  migrations: readonly Migration[];
  archiveParts: readonly ArchivePart[];
  backupParts: readonly SitePart[];
}

export const createOperationHandlers = (deps: HandlerDeps): Readonly<Record<OperationKind, OperationHandler>> => ({
  backup: createBackupHandler(deps),
  export: createExportHandler(deps),
  restore: createRestoreHandler(deps),
  sample: createSampleHandler(deps),
});

/** `tepal-20260228T130509Z`. */
export const nameBackup = (nowMs: number): string =>
  `tepal-${new Date(nowMs).toISOString().replaceAll(/\.\d+|[-:]/g, '')}`;

const createBackupHandler =
  ({
    database,
    clock,
    logger,
    dataDir,
    settings,
    site,
    file,
    migrations,
    backupParts,
  }: HandlerDeps): OperationHandler =>
  async ({ subject }, reportProgress) => {
    const current = (await site.current()).settings;
    const folder = current.backup_folder === '' ? join(dataDir, 'backups') : current.backup_folder;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, subject);
    const { folder: attachmentsFolder, s3 } = blobLocationOf(dataDir, resolveSettings(settings, []));
    const attachments = s3 === undefined ? attachmentsFolder : undefined;
    const { manifest, missing, warnings } = await writeBackup(
      { dataDir, database, file, attachments, parts: backupParts, migrations, logger, clock },
      path,
      reportProgress,
    );
    await verifyBackup(path, migrations.length, (done, total) => reportProgress('verifying', done, total));
    const variables = [...settings.environment.keys()].map(variableOf);
    const note = [
      ...missing.map((one) => says('backup.lost')`${one} is missing on the site itself`),
      ...warnings,
      ...(file === undefined
        ? [
            says(
              'backup.postgres',
            )`the database is on PostgreSQL and is not part of the backup; back it up with pg_dump`,
          ]
        : []),
      ...(attachments === undefined
        ? [says('backup.bucket')`attachments are stored in a bucket and are not part of the backup`]
        : []),
      ...(variables.length > 0
        ? [says('backup.variables')`these variables are not in the backup: ${variables.join(', ')}`]
        : []),
    ];
    return { path, sizeBytes: manifest.size_bytes, note: lines(note) };
  };

const createExportHandler =
  ({ database, blobs, dataDir, archiveParts }: HandlerDeps): OperationHandler =>
  async ({ id, subject: unixName }, reportProgress) => {
    const folder = join(dataDir, 'exports');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${unixName}-${id}.zip`);
    const onProgress = (done: number, total: number): void => reportProgress('artifacts', done, total);
    const written = await exportArchive({ database, blobs, parts: archiveParts }, { unixName, path, onProgress });
    const { trackers, artifacts, files } = written;
    const note = says('archive.holds')`${trackers} trackers, ${artifacts} artifacts, ${files} attachments`;
    return { path, sizeBytes: (await stat(path)).size, note };
  };

/** Who is missing comes back as a suspended account. */
const createRestoreHandler =
  ({ database, clock, blobs, archiveParts }: HandlerDeps): OperationHandler =>
  async ({ path, user_name: as }, reportProgress) => {
    const { size } = await stat(path);
    const onProgress = (done: number, total: number): void => reportProgress('archive', done, total);
    const mode = { automap: 'S' } as const;
    const report = await importArchive({ database, clock, blobs, parts: archiveParts }, { path, as, mode, onProgress });
    const people =
      report.users > 0 ? [says('archive.suspended')`${report.users} missing accounts were created as suspended`] : [];
    return { path, sizeBytes: size, note: lines([...report.warnings, ...people]) };
  };
