// Runs other programs of the machine: without a shell, in an environment made from nothing.
import { execFile } from 'node:child_process';
import type { ExecFileException } from 'node:child_process';
import { lowerProgram } from './low-priority.ts';

/** Where programs are looked for; what starts Tepal, such as a hook, may have no path. */
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const outputBytesMax = 64_000_000;
const usualTimeoutMs = 120_000;

/** A program that could not be started, or that failed; the message ends with what it said. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

/**
 * Gives what the program wrote to its standard output, at most 64 MB, which is UTF-8 as far as the program says so. Texts that
 * it reads and writes are UTF-8. Throws ProgramError.
 */
export const runProgram = (
  file: string,
  args: readonly string[],
  { timeoutMs = usualTimeoutMs }: { timeoutMs?: number } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      file,
      args,
      {
        env: { PATH: searchPath, LC_ALL: 'C.UTF-8' },
        maxBuffer: outputBytesMax,
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        encoding: 'utf8',
      },
      (error, output, errors) => {
        if (error === null) resolve(output);
        else reject(new ProgramError(describe(file, error, errors), { cause: error }));
      },
    );
    lowerProgram(child);
    child.stdin?.end();
  });

const describe = (file: string, error: ExecFileException, errors: string): string =>
  error.code === 'ENOENT'
    ? `${file} is not installed on the server`
    : `${file} failed: ${errors.trim() || error.message}`;
