// `tepal backup`, `restore` and `verify`: the whole site, beside a running server.
import { basename, join, resolve } from 'node:path';
import { databaseFile, usesServer } from '../app.ts';
import type { App } from '../app.ts';
import { restoreBackup, verifySite, writeBackup } from '../features/backup/index.ts';
import type { Finding, Manifest } from '../features/backup/index.ts';
import { moveHooks } from '../features/source-control/index.ts';
import { migrations } from '../migrations/index.ts';
import { blobLocationOf } from '../platform/blobs/index.ts';
import { checkSqliteFile } from '../platform/database/sqlite/sqlite-file.ts';
import { conflict } from '../platform/errors.ts';
import { loadSettings, resolveSettings, variableOf, writeSetting } from '../settings/index.ts';
import { defineCommand, listFlags, print, warn } from '../platform/command-line/command.ts';
import type { Terminal } from '../platform/command-line/command.ts';
import { withFolder } from './open-folder.ts';
import { requireDatabase } from './require-database.ts';
import { createProgressBar } from '../platform/command-line/progress-bar.ts';
import { printList } from '../platform/command-line/text-table.ts';
import { counted } from '../platform/texts/counted.ts';

/** The folder of attachments; undefined for a bucket. */
function attachmentsOf({ dataDir, settings }: App): string | undefined {
  const { folder, s3 } = blobLocationOf(dataDir, resolveSettings(settings, []));
  return s3 === undefined ? folder : undefined;
}

function printPending(app: App, isOnServer: boolean, io: Terminal): void {
  if (isOnServer)
    warn(
      io,
      'tepal: warning: the database is on PostgreSQL and is not part of the backup; run pg_dump before each backup',
    );
  if (attachmentsOf(app) === undefined)
    warn(
      io,
      "tepal: warning: attachments are stored in a bucket and are not part of the backup; use the bucket's own versions or copies",
    );
  const names = [...app.settings.environment.keys()].map(variableOf);
  if (names.length > 0) warn(io, `tepal: warning: these variables are not in the backup: ${names.join(', ')}`);
}

const backup = defineCommand({
  name: 'backup',
  operands: ['OUT'],
  flags: {},
  summary: 'Back up database, attachments, repositories and settings to a new folder, as one consistent snapshot',
  run: ({ operands: { OUT: path }, folder, io }) =>
    withFolder(folder, io, async (app) => {
      const isOnServer = usesServer(folder);
      const bars = {
        database: createProgressBar(io.errors, 'database'),
        attachments: createProgressBar(io.errors, 'attachments'),
        repositories: createProgressBar(io.errors, 'repositories'),
        checksums: createProgressBar(io.errors, 'checksums'),
      };
      const { manifest, missing, warnings } = await writeBackup(
        {
          dataDir: app.dataDir,
          database: app.database,
          file: isOnServer ? undefined : databaseFile(folder),
          attachments: attachmentsOf(app),
          parts: app.features.parts.backup,
          migrations,
          logger: app.logger,
          clock: app.clock,
        },
        path,
        (step, done, total) => bars[step].show(done, total),
      ).finally(() => Object.values(bars).forEach((bar) => bar.clear()));
      for (const one of missing) warn(io, `tepal: warning: ${one} is missing on the site itself`);
      for (const one of warnings) warn(io, `tepal: warning: ${one}`);
      printPending(app, isOnServer, io);
      const { users, projects, artifacts, changesets } = manifest.counts;
      print(io, `backup written to ${path}: ${manifest.files} files, ${manifest.size_bytes} bytes`);
      const repositories = Object.entries(manifest.parts ?? {}).map(([name, { copied }]) => `${copied} ${name}`);
      if (repositories.length > 0) print(io, `repositories: ${repositories.join(', ')}`);
      const held = [
        counted(users, 'user'),
        counted(projects, 'project'),
        counted(artifacts, 'artifact'),
        counted(changesets, 'changeset'),
      ];
      print(io, held.join(', '));
    }),
});

