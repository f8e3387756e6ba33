// Runs programs of Tepal's own that read what strangers sent, each in a process that may end without harm.
import { spawn } from 'node:child_process';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { lowerProgram } from './low-priority.ts';

export interface OwnProgramBounds {
  /** From the start of the process on. */
  timeMaxMs: number;
  /** Of JavaScript values; bytes that a program keeps as such come on top. */
  memoryMaxMb: number;
  /** Ends the program. */
  signal: AbortSignal | undefined;
}

/** A program that did not finish; the message is what follows "it". */
export class OwnProgramError extends Error {
  override readonly name = 'OwnProgramError';
}

/** The program in `name` beside a module, given by its `import.meta.url`: as source, or as the build made it. */
export const ownProgram = (moduleUrl: string, name: string): string =>
  fileURLToPath(new URL(`./${name}${extname(moduleUrl)}`, moduleUrl));

/**
 * What the program wrote to its standard output, after it got `input`. Throws OwnProgramError where it failed or exceeded a
 * bound, what `input` throws, and the reason of `signal`.
 */
export async function runOwnProgram(
  program: string,
  args: readonly string[],
  { timeMaxMs, memoryMaxMb, signal }: OwnProgramBounds,
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Buffer> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeMaxMs);
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMaxMb}`, program, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    killSignal: 'SIGKILL',
    env: {},
  });
  lowerProgram(child);
  const ended = new Promise<string | undefined>((resolve, reject) => {
    child.on('error', (error) => (timeout.aborted || signal?.aborted === true ? undefined : reject(error)));
    child.on('close', (status, killedBy) => resolve(status === 0 ? undefined : (killedBy ?? `status ${status}`)));
  });
  // A program that has ended takes nothing any more; how it ended says more.
  child.stdin.on('error', () => {});
  try {
    const [output, failure] = await Promise.all([buffer(child.stdout), ended, feed(input, child.stdin)]);
    signal?.throwIfAborted();
    if (failure === undefined) return output;
    if (failure === 'SIGABRT')
      throw new OwnProgramError(`broke off, as where ${memoryMaxMb} MB of memory are too little`);
    throw new OwnProgramError(timeout.aborted ? `took more than ${timeMaxMs / 1000} s` : `ended with ${failure}`);
  } finally {
    child.kill('SIGKILL');
  }
}

async function feed(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  target: NodeJS.WritableStream & { destroyed?: boolean },
): Promise<void> {
  let goOn = (): void => undefined;
  for (const event of ['drain', 'close']) target.on(event, () => goOn());
  for await (const chunk of input) {
    if (target.destroyed === true || !target.writable) return;
    if (!target.write(chunk)) await new Promise<void>((resolve) => (goOn = resolve));
  }
  target.end();
}
