// The server under measurement, in a process of its own.
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { sendRequest } from '../clients/single-request.ts';
import { readCpuMs, readMemoryMb } from '../measuring/workplace.ts';
import type { Workplace } from '../measuring/workplace.ts';

const lookEveryMs = 500;
/** Between two looks; what happens every second takes a few, and collecting all garbage 45. */
const idleCpuMs = 150;
const settledLooks = 5;
/** Long enough for the server to find out itself that it is idle, and to collect. */
const idleLooks = 12;
/** A hundred thousand imported artifacts are minutes of work for followers. */
const looksMax = 2400;
/** With a profiler it is never idle. */
const profiledLooksMax = 60;

export interface RunningServer {
  port: number;
  /** From starting the process to its first answer. */
  startMs: number;
  pid: number | undefined;
  rssMb(): number | undefined;
  /** Waits until the server has nothing to do any more, such as writing the search index. Throws Error when it has after 20 minutes. */
  settle(): Promise<void>;
  /** After that, and once the server has given back the memory of what it did. */
  idleRssMb(): Promise<number | undefined>;
  stop(): Promise<void>;
}

/** Starts `tepal serve` and waits for its first answer; throws Error with its output when it ends before. */
export async function startServer(
  workplace: Workplace,
  dataDir: string,
  nodeFlags: readonly string[] = [],
  workers = 1,
): Promise<RunningServer> {
  const startedAtMs = performance.now();
  const child = workplace.startTepal(
    ['serve', '--data', dataDir, '--port', '0', '--workers', String(workers)],
    nodeFlags,
  );
  const port = await readPort(child);
  const { status } = await sendRequest(port, { path: '/api/version' });
  const startMs = performance.now() - startedAtMs;
  if (status !== 200) throw new Error(`the server answers GET /api/version with status ${status}`);
  const rssMb = (): number | undefined => readMemoryMb(child.pid, 'VmRSS');
  const isProfiled = nodeFlags.some((flag) => flag.startsWith('--cpu-prof'));
  const waitUntilQuiet = (looks: number): Promise<void> => waitUntilIdle(child.pid, looks, isProfiled);
  return {
    port,
    pid: child.pid,
    startMs,
    rssMb,
    settle: () => waitUntilQuiet(settledLooks),
    async idleRssMb() {
      await waitUntilQuiet(idleLooks);
      return rssMb();
    },
    stop: () => workplace.stop(child),
  };
}

async function waitUntilIdle(pid: number | undefined, looksNeeded: number, isProfiled: boolean): Promise<void> {
  let cpuMs = readCpuMs(pid) ?? 0;
  for (let looks = 0, quietLooks = 0; quietLooks < looksNeeded; looks += 1) {
    if (isProfiled && looks === profiledLooksMax) return;
    if (looks === looksMax)
      throw new Error('the server still works after 20 minutes in which nobody asked for anything');
    await setTimeout(lookEveryMs);
    const usedMs = (readCpuMs(pid) ?? 0) - cpuMs;
    cpuMs += usedMs;
    quietLooks = usedMs < idleCpuMs ? quietLooks + 1 : 0;
  }
}

async function readPort({ stdout, stderr }: ChildProcess): Promise<number> {
  if (stdout === null || stderr === null) throw new Error('the output of the server is not connected');
  let errors = '';
  stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4000);
  });
  for await (const line of createInterface({ input: stdout })) {
    const port = /listens at http:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1];
    if (port !== undefined) {
      stdout.resume();
      return Number(port);
    }
  }
  throw new Error(`the server ended before it listened:\n${errors}`);
}
