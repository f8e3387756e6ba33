// The program of the threads that password-threads.ts starts: one argon2id at a time, behind everything else that the
// server does.
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { lowerThread } from '../../../platform/programs/low-priority.ts';
import type { PasswordTask, TaskResult } from './password-threads.ts';

/** OWASP's second recommended cost: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

lowerThread();

function perform({ password, phc }: PasswordTask): TaskResult {
  try {
    return phc === undefined ? { phc: hashSync(password, cost) } : { matches: verifySync(phc, password) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (task: PasswordTask) => parentPort?.postMessage(perform(task)));
