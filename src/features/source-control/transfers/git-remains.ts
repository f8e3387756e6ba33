// What git leaves in a repository when it is killed, as by a failing power supply: locks, which hold up whatever comes later, and
// objects that belong to nothing.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '../../../platform/files/durable-files.ts';
import { transferMaxMs } from './git-backend.ts';
import { lockWaitMs } from '../repositories/git-program.ts';

/** Git holds locks of refs while it writes them, some thousand at most. */
const refLockMaxMs = 30_000;
const lookAgainMs = 50;

interface Remain {
  path: string;
  ageMs: number;
}

/** What the system says; undefined where it is gone, for git removes files and folders meanwhile. */
async function ifThere<R>(asked: Promise<R>): Promise<R | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Those whose names match, in a folder of the repository, with the age of what they hold. */
async function list(folder: string, pattern: RegExp, recursive = false): Promise<Remain[]> {
  const found: Remain[] = [];
  for (const name of (await ifThere(readdir(folder, { recursive }))) ?? []) {
    if (!pattern.test(name)) continue;
    const path = join(folder, name);
    const facts = await ifThere(stat(path));
    if (facts !== undefined) found.push({ path, ageMs: Date.now() - facts.mtimeMs });
  }
  return found;
}

const listRefLocks = async (repository: string): Promise<Remain[]> => [
  ...(await list(repository, /\.lock$|^packed-refs\.new$/)),
  ...(await list(join(repository, 'refs'), /\.lock$/, true)),
];

const removeOlder = async (remains: readonly Remain[], ageMs: number): Promise<void> => {
  for (const remain of remains) if (remain.ageMs > ageMs) await rm(remain.path, { recursive: true, force: true });
};

/** Removes locks that nobody can hold any more; waits for those that somebody might, and git would not. */
export async function awaitUnlocked(repository: string): Promise<void> {
  for (;;) {
    const locks = await listRefLocks(repository);
    await removeOlder(locks, refLockMaxMs);
    if (!locks.some(({ ageMs }) => ageMs > lockWaitMs && ageMs <= refLockMaxMs)) return;
    await pause(lookAgainMs);
  }
}

/** Removes all that no program which still runs can have made. */
export async function removeRemains(repository: string): Promise<void> {
  await removeOlder(await listRefLocks(repository), refLockMaxMs);
  await removeOlder(await list(repository, /^tepal-index-/), transferMaxMs);
  const objects = join(repository, 'objects');
  await removeOlder(await list(objects, /^tmp_objdir-|^maintenance\.lock$/), transferMaxMs);
  await removeOlder(await list(join(objects, 'info'), /^commit-graph.*\.lock$/, true), transferMaxMs);
}
