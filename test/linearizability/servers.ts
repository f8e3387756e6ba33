// Several server processes on one data folder, killed and started again while clients use them.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openApp } from '../../src/app.ts';
import { importArchive } from '../../src/features/archive/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { prepareFolder, testPassword } from '../harness.ts';
import { sampleFolder } from '../scenario.ts';
import type { Progress } from './run.ts';

export interface Servers {
  /** A server that was killed keeps its address here until another has taken its place. */
  baseUrls(): string[];
  readonly account: { username: string; password: string };
  readonly trackerId: number;
  /** Kills a random process with SIGKILL so many times, spread over the run, and starts another in its place. */
  killAtRandom(progress: Progress, plan: Killing): Promise<void>;
  /** Takes the database away; the processes end with this one. */
  close(): Promise<void>;
}

export interface Killing {
  readonly kills: number;
  readonly operations: number;
  readonly random: (below: number) => number;
}

async function fillFolder(dataDir: string): Promise<number> {
  const app = await openApp({ dataDir, logLevel: 'silent' });
  try {
    const { people, site } = app.features;
    await people.create({ username: 'root', email: 'root@example.org', isSiteAdmin: true, password: testPassword });
    await site.changeSetting('sys_rest_api_over_http', '1');
    const order = { path: sampleFolder('kanban'), as: 'root', mode: { automap: 'A' } } as const;
    await importArchive({ database: app.database, clock: systemClock, blobs: app.blobs }, order);
    await people.change('ana', { password: testPassword });
    const tracker = await app.database.read.selectFrom('trackers').select('id').orderBy('id').executeTakeFirstOrThrow();
    return tracker.id;
  } finally {
    await app.close();
  }
}

interface Running {
  child: ChildProcess;
  baseUrl: string;
}

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

async function startOne(dataDir: string, children: Set<ChildProcess>): Promise<Running> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEPAL_')));
  const args = [program, 'serve', '--data', dataDir, '--port', '0'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2000);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const baseUrl = /listens at (http:\/\/127\.0\.0\.1:\d+)\//.exec(line)?.[1];
    if (baseUrl === undefined) continue;
    child.stdout.resume();
    return { child, baseUrl };
  }
  throw new Error(`the server ended before it listened: ${errors}`);
}

/** Starts `count` processes on a new folder with the kanban sample. They end with this process. */
export async function startServers(count: number): Promise<Servers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tepal-linearizability-'));
  const children = new Set<ChildProcess>();
  process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  const close = await prepareFolder(dataDir, '');
  const trackerId = await fillFolder(dataDir);
  const running = await Promise.all(Array.from({ length: count }, () => startOne(dataDir, children)));
  return {
    baseUrls: () => running.map(({ baseUrl }) => baseUrl),
    account: { username: 'ana', password: testPassword },
    trackerId,
    close,
    async killAtRandom(progress, { kills, operations, random }) {
      for (let kill = 1; kill <= kills && !progress.isOver(); kill += 1) {
        await progress.reached(Math.floor((kill * operations) / (kills + 1)));
        const index = random(running.length);
        const victim = running[index];
        if (victim === undefined) throw new Error('no server runs');
        const gone = once(victim.child, 'exit');
        victim.child.kill('SIGKILL');
        await gone;
        running[index] = await startOne(dataDir, children);
      }
    },
  };
}
