// New files and folders that get their name only once they are whole and on the disk.
import { constants } from 'node:fs';
import { copyFile, link, lstat, open } from 'node:fs/promises';

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

/** Copies a file, which stays a program where it is one, for its owner alone. Throws where something has the copy's name. */
export async function copyDurably(file: string, copy: string): Promise<void> {
  await copyFile(file, copy, constants.COPYFILE_EXCL);
  const handle = await open(copy, 'r');
  try {
    await handle.chmod(((await handle.stat()).mode & 0o100) | 0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Links a file that never changes, or copies it where the file system does not let it. Throws as copyDurably. */
export async function linkOrCopy(file: string, copy: string): Promise<void> {
  try {
    await link(file, copy);
  } catch (error) {
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP')) throw error;
    await copyDurably(file, copy);
  }
}
