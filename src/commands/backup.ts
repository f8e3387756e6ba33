// `tepal backup`, `restore` and `verify`: the whole site, beside a running server.
import { basename, resolve } from 'node:path';
import { databaseFile, usesServer } from '../app.ts';
import type { App } from '../app.ts';
import { restoreBackup, verifySite, writeBackup } from '../features/backup/index.ts';
import type { Finding } from '../features/backup/index.ts';
import { migrations } from '../migrations/index.ts';
import { blobPlaceOf } from '../platform/blobs/index.ts';
import { checkSqliteFile } from '../platform/database/sqlite-file.ts';
import { conflict } from '../platform/errors.ts';
import { loadSettings, resolveSettings, variableOf, writeSetting } from '../settings/index.ts';
import { defineCommand, listFlags, print, warn } from './command.ts';
import type { Terminal } from './command.ts';
import { withFolder } from './open-folder.ts';
import { requireDatabase } from './require-database.ts';
import { createProgressBar } from './progress-bar.ts';
import { printList } from './text-table.ts';

/** The folder of attachments; undefined for a bucket. */
function attachmentsOf({ dataDir, settings }: App): string | undefined {
  const { folder, s3 } = blobPlaceOf(dataDir, resolveSettings(settings, []));
  return s3 === undefined ? folder : undefined;
}

function tellWhatIsLeft(app: App, isOnServer: boolean, io: Terminal): void {
  if (isOnServer)
    warn(io, 'tepal: warning: the database is on PostgreSQL and not in the backup; pg_dump it before each backup');
  if (attachmentsOf(app) === undefined)
    warn(
      io,
      "tepal: warning: attachments are in a bucket and not in the backup; use the bucket's own versions or copies",
    );
  const names = [...app.settings.environment.keys()].map(variableOf);
  if (names.length > 0) warn(io, `tepal: warning: these variables are not in the backup: ${names.join(', ')}`);
}

const backup = defineCommand({
  name: 'backup',
  operands: ['OUT'],
  flags: {},
  summary: 'Writes database, attachments and settings, as they are at one moment, to a new folder',
  run: ({ operands: { OUT: path }, folder, io }) =>
    withFolder(folder, io, async (app) => {
      const isOnServer = usesServer(folder);
      const bars = {
        database: createProgressBar(io.errors, 'database'),
        attachments: createProgressBar(io.errors, 'attachments'),
        checksums: createProgressBar(io.errors, 'checksums'),
      };
      const { manifest, missing } = await writeBackup(
        {
          dataDir: app.dataDir,
          database: app.database,
          file: isOnServer ? undefined : databaseFile(folder),
          attachments: attachmentsOf(app),
          migrations,
          logger: app.logger,
          clock: app.clock,
        },
        path,
        (step, done, total) => bars[step].show(done, total),
      ).finally(() => Object.values(bars).forEach((bar) => bar.clear()));
      for (const one of missing) warn(io, `tepal: warning: the site itself has lost ${one}`);
      tellWhatIsLeft(app, isOnServer, io);
      const { users, projects, artifacts, changesets } = manifest.counts;
      print(io, `backup written to ${path}: ${manifest.files} files, ${manifest.size_bytes} bytes`);
      print(io, `${users} users, ${projects} projects, ${artifacts} artifacts, ${changesets} changesets`);
    }),
});

/** What lay in another folder lies in `files` again, where a restored site may change it without harm to the old one. */
async function keepAttachmentsInside(folder: string): Promise<void> {
  const named = loadSettings({ dataDir: folder, env: {} }).file.get('attachments_folder');
  if (named !== undefined && named.text !== '') await writeSetting(folder, 'attachments_folder', '');
}

const restore = defineCommand({
  name: 'restore',
  operands: ['BACKUP'],
  flags: {},
  summary: 'Makes a data folder of a backup, whose every byte is checked; the folder must be new or empty',
  async run({ operands: { BACKUP: path }, folder, io }) {
    const bar = createProgressBar(io.errors, basename(path));
    const manifest = await restoreBackup({
      path,
      dataDir: folder,
      schema: migrations.length,
      async adapt(restored, { attachments }) {
        if (attachments === 'files') await keepAttachmentsInside(restored);
      },
      onProgress: bar.show,
    }).finally(bar.clear);
    print(io, `${resolve(folder)} is as it was at ${manifest.created_at}: ${manifest.files} files restored`);
    if (manifest.database === 'server')
      warn(
        io,
        'tepal: warning: the database is not in this backup; load its dump by pg_restore before you start Tepal',
      );
    if (manifest.attachments === 'bucket')
      warn(io, 'tepal: warning: attachments are not in this backup; they are expected in their bucket');
    const { attachments_folder: elsewhere } = resolveSettings(loadSettings({ dataDir: folder }), []);
    if (manifest.attachments === 'files' && elsewhere !== '')
      warn(
        io,
        `tepal: warning: TEPAL_ATTACHMENTS_FOLDER names ${elsewhere}; attachments were restored to files in ${folder}`,
      );
  },
});

/** SQLite's own word first: from a damaged file nothing else can be judged. */
async function verifyFolder(folder: string, io: Terminal): Promise<Finding[]> {
  requireDatabase(folder);
  const damages = usesServer(folder) ? [] : await checkSqliteFile(databaseFile(folder), 'full');
  if (damages.length > 0) return damages.map((finding) => ({ check: 'database', finding }));
  return withFolder(folder, io, (app) => {
    const { database, blobs, clock } = app;
    return Array.fromAsync(verifySite({ database, blobs, clock, folder: attachmentsOf(app) }));
  });
}

const verify = defineCommand({
  name: 'verify',
  operands: [],
  flags: listFlags,
  summary: 'Looks for damage: database, search keys and counts, missing attachments, files that nothing names',
  async run({ flags, folder, io }) {
    const found = await verifyFolder(folder, io);
    if (flags.json === true) {
      const rows = found.map((one) => ({ ...one }));
      printList(io, rows, ['check', 'finding'], true);
    } else {
      for (const { check, finding } of found) print(io, `${check}: ${finding}`);
      if (found.length === 0) print(io, 'nothing is wrong');
    }
    if (found.length > 0) throw conflict(`found so many things that are wrong: ${found.length}`);
  },
});

export const backupCommands = [backup, restore, verify];
