// The server under measurement, in a process of its own.
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { sendRequest } from './single-request.ts';
import { readMemoryMb } from './workplace.ts';
import type { Workplace } from './workplace.ts';

const idleAfterMs = 2000;

export interface RunningServer {
  port: number;
  /** From starting the process to its first answer. */
  startMs: number;
  pid: number | undefined;
  rssMb(): number | undefined;
  /** After the server has given back what its start left, a second after it. */
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
      await setTimeout(idleAfterMs);
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
