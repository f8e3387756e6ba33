// Runs a command of `tepal` in this process.
import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '../../src/commands/index.ts';

/** The exit status and what was written to standard error. */
export async function runTepal(args: readonly string[]): Promise<{ status: number; errors: string }> {
  const written = { output: '', errors: '' };
  const sink = (stream: keyof typeof written): Writable =>
    new Writable({
      write(chunk, _encoding, done) {
        written[stream] += String(chunk);
        done();
      },
    });
  const status = await withoutOwnVariables(() =>
    runCommandLine(args, {
      input: Readable.from([]),
      output: sink('output'),
      errors: sink('errors'),
      waitForStop: () => new Promise(() => undefined),
    }),
  );
  return { status, errors: written.errors };
}

/** Hides from the command what the tests themselves are told, which it would warn of as a setting that it doesn't know. */
async function withoutOwnVariables<R>(work: () => Promise<R>): Promise<R> {
  const { TEPAL_REQUIRE_ALL: required } = process.env;
  delete process.env['TEPAL_REQUIRE_ALL'];
  try {
    return await work();
  } finally {
    if (required !== undefined) process.env['TEPAL_REQUIRE_ALL'] = required;
  }
}
