// New files and folders that get their name only once they are whole and on the disk.
import { randomBytes } from 'node:crypto';
import { lstat, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Whether the system refused with one of these codes, such as `ENOENT`. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** Whether anything has this name, be it a link that leads nowhere. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Makes a file's bytes, or the names in a folder, durable. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What is being written to is called so until it is whole: beside its place, on the same file system. */
export const partialName = (location: string): string =>
  join(dirname(location), `.${basename(location)}.${randomBytes(6).toString('hex')}.partial`);
