// Where the database of a data folder is.
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseLocation } from '../platform/database/index.ts';
import { loadSettings, resolveSettings, SettingsError } from '../settings/index.ts';
import type { LoadedSettings } from '../settings/index.ts';

/** Path of the SQLite file inside a data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'tepal.sqlite');

/** Whether a data folder has a database: its own file, or one that its settings name. Throws SettingsError for a bad setting. */
export const hasDatabase = (dataDir: string): boolean => usesServer(dataDir) || existsSync(databaseFile(dataDir));

/** Whether the settings of a data folder, which may be missing, name a PostgreSQL database. Throws SettingsError for a bad one. */
export const usesServer = (dataDir: string): boolean =>
  resolveSettings(loadSettings({ dataDir }), []).database_url !== '';

/** As the settings say; makes what is missing of a file. Throws SettingsError for settings that contradict each other. */
export function findDatabaseLocation(dataDir: string, settings: LoadedSettings): DatabaseLocation {
  const resolved = resolveSettings(settings, []);
  if (resolved.database_url === '') {
    if (resolved.database_read_url !== '') {
      throw new SettingsError(
        'database_read_url names a replica, but database_url names no database that it could be one of; set both or neither',
      );
    }
    const file = databaseFile(dataDir);
    closeSync(openSync(file, 'a', 0o600));
    return { file };
  }
  return {
    url: resolved.database_url,
    poolSize: resolved.database_pool_size,
    connectTimeoutMs: resolved.database_connect_timeout * 1000,
    statementTimeoutMs: resolved.database_statement_timeout * 1000,
    ...(resolved.database_read_url === ''
      ? {}
      : { replica: { url: resolved.database_read_url, waitMaxMs: resolved.database_read_wait } }),
  };
}

/** How long a writer waits for others, such as an import that holds a lock. */
export const writersWaitMs = 30_000;
