// Runs programs of Tepal's own that read what strangers sent, each in a process that may end without harm.
import { buffer } from 'node:stream/consumers';
import { signalGroup, startApart } from './starter.ts';

export interface OwnProgramBounds {
  /** From the start of the process on. */
  timeMaxMs: number;
  /** Of JavaScript values; bytes that a program keeps as such come on top, within a bound of their own. */
  memoryMaxMb: number;
  /** Ends the program. */
  signal: AbortSignal | undefined;
}

const bytesOfMb = 1_048_576;
/** Of bytes that it keeps as such, its threads, and 600 MB that Node.js takes for a start. */
const besideMaxBytes = 1_073_741_824;

/** A program that did not finish; the message is what follows "it". */
export class OwnProgramError extends Error {
  override readonly name = 'OwnProgramError';
}

/**
 * What the program wrote to its standard output, after it got `input`. Throws OwnProgramError where it failed or exceeded a
 * bound, StartError, what `input` throws, and the reason of `signal`.
 */
export async function runOwnProgram(
  program: string,
  args: readonly string[],
  { timeMaxMs, memoryMaxMb, signal }: OwnProgramBounds,
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Buffer> {
  signal?.throwIfAborted();
  const child = await startApart({
    program: process.execPath,
    args: [`--max-old-space-size=${memoryMaxMb}`, program, ...args],
    env: {},
    memoryMaxBytes: memoryMaxMb * bytesOfMb + besideMaxBytes,
  });
  const timeout = AbortSignal.timeout(timeMaxMs);
  const isOver = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const kill = (): void => void signalGroup(child, 'SIGKILL');
  isOver.addEventListener('abort', kill);
  if (isOver.aborted) kill();
  // A program that has ended takes nothing any more; how it ended says more.
  child.stdin.on('error', () => {});
  child.stderr.resume();
  try {
    const [output, ending] = await Promise.all([buffer(child.stdout), child.closed, feed(input, child.stdin)]);
    signal?.throwIfAborted();
    if (ending.status === 0) return output;
    if (ending.signal === 'SIGABRT')
      throw new OwnProgramError(`broke off, as where ${memoryMaxMb} MB of memory are too little`);
    const how = ending.signal ?? `status ${ending.status}`;
    throw new OwnProgramError(timeout.aborted ? `took more than ${timeMaxMs / 1000} s` : `ended with ${how}`);
  } finally {
    isOver.removeEventListener('abort', kill);
    kill();
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
