// Several server processes on one data folder, killed and started again while clients use them.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openWorkplace } from '../../bench/workplace.ts';
import type { Workplace } from '../../bench/workplace.ts';
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
}

export interface Killing {
  readonly kills: number;
  readonly operations: number;
  readonly random: (below: number) => number;
}

async function fillFolder(dataDir: string): Promise<number> {
  await prepareFolder(dataDir, '');
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

async function startOne(workplace: Workplace, dataDir: string): Promise<Running> {
  const child = workplace.startTepal(['serve', '--data', dataDir, '--port', '0']);
  if (child.stdout === null) throw new Error('the output of the server is not connected');
  child.stderr?.resume();
  for await (const line of createInterface({ input: child.stdout })) {
    const baseUrl = /listens at (http:\/\/127\.0\.0\.1:\d+)\//.exec(line)?.[1];
    if (baseUrl === undefined) continue;
    child.stdout.resume();
    return { child, baseUrl };
  }
  throw new Error('the server ended before it listened');
}

/** Starts `count` processes on a new folder with the kanban sample. They end with this process. */
export async function startServers(count: number): Promise<Servers> {
  const workplace = openWorkplace();
  const dataDir = join(workplace.folder, 'data');
  const trackerId = await fillFolder(dataDir);
  const running = await Promise.all(Array.from({ length: count }, () => startOne(workplace, dataDir)));
  return {
    baseUrls: () => running.map(({ baseUrl }) => baseUrl),
    account: { username: 'ana', password: testPassword },
    trackerId,
    async killAtRandom(progress, { kills, operations, random }) {
      for (let kill = 1; kill <= kills && !progress.isOver(); kill += 1) {
        await progress.reached(Math.floor((kill * operations) / (kills + 1)));
        const index = random(running.length);
        const victim = running[index];
        if (victim === undefined) throw new Error('no server runs');
        const gone = once(victim.child, 'exit');
        victim.child.kill('SIGKILL');
        await gone;
        running[index] = await startOne(workplace, dataDir);
      }
    },
  };
}
