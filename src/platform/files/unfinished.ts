// Folders that are being made before a row names them: a mark beside each says who makes it, so that nobody takes it for forgotten.
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { hasCode } from './durable-files.ts';

const markOf = (folder: string): string => `${folder}.unfinished`;
/** Making one takes no longer, wherever that is done. */
const unfinishedMaxMs = 24 * 60 * 60 * 1000;

/** To be called before the folder is made; `endMark` once a row names it, or it is gone again. */
export async function beginMark(folder: string): Promise<void> {
  try {
    await writeFile(markOf(folder), `${hostname()} ${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    await endMark(folder);
    throw error;
  }
}

export const endMark = (folder: string): Promise<void> => rm(markOf(folder), { force: true });

/** Whether a process that still runs, as far as this machine can tell, makes the folder. */
export async function isBeingMade(folder: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(markOf(folder));
    const [host, pid] = (await readFile(markOf(folder), 'utf8')).trim().split(' ');
    return Date.now() - mtimeMs < unfinishedMaxMs && (host !== hostname() || isRunning(Number(pid)));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false;
    if (hasCode(error, 'EPERM')) return true;
    throw error;
  }
}
