// Brings folders that a moment of the database names into a backup, such as repositories.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reader } from '../../platform/database/index.ts';
import type { Manifest } from './manifest.ts';
import type { NamedFolder, NamedFolders, SitePart } from './parts.ts';

/** A part of which something has to be copied. */
interface PartToCopy {
  readonly folder: string;
  readonly named: NamedFolders;
  readonly list: readonly NamedFolder[];
}

export interface CopiedParts {
  readonly parts: NonNullable<Manifest['parts']>;
  readonly elsewhere: NonNullable<Manifest['elsewhere']>;
  /** Names of folders that are not there any more, with what each was. */
  readonly gone: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

/** What of the parts this moment names. */
export async function listParts(db: Reader, parts: readonly SitePart[]): Promise<PartToCopy[]> {
  const found: PartToCopy[] = [];
  for (const { folder, named } of parts) {
    const list = (await named?.list(db)) ?? [];
    if (named !== undefined && list.length > 0) found.push({ folder, named, list });
  }
  return found;
}

/** Makes a folder in `target` for each of the parts, in place of one that an earlier moment left. */
export async function copyParts(
  toCopy: readonly PartToCopy[],
  target: string,
  onFolder: (done: number, total: number) => void,
): Promise<CopiedParts> {
  const parts: Record<string, { copied: number; left_out: number }> = {};
  const elsewhere: Record<string, string> = {};
  const gone = new Map<string, string>();
  const warnings: string[] = [];
  const total = toCopy.reduce((sum, { list }) => sum + list.length, 0);
  let done = 0;
  for (const { folder, named, list } of toCopy) {
    await rm(join(target, folder), { recursive: true, force: true });
    const obstacle = await named.findObstacle();
    if (obstacle !== undefined) {
      warnings.push(`${obstacle}, so these are not in the backup: ${list.map(({ owner }) => owner).join(', ')}`);
      parts[folder] = { copied: 0, left_out: list.length };
      continue;
    }
    await mkdir(join(target, folder), { mode: 0o700 });
    let copied = 0;
    for (const one of list) {
      const name = `${folder}/${one.name}`;
      const outcome = await named.copy(one, join(target, name));
      if (outcome === 'gone') gone.set(name, one.owner);
      else copied += 1;
      if (typeof outcome === 'object') warnings.push(`${one.owner}: ${outcome.warning}`);
      if (one.isElsewhere && outcome !== 'gone') elsewhere[name] = one.path;
      onFolder((done += 1), total);
    }
    parts[folder] = { copied, left_out: list.length - copied };
  }
  return { parts, elsewhere, gone, warnings };
}
