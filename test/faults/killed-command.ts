// Runs a command of `tepal` that is killed before one of its steps.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { programEnv, programPath } from '../support/program-env.ts';

export interface KilledRun {
  /** undefined: it was killed. */
  readonly status: number | undefined;
  readonly said: string;
  /** How many steps it took; 0 where it was killed. */
  readonly steps: number;
}

const preload = join(import.meta.dirname, 'kill-at.ts');

/** Kills the command before its step `at`; 0: it runs to its end. See kill-at.ts for what a step is. */
export async function runKilled(args: readonly string[], at: number): Promise<KilledRun> {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-killed-'));
  const count = join(folder, 'steps');
  try {
    const env = { ...programEnv, KILL_AT: String(at), KILL_COUNT: count };
    const child = spawn(process.execPath, ['--import', preload, programPath, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
    await ended;
    const status = child.exitCode;
    if (status === null) return { status: undefined, said, steps: 0 };
    return { status, said, steps: Number(readFileSync(count, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** So many of the steps, one of each of as many stretches. */
export function chooseSteps(steps: number, count: number, below: (limit: number) => number): number[] {
  const stretch = steps / count;
  return Array.from({ length: count }, (_, index) =>
    Math.min(steps, 1 + Math.floor(index * stretch) + below(Math.ceil(stretch))),
  );
}
