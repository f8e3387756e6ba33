// Several server processes on one data folder, killed and started again while clients use them.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { importArchive } from '../../src/features/archive/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createEffectsTable } from '../../src/platform/jobs/jobs.testing.ts';
import { complaintsOf } from '../faults/crash.ts';
import { prepareServer } from '../faults/server-process.ts';
import type { ServerProcess } from '../faults/server-process.ts';
import { issueToken, prepareFolder, testPassword } from '../support/harness.ts';
import { sampleFolder } from '../support/scenario.ts';
import type { Credentials } from './rights.ts';
import type { Progress } from './run.ts';

export interface Person {
  readonly id: number;
  readonly username: string;
  readonly credentials: Credentials;
}

export interface Servers {
  /** A server that was killed keeps its address here until another has taken its place. */
  baseUrls(): string[];
  /** An app on the same folder, which serves nobody. */
  readonly app: App;
  /** Of the one project, which is private. */
  readonly trackerId: number;
  readonly projectId: number;
  readonly artifactId: number;
  /** `root` is site administrator, `ana` the project's, the others are members. */
  readonly people: Readonly<Record<PersonName, Person>>;
  /** Kills a random process with SIGKILL so many times, spread over the run, and starts another in its place. */
  killAtRandom(progress: Progress, plan: Killing): Promise<void>;
  /** Ends the processes, takes the database away, and gives the failures that were logged; a second call waits for the first. */
  close(): Promise<string[]>;
}

export interface Killing {
  readonly kills: number;
  readonly operations: number;
  readonly random: (below: number) => number;
}

type PersonName = 'root' | 'ana' | 'dagny' | 'emre' | 'freya';

const jobRunner = join(import.meta.dirname, 'job-runner.ts');

/** The kanban sample as a private project. */
function copySample(folder: string): string {
  cpSync(sampleFolder('kanban'), folder, { recursive: true });
  const file = join(folder, 'project.xml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('access="public"', 'access="private"'));
  return folder;
}

async function fillFolder(app: App, archive: string) {
  const { people: accounts, site } = app.features;
  await accounts.create({ username: 'root', email: 'root@example.org', isSiteAdmin: true, password: testPassword });
  await site.changeSetting('sys_rest_api_over_http', '1');
  const order = { path: archive, as: 'root', mode: { automap: 'A' } } as const;
  await importArchive(
    { database: app.database, clock: systemClock, blobs: app.blobs, parts: app.features.parts.archive },
    order,
  );
  await app.database.transact(createEffectsTable);
  const person = async (username: PersonName): Promise<Person> => {
    if (username !== 'root') await accounts.change(username, { password: testPassword });
    const credentials = await issueToken(app, username);
    return { id: Number(credentials['x-auth-userid']), username, credentials };
  };
  const artifact = await app.database.read
    .selectFrom('artifacts')
    .innerJoin('trackers', 'trackers.id', 'artifacts.tracker_id')
    .select(['artifacts.id', 'tracker_id', 'project_id'])
    .orderBy('artifacts.id')
    .executeTakeFirstOrThrow();
  const people = {
    root: await person('root'),
    ana: await person('ana'),
    dagny: await person('dagny'),
    emre: await person('emre'),
    freya: await person('freya'),
  };
  return { artifact, people };
}

/** Starts `count` processes on a new folder. They end with this process. */
export async function startServers(count: number): Promise<Servers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tepal-linearizability-'));
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const removeDatabase = await prepareFolder(dataDir, '');
  const app = await openApp({ dataDir, logLevel: 'silent' });
  const { artifact, people } = await fillFolder(app, copySample(join(dataDir, 'sample')));
  const processes: ServerProcess[] = [];
  const prepare = (): ServerProcess => {
    const server = prepareServer({ dataDir, imports: [jobRunner] });
    processes.push(server);
    return server;
  };
  const open = async (server: ServerProcess) => ({ server, baseUrl: await server.open() });
  const running = await Promise.all(Array.from({ length: count }, () => open(prepare())));
  const end = async (): Promise<string[]> => {
    for (const server of processes) server.send('SIGKILL');
    const ended = await Promise.all(processes.map((server) => server.ended));
    await app.close();
    await removeDatabase();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    return ended.flatMap(({ errors }) => complaintsOf(errors));
  };
  let closing: Promise<string[]> | undefined;
  return {
    baseUrls: () => running.map(({ baseUrl }) => baseUrl),
    app,
    trackerId: artifact.tracker_id,
    projectId: artifact.project_id,
    artifactId: artifact.id,
    people,
    close: () => (closing ??= end()),
    async killAtRandom(progress, { kills, operations, random }) {
      let next = kills > 0 ? prepare() : undefined;
      for (let kill = 1; next !== undefined && !progress.isOver(); kill += 1) {
        await progress.reached(Math.floor((kill * operations) / (kills + 1)));
        const index = random(running.length);
        running[index]?.server.send('SIGKILL');
        await running[index]?.server.ended;
        running[index] = await open(next);
        next = kill < kills ? prepare() : undefined;
      }
    },
  };
}
