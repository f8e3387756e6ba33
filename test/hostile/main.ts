// `npm run hostile -- --requests 1000000 --seed 7 --workers 2`: the long form of hostile.test.ts. Every worker is a process
// with a server of its own. Prints progress; ends with status 1, and a command that shows the fault, when there is one.
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { measureBystanders, readBystandersOptions } from './bystanders/main.ts';
import { mixSeed } from './random.ts';
import { measureHeap, playRound } from './run.ts';
import type { Cast } from './world.ts';

interface Progress {
  cast: Cast;
  seed: number;
  requests: number;
  statuses: [number, number][];
  slowest: { cpuMs: number; request: string };
  heapBytes: number;
  fault: string | undefined;
}

const isAboutBystanders = process.argv.includes('--bystanders');
const { values: flags } = parseArgs({
  ...(isAboutBystanders ? { args: [] } : {}),
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    workers: { type: 'string', default: '2' },
    /** Set in workers alone: how many there were before this one. */
    worker: { type: 'string' },
  },
});
const [requests, seed, workers] = [Number(flags.requests), Number(flags.seed), Number(flags.workers)];
if (![requests, seed, workers].every((number) => Number.isInteger(number) && number >= 0) || workers === 0) {
  process.stderr.write('hostile: --requests, --seed and --workers take whole numbers, the last one not 0.\n');
  process.exit(2);
}

/** One world serves so many requests; of five rounds one is the site administrator's, who wrecks more. */
const roundSizes: Record<Cast, number> = { people: 10_000, administrator: 4000 };
/** What the heap may grow by from the first rounds to the last. */
const heapGrowthMaxBytes = 32 * 1024 * 1024;
const warmUpRounds = 3;

async function work(index: number): Promise<void> {
  let left = Math.ceil(requests / workers);
  let firstHeapBytes = 0;
  for (let round = 0; left > 0; round += 1) {
    const cast: Cast = round % 5 === 4 ? 'administrator' : 'people';
    const roundSeed = mixSeed(mixSeed(seed, index), round);
    const facts = await playRound(cast, Math.min(left, roundSizes[cast]), roundSeed);
    left -= Math.max(facts.requests, 1);
    const heapBytes = measureHeap();
    if (round < warmUpRounds) firstHeapBytes = heapBytes;
    const growthBytes = heapBytes - firstHeapBytes;
    const found = facts.finding;
    const fault =
      found !== undefined
        ? `request ${found.index} of the round: ${found.fault}\n${found.curl}`
        : growthBytes > heapGrowthMaxBytes
          ? `the heap grew by ${growthBytes} bytes`
          : undefined;
    const { requests: done, slowest } = facts;
    const progress: Progress = {
      cast,
      seed: roundSeed,
      requests: done,
      slowest,
      heapBytes,
      fault,
      statuses: [...facts.statuses],
    };
    process.send?.(progress);
    if (fault !== undefined) break;
  }
  process.disconnect?.();
}

function isProgress(message: unknown): message is Progress {
  return typeof message === 'object' && message !== null && 'heapBytes' in message;
}

/** Runs the workers; gives whether all of them were content. */
async function direct(): Promise<boolean> {
  const startMs = performance.now();
  const statuses = new Map<number, number>();
  let done = 0;
  let slowest = { cpuMs: 0, request: '' };
  let isContent = true;
  const heaps: number[][] = [];
  const hear = (index: number, progress: Progress): void => {
    done += progress.requests;
    (heaps[index] ??= []).push(progress.heapBytes);
    for (const [status, count] of progress.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
    if (progress.slowest.cpuMs > slowest.cpuMs) slowest = progress.slowest;
    const perSecond = Math.round((done * 1000) / (performance.now() - startMs));
    const heap = (progress.heapBytes / 2 ** 20).toFixed(1);
    process.stdout.write(`${done} requests, ${perSecond}/s, heap of worker ${index} ${heap} MiB\n`);
    if (progress.fault === undefined) return;
    isContent = false;
    process.stdout.write(`FAULT (--seed ${seed}, cast ${progress.cast}, seed ${progress.seed}) ${progress.fault}\n`);
  };
  const run = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const child = fork(import.meta.filename, [
        `--requests=${requests}`,
        `--seed=${seed}`,
        `--workers=${workers}`,
        `--worker=${index}`,
      ]);
      child.on('message', (message) => {
        if (isProgress(message)) hear(index, message);
      });
      child.on('exit', (code) => {
        if (code !== 0) isContent = false;
        resolve();
      });
    });
  await Promise.all(Array.from({ length: workers }, (_, index) => run(index)));
  const shown = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(`seed ${seed}; ${done} requests in ${Math.round((performance.now() - startMs) / 1000)} s\n`);
  process.stdout.write(`answers by status: ${shown.join(', ')}\n`);
  process.stdout.write(`most CPU for one answer: ${slowest.cpuMs.toFixed(0)} ms, ${slowest.request}\n`);
  for (const [index, heap] of heaps.entries()) {
    const show = (bytes: number | undefined): string => ((bytes ?? 0) / 2 ** 20).toFixed(1);
    process.stdout.write(
      `heap of worker ${index} after its first rounds ${show(heap[Math.min(warmUpRounds, heap.length) - 1])} MiB, at the end ${show(heap.at(-1))} MiB\n`,
    );
  }
  process.stdout.write(isContent ? 'every answer was as the contract says\n' : 'FAILED, see above\n');
  return isContent;
}

if (isAboutBystanders)
  process.exitCode = (await measureBystanders(readBystandersOptions(process.argv.slice(2)))) ? 0 : 1;
else if (flags.worker === undefined) process.exitCode = (await direct()) ? 0 : 1;
else await work(Number(flags.worker));
