// What is being made before a row names it, or before it has its name: who makes it is written down, so that nobody takes it for
// forgotten, and what a process leaves that was killed can go.
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { hasCode } from './durable-files.ts';

const markEnd = '.unfinished';
const markOf = (folder: string): string => `${folder}${markEnd}`;
/** Making one takes no longer, wherever that is done. */
const unfinishedMaxMs = 24 * 60 * 60 * 1000;

/** When this process began: in a container the next one may have its number. */
const begun = Math.round(performance.timeOrigin).toString(36);

/** To be called before the folder is made; `endMark` once a row names it, or it is gone again. */
export async function beginMark(folder: string): Promise<void> {
  try {
    await writeFile(markOf(folder), `${hostname()} ${process.pid} ${begun}\n`, { mode: 0o600 });
  } catch (error) {
    await endMark(folder);
    throw error;
  }
}

export const endMark = (folder: string): Promise<void> => rm(markOf(folder), { force: true });

/** Whether a process that still runs, as far as this machine can tell, makes the folder. */
export const isBeingMade = async (folder: string): Promise<boolean> => (await readMark(folder)) === 'made';

/** Whether a process that is gone began to make the folder. */
export const isLeft = async (folder: string): Promise<boolean> => (await readMark(folder)) === 'left';

async function readMark(folder: string): Promise<'made' | 'left' | undefined> {
  try {
    const { mtimeMs } = await stat(markOf(folder));
    const [host = '', pid, since] = (await readFile(markOf(folder), 'utf8')).trim().split(' ');
    return isYoung(mtimeMs) && (host !== hostname() || isRunning(Number(pid), since)) ? 'made' : 'left';
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const isYoung = (mtimeMs: number): boolean => Date.now() - mtimeMs < unfinishedMaxMs;

/** `since`: of this machine's process with that number, when it began, where that was written down. */
function isRunning(pid: number, since: string | undefined): boolean {
  if (pid === process.pid && since !== undefined) return since === begun;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false;
    if (hasCode(error, 'EPERM')) return true;
    throw error;
  }
}

/** Paths in a folder that were begun, with a mark, by processes that are gone. */
export async function listLeft(place: string): Promise<string[]> {
  const paths: string[] = [];
  for (const name of await listNames(place)) {
    const path = join(place, name.slice(0, -markEnd.length));
    if (name.endsWith(markEnd) && (await isLeft(path))) paths.push(path);
  }
  return paths;
}

/** The machine, in a name of a file. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** What is being written to is called so until it is whole: beside its place, on the same file system. */
export const partialName = (location: string): string =>
  join(
    dirname(location),
    `.${basename(location)}.${machine}-${process.pid}-${begun}-${randomBytes(6).toString('hex')}.partial`,
  );

const partialPattern = /^\..+\.(?:([0-9a-f]{8})-(\d+)-([0-9a-z]+)-)?[0-9a-f]{12}\.partial$/;

/** Removes what processes that are gone left of files and folders that never got their names; those of other machines after a day. */
export async function removePartials(place: string): Promise<void> {
  for (const name of await listNames(place)) {
    const [match, host, pid, since] = partialPattern.exec(name) ?? [];
    if (match === undefined) continue;
    const path = join(place, name);
    const isOurs = host === machine;
    const isAlive = isOurs ? isRunning(Number(pid), since) : await isYoungFile(path);
    if (!isAlive) await rm(path, { recursive: true, force: true });
  }
}

async function isYoungFile(path: string): Promise<boolean> {
  try {
    return isYoung((await stat(path)).mtimeMs);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true;
    throw error;
  }
}

/** None where there is no such folder. */
async function listNames(place: string): Promise<string[]> {
  try {
    return await readdir(place);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
