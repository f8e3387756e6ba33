// Threads of low priority for argon2id, so that a request never waits for a processor that hashes. They start when they
// are needed and end when they are not; a bounded number of tasks waits for them.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { unavailable } from '../../platform/errors.ts';
import { createGate } from '../../platform/gate.ts';

/** To verify `password` against `phc`, or to hash it where there is none. */
export interface PasswordTask {
  password: string;
  phc?: string;
}

export type TaskResult = { phc: string } | { matches: boolean } | { failure: string };

interface Thread {
  run(task: PasswordTask): Promise<TaskResult>;
}

const threadsMax = 2;
const waitingMax = 200;
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
  const idle = new Set<Thread>();
  const gate = createGate({
    parallel: threadsMax,
    maxWaiting: waitingMax,
    refuse: () => unavailable('too many people sign in at once; try again in a moment'),
  });
  return (task) =>
    gate.run(() => {
      const [thread = startThread(program, idle, endsAfterMs)] = idle;
      idle.delete(thread);
      return thread.run(task);
    });
}

/** Among the idle ones after each task, and gone from there once it has ended for whatever reason. */
function startThread(program: URL, idle: Set<Thread>, endsAfterMs: number): Thread {
  const worker = new Worker(program, {
    execArgv: [],
    name: 'passwords',
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  });
  let pending: PromiseWithResolvers<TaskResult> | undefined;
  let cause: unknown;
  let ending: NodeJS.Timeout | undefined;
  const end = (): void => {
    if (idle.delete(thread)) void worker.terminate();
  };
  const thread: Thread = {
    run(task) {
      clearTimeout(ending);
      pending = Promise.withResolvers<TaskResult>();
      // It keeps the process while somebody waits for it, and no longer.
      worker.ref();
      worker.postMessage(task);
      return pending.promise;
    },
  };
  worker.unref();
  worker.on('message', (result: TaskResult) => {
    worker.unref();
    idle.add(thread);
    ending = setTimeout(end, endsAfterMs).unref();
    pending?.resolve(result);
    pending = undefined;
  });
  worker.on('error', (error) => (cause = error));
  worker.on('exit', () => {
    idle.delete(thread);
    pending?.reject(unavailable('the password could not be looked at; try again in a moment', cause));
  });
  return thread;
}