/** Settings that name another folder for what a restored site has in its own, with that. */
const foldersElsewhere = { attachments_folder: 'files', git_folder: 'git' } as const;
type FolderElsewhere = keyof typeof foldersElsewhere;

const listElsewhere = ({ attachments }: Manifest): FolderElsewhere[] =>
  attachments === 'files' ? ['attachments_folder', 'git_folder'] : ['git_folder'];

/** What lay in another folder lies in the data folder now, where a restored site may change it without harm to the old one. */
async function keepInside(folder: string, name: FolderElsewhere): Promise<void> {
  const named = loadSettings({ dataDir: folder, env: {} }).file.get(name);
  if (named !== undefined && named.text !== '') await writeSetting(folder, name, '');
}

/** What a restored site still needs. */
function printMissing(folder: string, manifest: Manifest, io: Terminal): void {
  const printWarning = (text: string): void => warn(io, `tepal: warning: ${text}`);
  if (manifest.database === 'server')
    printWarning('the database is not in this backup; load its dump with pg_restore before you start Tepal');
  if (manifest.attachments === 'bucket')
    printWarning('attachments are not in this backup; they are expected in their bucket');
  for (const [name, { left_out: count }] of Object.entries(manifest.parts ?? {}))
    if (count > 0)
      printWarning(`repositories of ${name} that are not in this backup: ${count}; "tepal verify" lists them`);
  for (const [name, place] of Object.entries(manifest.elsewhere ?? {}))
    printWarning(`move ${join(folder, name)} to ${place}`);
  const settings = resolveSettings(loadSettings({ dataDir: folder }), []);
  for (const name of listElsewhere(manifest))
    if (settings[name] !== '')
      printWarning(
        `${variableOf(name)} is ${settings[name]}; its files were restored to ${foldersElsewhere[name]} in ${folder}`,
      );
}

const restore = defineCommand({
  name: 'restore',
  operands: ['BACKUP'],
  flags: {},
  summary: 'Restore a backup to a new or empty data folder; all files are verified',
  async run({ operands: { BACKUP: path }, folder, io }) {
    const bar = createProgressBar(io.errors, basename(path));
    const manifest = await restoreBackup({
      path,
      dataDir: folder,
      schema: migrations.length,
      async adapt(restored, found) {
        for (const name of listElsewhere(found)) await keepInside(restored, name);
        await moveHooks(restored, folder);
      },
      onProgress: bar.show,
    }).finally(bar.clear);
    print(io, `${resolve(folder)} restored to ${manifest.created_at}: ${manifest.files} files`);
    printMissing(folder, manifest, io);
  },
});

/** SQLite's own word first: from a damaged file nothing else can be judged. */
async function verifyFolder(folder: string, io: Terminal): Promise<Finding[]> {
  requireDatabase(folder);
  const damages = usesServer(folder) ? [] : await checkSqliteFile(databaseFile(folder), 'full');
  if (damages.length > 0) return damages.map((finding) => ({ check: 'database', finding }));
  return withFolder(folder, io, (app) => {
    const { database, blobs, clock, features } = app;
    const { backup: parts, checks } = features.parts;
    return Array.fromAsync(verifySite({ database, blobs, clock, folder: attachmentsOf(app), parts, checks }));
  });
}

const verify = defineCommand({
  name: 'verify',
  operands: [],
  flags: listFlags,
  summary: 'Check for damage: database, search index, missing attachments and repositories, orphaned files',
  async run({ flags, folder, io }) {
    const found = await verifyFolder(folder, io);
    const count = found.filter(({ isNote }) => isNote !== true).length;
    if (flags.json === true) {
      const rows = found.map(({ check, finding, isNote = false }) => ({ check, finding, is_note: isNote }));
      printList(io, rows, ['check', 'finding', 'is_note'], true);
    } else {
      for (const { check, finding, isNote } of found)
        print(io, `${isNote === true ? 'note: ' : ''}${check}: ${finding}`);
      if (count === 0) print(io, 'no problems found');
    }
    if (count > 0) throw conflict(count === 1 ? '1 problem found' : `${count} problems found`);
  },
});

export const backupCommands = [backup, restore, verify];
