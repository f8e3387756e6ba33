// Whether a data folder can be opened by commands that make none.
import { readdirSync, statSync } from 'node:fs';
import { databaseFile, hasDatabase, usesServer } from '../app/database-location.ts';
import { notFound } from '../platform/errors.ts';

/** Of a file system that is mounted there. */
const foundByMounts = 'lost+found';

/** Whether a folder is absent or has nothing in it, so that a site can be made there and nothing is lost. */
export function isFree(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined || (found.isDirectory() && readdirSync(folder).every((name) => name === foundByMounts));
}

/** Throws notFound for a folder without a database or with an empty one. */
export function requireDatabase(folder: string): void {
  if (!hasDatabase(folder)) {
    throw notFound(`there is no Tepal data folder at ${folder}; "tepal init --data ${folder}" creates one`);
  }
  // An empty file would pass for a new installation.
  const size = usesServer(folder) ? undefined : statSync(databaseFile(folder)).size;
  if (size === 0) {
    throw notFound(
      `${databaseFile(folder)} is empty; restore a backup, or create a new site with "tepal init --data ${folder}"`,
    );
  }
}
