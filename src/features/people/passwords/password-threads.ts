// Threads of low priority for argon2id, so that a request never waits for a processor that hashes.
import { extname } from 'node:path';
import { unavailable } from '../../../platform/errors.ts';
import { createThreadPool, ThreadEndedError } from '../../../platform/concurrency/thread-pool.ts';
import { says } from '../../../platform/texts/said.ts';

/** To verify `password` against `phc`, or to hash it where there is none. */
export interface PasswordTask {
  password: string;
  phc?: string;
}

export type TaskResult = { phc: string } | { matches: boolean } | { failure: string };

/** Threads of one process that hash passwords. */
const threadsMax = 2;
/** Passwords that wait for a thread in one process; more are answered 503. */
const waitingMax = 200;
const memoryMaxMb = 32;
/** A thread keeps some 20 MB. */
const idleEndMs = 30_000;

const ownProgram = new URL(`./password-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Gives what runs a task as soon as a thread is free. That throws unavailable when very many wait, or when the thread
 * ends meanwhile.
 */
export function createPasswordThreads(
  program = ownProgram,
  endsAfterMs = idleEndMs,
): (task: PasswordTask) => Promise<TaskResult> {
  const run = createThreadPool<PasswordTask, TaskResult>({
    program,
    name: 'passwords',
    threadsMax,
    waitingMax,
    memoryMaxMb,
    idleEndMs: endsAfterMs,
    refuse: () => unavailable(says('sign-in.busy')`too many people are signing in; try again in a moment`),
  });
  return async (task) => {
    try {
      return await run(task);
    } catch (error) {
      if (!(error instanceof ThreadEndedError)) throw error;
      throw unavailable(says('password.unread')`the password could not be checked; try again in a moment`, error.cause);
    }
  };
}
