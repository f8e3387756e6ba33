// The server under measurement, in a process of its own.
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { sendRequest } from './single-request.ts';
import { readCpuMs, readMemoryMb } from './workplace.ts';
import type { Workplace } from './workplace.ts';

const lookEveryMs = 500;
/** Between two looks; what happens every second takes a few. */
const idleCpuMs = 25;
/** The server itself looks every second whether it is idle. */
const idleLooks = 5;
/** With a profiler it never is. */
const looksMax = 60;

export interface RunningServer {
  port: number;
  /** From starting the process to its first answer. */
  startMs: number;
  pid: number | undefined;
  rssMb(): number | undefined;
  /** Once the server has nothing to do any more, such as writing the search index, and has given back the memory of that. */
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
  return {
    port,
    pid: child.pid,
    startMs,
    rssMb,
    async idleRssMb() {
      let cpuMs = readCpuMs(child.pid) ?? 0;
      for (let looks = 0, quietLooks = 0; looks < looksMax && quietLooks < idleLooks; looks += 1) {
        await setTimeout(lookEveryMs);
        const usedMs = (readCpuMs(child.pid) ?? 0) - cpuMs;
        cpuMs += usedMs;
        quietLooks = usedMs < idleCpuMs ? quietLooks + 1 : 0;
      }
      return rssMb();
    },
    stop: () => workplace.stop(child),
  };
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
