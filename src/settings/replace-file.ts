// Replaces small files so that a crash leaves the old or the new one whole, and the account that owns the folder can read it.

import { chownSync, closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Gives what root made to the owner of `like`: root must not keep files from the account that the server runs as. */
export function giveToOwner(file: string, like: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  chownSync(file, uid, gid);
}

/** Writes a file beside `file`, durable, with the mode and owner that `file` has, else those of its folder. Gives its path. */
export function writeBeside(file: string, text: string): string {
  const present = statSync(file, { throwIfNoEntry: false });
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    const handle = openSync(temporary, 'w', present === undefined ? 0o600 : present.mode & 0o777);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    giveToOwner(temporary, present === undefined ? dirname(file) : file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return temporary;
}

/** Puts what `writeBeside` made into its place. */
export function moveTo(file: string, temporary: string): void {
  renameSync(temporary, file);
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
