// What processes left that were killed while they made a folder or a file: it goes when the server starts, and each night.
import { rm } from 'node:fs/promises';
import type { Database } from '../../platform/database/index.ts';
import { endMark, listLeft, removePartials } from '../../platform/files/unfinished.ts';
import type { SitePart } from './parts.ts';
import { listKnown } from './verify-parts.ts';

/** Removes folders that were begun before a row named them, and what never got its name in `places`, where who made it is gone. */
export async function removeLeftovers(
  database: Database,
  parts: readonly SitePart[],
  places: readonly string[],
): Promise<void> {
  for (const { named } of parts) {
    if (named === undefined) continue;
    for (const path of await listLeft(named.place)) {
      // Whoever began it is gone, so no row will name it that does not yet.
      const known = await database.snapshot((db) => listKnown(db, named));
      if (!known.has(path)) await rm(path, { recursive: true, force: true });
      await endMark(path);
    }
  }
  const parents = parts.flatMap(({ named }) => (named === undefined ? [] : [named.place]));
  for (const place of [...places, ...parents]) await removePartials(place);
}
