// The program of the threads that password-threads.ts starts: one argon2id at a time, behind everything else that the
// server does.
import { existsSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordTask, TaskResult } from './password-threads.ts';

/** OWASP's second recommended cost: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of -20 to 19; about 6 % of a processor is left where all are busy with something else. */
const niceness = 12;
/** Where Linux names the thread that looks; it gives threads a priority of their own. */
const ownThread = '/proc/thread-self';

if (process.platform === 'linux' && existsSync(ownThread)) {
  setPriority(Number(basename(readlinkSync(ownThread))), niceness);
}

function perform({ password, phc }: PasswordTask): TaskResult {
  try {
    return phc === undefined ? { phc: hashSync(password, cost) } : { matches: verifySync(phc, password) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (task: PasswordTask) => parentPort?.postMessage(perform(task)));
