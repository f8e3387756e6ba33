// Opens a data folder for one command and closes it again, whatever the command does.
import { openApp } from '../app.ts';
import type { App, AppOptions } from '../app.ts';
import { warn } from '../platform/command-line/command.ts';
import type { Terminal } from '../platform/command-line/command.ts';
import { requireDatabase } from './require-database.ts';

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
