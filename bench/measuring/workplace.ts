// The temporary folder and the child processes of a run; both are gone when the process ends, however it ends.
import { fork, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { slowSyncEnvironment } from '../servers/slow-sync.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stopTimeoutMs = 10_000;
const pollMs = 50;

/** A child that answers messages, one at a time. */
export interface Worker {
  pid: number | undefined;
  ask<S extends TSchema>(message: object, answer: S): Promise<Static<S>>;
}

export interface CommandResult {
  stdout: string;
  seconds: number;
  /** undefined where the system doesn't tell. */
  peakRssMb: number | undefined;
}

export interface Workplace {
  folder: string;
  /** Starts a module of `bench/`, such as `clients/load-client.ts`. */
  startWorker(module: string): Worker;
  /** Starts the built `tepal ...args`; the caller reads its output. */
  startTepal(args: readonly string[], nodeFlags?: readonly string[]): ChildProcess;
  /** Runs `tepal ...args` to its end; throws Error with what it printed when it fails. */
  runTepal(args: readonly string[]): Promise<CommandResult>;
  /** Asks a child to stop and waits for it; kills it when it does not stop. */
  stop(child: ChildProcess): Promise<void>;
}

/** Builds what users run. */
export function buildTepal(): void {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the build failed');
}

/** Makes the folder, below the system's folder for temporary files. Settings in the environment don't reach children. */
export function openWorkplace(syncMs = 0): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-bench-'));
  const children = new Set<ChildProcess>();
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEPAL_'))),
    ...(syncMs > 0 ? slowSyncEnvironment(folder, syncMs) : {}),
  };
  const keep = (child: ChildProcess): ChildProcess => {
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const [signal, status] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const]) {
    process.on(signal, () => process.exit(status));
  }
  const startTepal: Workplace['startTepal'] = (args, nodeFlags = []) =>
    keep(
      // As bin/run-node.mjs starts it.
      spawn(process.execPath, ['--expose-gc', ...nodeFlags, join(root, 'bin/tepal.mjs'), ...args], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  return {
    folder,
    startTepal,
    startWorker: (module) => createWorker(keep(fork(join(root, 'bench', module), { env }))),
    runTepal: (args) => runToEnd(startTepal(args), `tepal ${args.join(' ')}`),
    stop: stopChild,
  };
}

function createWorker(child: ChildProcess): Worker {
  return {
    pid: child.pid,
    async ask(message, answer) {
      const gone = new AbortController();
      const onExit = (): void => gone.abort(new Error(`the process ${child.spawnargs.join(' ')} ended`));
      child.once('exit', onExit);
      try {
        const arrival: Promise<unknown[]> = once(child, 'message', { signal: gone.signal });
        child.send(message);
        const [result] = await arrival;
        return Value.Parse(answer, result);
      } finally {
        child.off('exit', onExit);
      }
    },
  };
}

async function runToEnd(child: ChildProcess, name: string): Promise<CommandResult> {
  const startMs = performance.now();
  const exit: Promise<unknown[]> = once(child, 'exit');
  let peakRssMb: number | undefined;
  const timer = setInterval(() => {
    peakRssMb = readMemoryMb(child.pid, 'VmHWM') ?? peakRssMb;
  }, pollMs);
  try {
    const { stdout, stderr } = child;
    const [output, errors, [status]] = await Promise.all([
      stdout === null ? '' : text(stdout),
      stderr === null ? '' : text(stderr),
      exit,
    ]);
    if (status !== 0) throw new Error(`${name} failed with status ${String(status)}:\n${output}${errors}`);
    return { stdout: output, seconds: (performance.now() - startMs) / 1000, peakRssMb };
  } finally {
    clearInterval(timer);
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await exited;
  clearTimeout(timer);
}

/** What a process and its children have used of the processors, in ms; undefined where /proc doesn't tell. */
export function readCpuMs(pid: number | undefined): number | undefined {
  const children = readProcess(pid, `task/${pid}/children`)?.split(' ') ?? [];
  const parts = [pid, ...children.filter((child) => child !== '').map(Number)].map(readOwnCpuMs);
  return parts[0] === undefined ? undefined : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

function readOwnCpuMs(pid: number | undefined): number | undefined {
  const stat = readProcess(pid, 'stat');
  // Fields are counted behind the name, which may hold spaces: proc(5), fields 14 and 15, in ticks of 10 ms.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory of a process in MB (10^6 bytes), now (VmRSS) or at its peak (VmHWM); undefined where /proc doesn't tell. */
export function readMemoryMb(pid: number | undefined, key: 'VmRSS' | 'VmHWM'): number | undefined {
  const kib = new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(readProcess(pid, 'status') ?? '')?.[1];
  return kib === undefined ? undefined : (Number(kib) * 1024) / 1e6;
}

function readProcess(pid: number | undefined, file: string): string | undefined {
  if (pid === undefined) return undefined;
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    // The process is gone, or this system has no /proc.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}
