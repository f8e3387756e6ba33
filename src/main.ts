#!/usr/bin/env node
// The process: arguments in, stop signals, exit code out.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createStopSwitch } from './commands/serving/stop-switch.ts';
import type { Terminal } from './platform/command-line/command.ts';
import { compileOften } from './platform/memory/machine-code.ts';

// Compiled code is kept where nobody else may write. The published command has its own place, which stays.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

// A reader that went away, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// What can't be told there, as on a full disk, can't be told anywhere.
process.stderr.on('error', () => undefined);

function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = createStopSwitch({
      nowMs: () => performance.now(),
      stop: resolve,
      force: () => process.exit(1),
    });
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}

async function load(command = ''): Promise<(args: readonly string[], io: Terminal) => Promise<number>> {
  if (command === 'svn-hook' || command === 'cvs-hook') return (await import('./commands/hooks.ts')).runHookLine;
  if (command === 'git-ssh') return (await import('./commands/git-ssh.ts')).runGitSshLine;
  return (await import('./commands/index.ts')).runCommandLine;
}

const args = process.argv.slice(2);
const run = await load(args[0]);
// bin/tepal.mjs forbids it while the program loads.
compileOften();
process.exitCode = await run(args, {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  waitForStop,
  onHangUp(call) {
    // A terminal that closes ends the program, which nobody could stop any more.
    if (!process.stderr.isTTY) process.on('SIGHUP', call);
    return () => process.off('SIGHUP', call);
  },
});
