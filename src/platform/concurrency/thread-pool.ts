// Threads that do one kind of task. They start when they are needed and end when they are not; a bounded number of tasks waits
// for them, and a task that takes too long ends with its thread.
import { Worker } from 'node:worker_threads';
import { createSemaphore } from './semaphore.ts';

export interface ThreadPoolOptions {
  /** A module that answers each message, a task, with one, its result. */
  program: URL;
  /** Of the threads, for debuggers and profiles. */
  name: string;
  threadsMax: number;
  waitingMax: number;
  /** Of JavaScript values, for each thread. */
  memoryMaxMb: number;
  /** How long a thread waits for another task. */
  idleEndMs: number;
  /** How long a task may take; undefined: as long as it likes. Starting a thread comes on top. */
  taskMaxMs?: number;
  /** The error for a task that finds too many waiting. */
  refuse(): Error;
}

/** A thread ended before its task did. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

interface Thread<Task, Result> {
  run(task: Task): Promise<Result>;
}

/** Beyond this a thread that starts counts as one that is at work. */
const startMaxMs = 5000;

/** Gives what runs a task as soon as a thread is free. That throws what `refuse` gives, and ThreadEndedError. */
export function createThreadPool<Task, Result>(options: ThreadPoolOptions): (task: Task) => Promise<Result> {
  const idle = new Set<Thread<Task, Result>>();
  const semaphore = createSemaphore({
    parallel: options.threadsMax,
    maxWaiting: options.waitingMax,
    refuse: () => options.refuse(),
  });
  return (task) =>
    semaphore.run(() => {
      const [thread = startThread(options, idle)] = idle;
      idle.delete(thread);
      return thread.run(task);
    });
}

/** Among the idle ones after each task, and gone from there once it has ended for whatever reason. */
function startThread<Task, Result>(
  { program, name, memoryMaxMb, idleEndMs, taskMaxMs }: ThreadPoolOptions,
  idle: Set<Thread<Task, Result>>,
): Thread<Task, Result> {
  const worker = new Worker(program, { execArgv: [], name, resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb } });
  let pending: PromiseWithResolvers<Result> | undefined;
  let cause: unknown;
  let startMs = startMaxMs;
  let ending: NodeJS.Timeout | undefined;
  const endIdle = (): void => {
    if (idle.delete(thread)) void worker.terminate();
  };
  const endLate = (): void => {
    cause = new Error(`it took more than ${taskMaxMs} ms`);
    void worker.terminate();
  };
  const thread: Thread<Task, Result> = {
    run(task) {
      clearTimeout(ending);
      pending = Promise.withResolvers<Result>();
      // It keeps the process while somebody waits for it, and no longer.
      worker.ref();
      worker.postMessage(task);
      if (taskMaxMs !== undefined) ending = setTimeout(endLate, taskMaxMs + startMs).unref();
      return pending.promise;
    },
  };
  worker.unref();
  worker.on('message', (result: Result) => {
    clearTimeout(ending);
    startMs = 0;
    worker.unref();
    idle.add(thread);
    ending = setTimeout(endIdle, idleEndMs).unref();
    pending?.resolve(result);
    pending = undefined;
  });
  worker.on('error', (error) => (cause = error));
  worker.on('exit', () => {
    clearTimeout(ending);
    idle.delete(thread);
    pending?.reject(new ThreadEndedError(`a thread of ${name} ended before its task`, { cause }));
  });
  return thread;
}
