// Runs a program with a given Node.js binary in place of this process: same terminal, same exit code, and every stop
// signal delivered exactly once. Plain JavaScript for Node.js 20 and later, built-in modules only.
import { spawn } from 'node:child_process';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
const repeatWindowMs = 1000;
const parentCheckMs = 250;

/**
 * Starts `nodePath ...args` and ends this process with the program's exit code or signal.
 *
 * The program gets a process group of its own. Ctrl-C reaches this process from the terminal and once more from npm,
 * which forwards it; only the first of such a pair is passed on. A second Ctrl-C, more than a second later, is passed
 * on again. A program started this way stops by itself when this process is killed outright (see lifeline.mjs).
 */
export function runNode(nodePath, args, options = {}) {
  const lifeline = new URL('lifeline.mjs', import.meta.url).href;
  // src/platform/memory/garbage.ts collects garbage when the program is quiet.
  const child = spawn(nodePath, ['--expose-gc', '--import', lifeline, ...args], {
    ...options,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
  const lastSentMs = new Map();
  const passOn = (signal) => {
    const nowMs = performance.now();
    if (nowMs - (lastSentMs.get(signal) ?? -Infinity) < repeatWindowMs) return;
    lastSentMs.set(signal, nowMs);
    child.kill(signal);
  };
  for (const signal of stopSignals) process.on(signal, passOn);
  if (process.env.npm_command !== undefined) onParentGone(() => passOn('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`Could not start ${nodePath}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code ?? 1;
      return;
    }
    for (const name of stopSignals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

/** Calls `stop` once when npm, which started this process, is gone: npm's own children are not told when it is killed. */
function onParentGone(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, parentCheckMs);
  timer.unref();
}
