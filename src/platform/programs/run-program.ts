// Runs other programs of the machine: without a shell, in an environment made from nothing.
import { collect } from './collect.ts';
import { startApart, StartError } from './starter.ts';
import type { StartedProgram } from './starter.ts';

/** Where programs are looked for; what starts Tepal, such as a hook, may have no path. */
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Bytes that one program may write to its output; then it is killed. */
const outputBytesMax = 64_000_000;
/** Milliseconds that a program may run where its caller sets no limit; then it is killed. */
const usualTimeoutMs = 120_000;

/** A program that could not be started, or that failed; the message ends with what it said. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

/**
 * Gives what the program wrote to its standard output, at most 64 MB, which is UTF-8 as far as the program says so. Texts that
 * it reads and writes are UTF-8. Throws ProgramError.
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  { timeoutMs = usualTimeoutMs }: { timeoutMs?: number } = {},
): Promise<string> {
  const fail = (why: string): ProgramError => new ProgramError(`${file} failed: ${why}`);
  const words = {
    tooLarge: () => fail(`it says more than ${outputBytesMax} bytes`),
    late: () => fail(`it takes more than ${timeoutMs / 1000} s`),
    explain: fail,
  };
  const child = await start(file, args);
  return (await collect(child, { outputMaxBytes: outputBytesMax, timeoutMs }, words)).toString();
}

async function start(file: string, args: readonly string[]): Promise<StartedProgram> {
  try {
    return await startApart({ program: file, args: [...args], env: { PATH: searchPath, LC_ALL: 'C.UTF-8' } });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const why = error.message === 'ENOENT' ? 'is not installed on the server' : `can not be started: ${error.message}`;
    throw new ProgramError(`${file} ${why}`, { cause: error });
  }
}
