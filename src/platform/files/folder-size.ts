// How much a folder holds.
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './durable-files.ts';

/** Bytes of all files below a folder, without those that vanish meanwhile; 0 where there is none. Links are not followed. */
export async function measureFolder(path: string): Promise<number> {
  let bytes = 0;
  try {
    for await (const entry of await opendir(path, { recursive: true }))
      if (entry.isFile()) bytes += await measureFile(join(entry.parentPath, entry.name));
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  return bytes;
}

/** Bytes of a file; 0 where there is none. */
export async function measureFile(path: string): Promise<number> {
  try {
    return (await lstat(path)).size;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}
