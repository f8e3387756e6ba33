// Programs and threads that work behind everything else that the server does.
import { existsSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import type { ChildProcess } from 'node:child_process';

/** Of -20 to 19; about 6 % of a processor is left where all are busy with something else. */
const niceness = 12;
/** Where Linux names the thread that looks; it gives threads a priority of their own. */
const ownThread = '/proc/thread-self';

/** Puts a program behind the server, with all its threads and programs: to be called in the turn in which it was started. */
export function lowerProgram({ pid }: Pick<ChildProcess, 'pid'>): void {
  if (pid !== undefined) setPriority(pid, niceness);
}

/** Puts the thread that calls behind the others of its process; on Linux alone, where threads have priorities. */
export function lowerThread(): void {
  if (process.platform === 'linux' && existsSync(ownThread))
    setPriority(Number(basename(readlinkSync(ownThread))), niceness);
}
