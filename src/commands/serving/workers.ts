// Several processes that answer on one port: this one only starts them, replaces those that end, and stops them.
import cluster from 'node:cluster';
import type { Address, Worker } from 'node:cluster';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from '../../platform/errors.ts';
import { warn } from '../../platform/command-line/command.ts';
import type { Terminal } from '../../platform/command-line/command.ts';
import { relayMetrics } from './worker-metrics.ts';

const restartMessage = 'restart';

/** A worker that ended sooner than this after its start is replaced only after as long a pause. */
const steadyAfterMs = 5000;

/** Whether this process was started by `superviseWorkers`. */
export const isWorker = (): boolean => cluster.isWorker;

/** Asks the supervisor of this worker to replace all of its workers, one after the other. */
export const askSupervisorToRestart = (): void => void cluster.worker?.send(restartMessage);

/** Lets this process end once nothing else keeps it, if it is a worker. */
export const leaveSupervisor = (): void => void cluster.worker?.disconnect();

/**
 * Runs `count` processes with this one's arguments until a stop signal, and resolves when all have finished their
 * requests; each gets hang-up signals too. `announce` is called once all listen. Throws DomainError 'unavailable' when one
 * ends before, having said why.
 */
export async function superviseWorkers(
  count: number,
  announce: (address: Address) => void,
  io: Terminal,
): Promise<void> {
  const stopped = io.waitForStop();
  const stopping = new AbortController();
  const workers = new Set<Worker>();
  const ignoreHangUps = io.onHangUp?.(() => {
    for (const worker of workers) worker.process.kill('SIGHUP');
  });
  let restart = (): void => {};
  const start = (): Worker => {
    const worker = cluster.fork({ NODE_COMPILE_CACHE: getCompileCacheDir() ?? '' });
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
    worker.on('message', (message: unknown) => {
      if (message === restartMessage) restart();
    });
    relayMetrics(worker, workers);
    return worker;
  };
  try {
    // Alone first, so that a port that is taken is told once.
    const first = start();
    const address = await waitUntilListening(first);
    const others = Array.from({ length: count - 1 }, start);
    await Promise.all(others.map(waitUntilListening));
    announce(address);
    const posts = [first, ...others].map((worker): Post => ({ worker }));
    const keeping = posts.map((post) => keepRunning(post, start, stopping.signal, io));
    let isRestarting = false;
    restart = () => {
      if (isRestarting) return;
      isRestarting = true;
      void replaceAll(posts, start, stopping.signal)
        .catch((error: unknown) => warn(io, `tepal: warning: the restart ended early: ${String(error)}`))
        .finally(() => (isRestarting = false));
    };
    await stopped;
    warn(io, 'Stopping; requests under way are finished first.');
    stopping.abort();
    await Promise.all([...keeping, stopAll(workers)]);
  } finally {
    stopping.abort();
    await stopAll(workers);
    ignoreHangUps?.();
  }
}

async function waitUntilListening(worker: Worker): Promise<Address> {
  const { promise, resolve, reject } = Promise.withResolvers<Address>();
  const onExit = (): void => reject(unavailable('a worker process ended before it was ready; see above'));
  worker.once('listening', resolve);
  worker.once('exit', onExit);
  try {
    return await promise;
  } finally {
    worker.off('exit', onExit);
  }
}

/** Where one worker always runs. */
interface Post {
  worker: Worker;
}

/** Replaces the worker of the post, and each that replaced it, until the signal. */
async function keepRunning(post: Post, start: () => Worker, stopping: AbortSignal, io: Terminal): Promise<void> {
  while (!stopping.aborted) {
    const { worker } = post;
    const startedAtMs = performance.now();
    const status = await exitOf(worker);
    if (stopping.aborted) return;
    if (post.worker !== worker) continue;
    warn(io, `tepal: warning: the worker ${worker.process.pid} ended with ${status}; another one takes its place`);
    if (performance.now() - startedAtMs < steadyAfterMs) await pause(stopping);
    if (!stopping.aborted) post.worker = start();
  }
}

/** Replaces every worker, each by one that listens already. Those that are left when one can't start go on. */
async function replaceAll(posts: readonly Post[], start: () => Worker, stopping: AbortSignal): Promise<void> {
  for (const post of posts) {
    const next = start();
    await waitUntilListening(next);
    if (stopping.aborted) return;
    const previous = post.worker;
    post.worker = next;
    previous.process.kill('SIGTERM');
    await exitOf(previous);
  }
}

async function pause(stopping: AbortSignal): Promise<void> {
  await Promise.race([delay(steadyAfterMs, undefined, { ref: false }), once(stopping, 'abort')]);
}

async function exitOf(worker: Worker): Promise<string> {
  const { exitCode, signalCode } = worker.process;
  if (exitCode === null && signalCode === null) await once(worker, 'exit');
  return worker.process.signalCode ?? `status ${worker.process.exitCode}`;
}

async function stopAll(workers: ReadonlySet<Worker>): Promise<void> {
  await Promise.all(
    [...workers].map(async (worker) => {
      worker.process.kill('SIGTERM');
      await exitOf(worker);
    }),
  );
}
