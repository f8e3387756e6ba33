// Looks whether folders that the database names are there and whole, such as repositories, and for those that it does not name.
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Reader } from '../../platform/database/index.ts';
import { hasCode, isThere } from '../../platform/files/durable-files.ts';
import { isBeingMade, isLeft } from '../../platform/files/unfinished.ts';
import type { NamedFolder, NamedFolders } from './parts.ts';

/** What is found of folders, in one sentence; a note tells what does no harm. */
export interface FolderFinding {
  finding: string;
  isNote?: boolean;
}

/** Whoever makes one writes the folder before the row, and removes it after. */
export async function* findFolderFaults(database: Database, named: NamedFolders): AsyncGenerator<FolderFinding> {
  const list = (): Promise<readonly NamedFolder[]> => database.snapshot((db) => named.list(db));
  const before = await list();
  const known = await database.snapshot((db) => listKnown(db, named));
  const obstacle = before.length === 0 ? undefined : await named.findObstacle();
  if (obstacle !== undefined)
    yield { finding: `${obstacle}, so nobody looked into these: ${before.map(({ owner }) => owner).join(', ')}` };
  for (const folder of before) {
    const faults = !(await isThere(folder.path))
      ? [`${folder.path} is missing; restore it from a backup`]
      : obstacle === undefined
        ? await named.judge(folder)
        : [];
    // What was let go of meanwhile is not missing.
    if (faults.length > 0 && (await list()).some(({ id }) => id === folder.id))
      for (const fault of faults) yield { finding: `${folder.owner}: ${fault}` };
  }
  yield* findUnnamed(database, named, known);
}

/** Paths of folders that rows name, and of those that are about to be removed. */
export const listKnown = async (db: Reader, named: NamedFolders): Promise<Set<string>> =>
  new Set([
    ...(await named.list(db)).map(({ path }) => path),
    ...(await named.listLeaving(db)).map((name) => join(named.place, name)),
  ]);

async function* findUnnamed(
  database: Database,
  named: NamedFolders,
  known: ReadonlySet<string>,
): AsyncGenerator<FolderFinding> {
  const suspects: string[] = [];
  for await (const path of listFolders(named)) if (!known.has(path) && !(await isBeingMade(path))) suspects.push(path);
  if (suspects.length === 0) return;
  const after = await database.snapshot((db) => listKnown(db, named));
  for (const path of suspects)
    if (!after.has(path) && (await isThere(path)))
      yield (await isLeft(path))
        ? { finding: `${path} was left by a process that is gone; the server removes it`, isNote: true }
        : { finding: `${path} is named by nothing; it may be removed` };
}

async function* listFolders({ place, isOne }: NamedFolders): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(place))
      if (entry.isDirectory() && isOne(entry.name)) yield join(place, entry.name);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
