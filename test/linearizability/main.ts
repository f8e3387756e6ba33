// `npm run linearizability`: the long form of run.test.ts, against processes of its own or servers that run already.
import { parseArgs } from 'node:util';
import { runCluster } from './cluster.ts';
import { runClients } from './run.ts';
import type { RunReport } from './run.ts';
import { openPlace } from './site.ts';

const usage = `npm run linearizability [-- FLAGS]
  --ops N          operations; default: 20000
  --seed S         repeats the draws of another run
  --clients N      clients at a time; default: 16
  --artifacts N    artifacts in use at a time; default: 4
  --processes N    servers to start on one new data folder; default: 2
                   with TEST_DATABASE_ENGINE=postgres in the environment on a PostgreSQL of its own
  --kills N        servers killed with SIGKILL during the run, and started again; default: 0
  --jobs N         jobs that the servers are given during the run; default: 500
  --url URL        a server that runs already, instead of --processes; more than one for one site
  --tracker ID     with --url: a tracker with a string field
  --user NAME      with --url: may create and change artifacts there; the password is in TEPAL_PASSWORD`;

function readCount(flag: string, text: string | undefined, fallback: number, least: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`--${flag} can't be ${JSON.stringify(text)}; use a whole number from ${least} up\n${usage}`);
}

/** Servers that somebody else has started: artifacts alone. */
async function runOn(first: string, flags: ReturnType<typeof readFlags>): Promise<RunReport> {
  const { urls, user: username, tracker } = flags;
  const password = process.env['TEPAL_PASSWORD'];
  if (username === undefined || password === undefined || tracker === undefined)
    throw new Error(`--url needs --user, --tracker and TEPAL_PASSWORD\n${usage}`);
  const place = await openPlace(first, { username, password }, readCount('tracker', tracker, 0, 1));
  return runClients({ ...flags, baseUrls: () => urls, place });
}

async function runOnOwn(flags: ReturnType<typeof readFlags>): Promise<RunReport> {
  const { rights, jobsTakenOver, ...report } = await runCluster(flags);
  print(`rights: ${rights.changes} changes, ${rights.allowed} uses allowed, ${rights.refused} refused`);
  print(`jobs: ${flags.jobs}, ${jobsTakenOver} of them taken over from a process that was gone`);
  return report;
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
      jobs: { type: 'string' },
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
    jobs: readCount('jobs', values.jobs, 500, 1),
    urls: values.url,
    tracker: values.tracker,
    user: values.user,
  };
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const flags = readFlags();
const [first] = flags.urls;
print(`seed ${flags.seed}`);
const { faults, answers, artifacts } = await (first === undefined ? runOnOwn(flags) : runOn(first, flags));
print(`${flags.operations} operations on ${artifacts} artifacts:`);
const lines = [...answers].map(([answer, count]) => `  ${answer.padEnd(32)}${String(count).padStart(8)}`);
for (const line of [...lines.sort(), ...faults]) print(line);
print(faults.length === 0 ? 'linearizable' : `NOT as it should be: ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
