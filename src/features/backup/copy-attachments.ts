// Brings the files that a moment of the database names into a backup.
import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reader } from '../../platform/database/index.ts';
import { hasCode, isThere, linkOrCopy } from '../../platform/files/durable-files.ts';
import { listBlobsToRemove } from '../attachments/index.ts';
import type { SitePart } from './parts.ts';
import { listNeededBlobs } from './named-files.ts';

export interface CopiedAttachments {
  readonly named: ReadonlySet<string>;
  /** Those of `named` that are not in the store, with who needs them. */
  readonly missing: ReadonlyMap<string, string>;
}

/**
 * Links, or copies where the file system does not let it, each file that is not in `target` yet. A file never changes once
 * it is written, so a link is as good as a copy.
 */
export async function copyAttachments(
  db: Reader,
  { folder, target, parts }: { folder: string; target: string; parts: readonly SitePart[] },
  onFile: (done: number) => void,
): Promise<CopiedAttachments> {
  const named = new Set<string>();
  const missing = new Map<string, string>();
  for await (const { name, owner } of listNeededBlobs(db, parts)) {
    named.add(name);
    if (!(await bring(join(folder, name), join(target, name)))) missing.set(name, owner);
    onFile(named.size);
  }
  // A dump of PostgreSQL that was written before may name what is about to be removed.
  for (const name of await listBlobsToRemove(db))
    if (await bring(join(folder, name), join(target, name))) named.add(name);
  return { named, missing };
}

/** False where there is no such file. */
async function bring(file: string, copy: string): Promise<boolean> {
  if (await isThere(copy)) return true;
  try {
    await linkOrCopy(file, copy);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Takes away what an earlier moment named and the last does not. */
export async function dropOthers(target: string, named: ReadonlySet<string>): Promise<void> {
  for await (const { name } of await opendir(target)) if (!named.has(name)) await rm(join(target, name));
}
