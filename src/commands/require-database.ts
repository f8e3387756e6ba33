// Whether a data folder can be opened by commands that make none.
import { statSync } from 'node:fs';
import { databaseFile, hasDatabase, usesServer } from '../app/database-place.ts';
import { notFound } from '../platform/errors.ts';

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
