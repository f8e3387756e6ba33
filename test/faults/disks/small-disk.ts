// Disks of their own that are small enough to be full.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const isRoot = process.getuid?.() === 0;
/** Why tests with disks of their own are skipped. */
export const noMount = isRoot && process.platform === 'linux' ? false : 'only root of a Linux may mount a small disk';

/** A disk in the place of `folder`, or false and a skipped test where a container forbids root to mount: no program is missing. */
export function mountSmallDisk(context: TestContext, folder: string, sizeKib: number): boolean {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeKib}k`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    context.skip(`no disk can be mounted here: ${String(error)}`);
    return false;
  }
  context.after(() => execFileSync('umount', ['--lazy', folder]));
  return true;
}

/** Leaves room for so many KiB; gives the file to remove for more. */
export function fillUp(folder: string, leftKib: number): string {
  const filler = join(folder, 'filler');
  for (;;) {
    const { bavail, bsize } = statfsSync(folder);
    try {
      writeFileSync(filler, Buffer.alloc(bavail * bsize - leftKib * 1024, 1));
      return filler;
    } catch (error) {
      // Somebody else wrote meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      rmSync(filler);
    }
  }
}
