// `tepal serve` as a real process that a test may kill. Its modules can be loaded before it is told to open its folder.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { programEnv, programPath, sourcePath } from '../support/program-env.ts';

const root = join(import.meta.dirname, '../..');
const outputKept = 64 * 1024;

export interface ServerOptions {
  /** What follows `tepal`; by default `serve` on `dataDir` and any free port. */
  args?: readonly string[];
  dataDir: string;
  /** Modules that the process loads before anything else. */
  imports?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Files may not grow beyond so many KiB, until `prlimit` lifts it. */
  fileSizeMaxKib?: number;
  /** Standard error goes to this file, and is empty for the test. */
  errorsFile?: string;
}

export interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
  /** The end of standard error. */
  errors: string;
}

export interface ServerProcess {
  /** Lets it open its folder; the address it listens at. Rejects where it ends before. */
  open(): Promise<string>;
  /** What it wrote to standard error so far. */
  errors(): string;
  /** undefined where it could not be started. */
  pid: number | undefined;
  send(signal: NodeJS.Signals): void;
  ended: Promise<Ended>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the process, which waits for `open` with its modules loaded. */
export function prepareServer(options: ServerOptions): ServerProcess {
  const { dataDir, imports = [], args = ['serve', '--data', dataDir, '--port', '0'], env = {} } = options;
  const preloads = [...imports, join(import.meta.dirname, 'hold.ts')].flatMap((path) => ['--import', path]);
  // Modules of tests reach into those of the sources.
  const line = [process.execPath, ...preloads, imports.length > 0 ? sourcePath : programPath, ...args];
  const { fileSizeMaxKib: limit, errorsFile } = options;
  const limited = limit === undefined ? '' : `ulimit -S -f ${limit} && `;
  const errors = errorsFile === undefined ? '' : ` 2>'${errorsFile}'`;
  const isPlain = limited === '' && errors === '';
  const [program = '', ...rest] = isPlain ? line : ['bash', '-c', `${limited}exec "$0" "$@"${errors}`, ...line];
  const child = spawn(program, rest, {
    cwd: root,
    env: { ...programEnv, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tepal-faults'), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] = (output[stream] + text).slice(-outputKept);
    });
  }
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then((): Ended => {
    running.delete(child);
    return { status: child.exitCode, signal: child.signalCode, errors: output.stderr };
  });
  return {
    ended,
    pid: child.pid,
    errors: () => output.stderr,
    send: (signal) => void child.kill(signal),
    async open() {
      child.stdin.end('go\n');
      for (;;) {
        const url = /listens at (\S+)\/\n/.exec(output.stdout)?.[1];
        if (url !== undefined) return url;
        const event = await Promise.race([ended, once(child.stdout, 'data').then(() => undefined)]);
        if (event !== undefined && !/listens at/.test(output.stdout))
          throw new Error(`the server ended with ${event.status ?? event.signal}: ${event.errors}`);
      }
    },
  };
}
