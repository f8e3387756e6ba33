// `npm run linearizability`: the long form of run.test.ts, against processes of its own or servers that run already.
import { parseArgs } from 'node:util';
import { createRandom, runClients } from './run.ts';
import type { RunOptions } from './run.ts';
import { startServers } from './servers.ts';
import { openPlace } from './site.ts';

const usage = `npm run linearizability [-- FLAGS]
  --ops N          operations; default: 20000
  --seed S         repeats the draws of another run
  --clients N      clients at a time; default: 16
  --artifacts N    artifacts in use at a time; default: 4
  --processes N    servers to start on one new data folder; default: 2
                   with TEST_DATABASE_ENGINE=postgres in the environment on a PostgreSQL of its own
  --kills N        servers killed with SIGKILL during the run, and started again; default: 0
  --url URL        a server that runs already, instead of --processes; more than one for one site
  --tracker ID     with --url: a tracker with a string field
  --user NAME      with --url: may create and change artifacts there; the password is in TEPAL_PASSWORD`;

function readCount(flag: string, text: string | undefined, fallback: number, least: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`--${flag} can't be ${JSON.stringify(text)}; use a whole number from ${least} up\n${usage}`);
}

interface Target extends Pick<RunOptions, 'baseUrls' | 'place' | 'disturb'> {
  close?: () => Promise<void>;
}

async function openTarget(flags: ReturnType<typeof readFlags>): Promise<Target> {
  const { urls, operations, kills, seed } = flags;
  const [first] = urls;
  if (first !== undefined) {
    const { user: username, tracker } = flags;
    const password = process.env['TEPAL_PASSWORD'];
    if (username === undefined || password === undefined || tracker === undefined)
      throw new Error(`--url needs --user, --tracker and TEPAL_PASSWORD\n${usage}`);
    const place = await openPlace(first, { username, password }, readCount('tracker', tracker, 0, 1));
    return { baseUrls: () => urls, place };
  }
  const servers = await startServers(flags.processes);
  const place = await openPlace(servers.baseUrls()[0] ?? '', servers.account, servers.trackerId);
  const random = createRandom(seed + 1);
  const disturb: Target['disturb'] = (progress) => servers.killAtRandom(progress, { kills, operations, random });
  return { baseUrls: servers.baseUrls, place, disturb, close: servers.close };
}

function readFlags() {
  const { values } = parseArgs({
    options: {
      ops: { type: 'string' },
      seed: { type: 'string' },
      clients: { type: 'string' },
      artifacts: { type: 'string' },
      processes: { type: 'string' },
      kills: { type: 'string' },
      url: { type: 'string', multiple: true, default: [] },
      tracker: { type: 'string' },
      user: { type: 'string' },
    },
  });
  return {
    operations: readCount('ops', values.ops, 20_000, 1),
    seed: readCount('seed', values.seed, Math.floor(Math.random() * 2 ** 31), 0),
    clients: readCount('clients', values.clients, 16, 1),
    artifacts: readCount('artifacts', values.artifacts, 4, 1),
    processes: readCount('processes', values.processes, 2, 1),
    kills: readCount('kills', values.kills, 0, 0),
    urls: values.url,
    tracker: values.tracker,
    user: values.user,
  };
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const flags = readFlags();
const target = await openTarget(flags);
print(`seed ${flags.seed}; servers ${target.baseUrls().join(', ')}`);
const { faults, answers, artifacts } = await runClients({ ...flags, ...target });
print(`${flags.operations} operations on ${artifacts} artifacts:`);
const lines = [...answers].map(([answer, count]) => `  ${answer.padEnd(32)}${String(count).padStart(8)}`);
for (const line of [...lines.sort(), ...faults]) print(line);
print(faults.length === 0 ? 'linearizable' : `NOT linearizable: ${faults.length} faults`);
await target.close?.();
process.exit(faults.length === 0 ? 0 : 1);
