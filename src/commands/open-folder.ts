// Opens a data folder for one command and closes it again, whatever the command does.
import { statSync } from 'node:fs';
import { databaseFile, hasDatabase, openApp, usesServer } from '../app.ts';
import type { App, AppOptions } from '../app.ts';
import { notFound } from '../platform/errors.ts';
import { warn } from './command.ts';
import type { Terminal } from './command.ts';

/**
 * Runs `work` on an existing data folder; other processes may have it open too. Doubtful settings become warnings.
 * Throws notFound for a folder without a database or with an empty one, and as openApp does.
 */
export async function withFolder<R>(
  folder: string,
  io: Terminal,
  work: (app: App) => Promise<R>,
  options: Omit<AppOptions, 'dataDir'> = { logLevel: 'silent' },
): Promise<R> {
  requireDatabase(folder);
  return withNewFolder(folder, io, work, options);
}

/** Throws notFound for a folder without a database or with an empty one. */
export function requireDatabase(folder: string): void {
  if (!hasDatabase(folder)) {
    throw notFound(`there is no Tepal data folder at ${folder}; "tepal init --data ${folder}" makes one`);
  }
  // An empty file would pass for a new installation.
  const size = usesServer(folder) ? undefined : statSync(databaseFile(folder)).size;
  if (size === 0) {
    throw notFound(
      `${databaseFile(folder)} is empty; restore a backup, or make a new site with "tepal init --data ${folder}"`,
    );
  }
}

/** As withFolder, but makes what is missing. */
export async function withNewFolder<R>(
  folder: string,
  io: Terminal,
  work: (app: App) => Promise<R>,
  options: Omit<AppOptions, 'dataDir'> = { logLevel: 'silent' },
): Promise<R> {
  const app = await openApp({ ...options, dataDir: folder });
  try {
    if (options.logLevel !== undefined) {
      for (const warning of app.settings.warnings) warn(io, `tepal: warning: ${warning}`);
    }
    return await work(app);
  } finally {
    await app.close();
  }
}
