// `npm run bench mixed`: what many people do at once with many artifacts of many projects, beside a bare server that sends
// bytes of the same sizes.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../src/platform/database/postgres/postgres-server.testing.ts';
import { sendRequest, writeRequest } from './clients/single-request.ts';
import type { Order } from './clients/single-request.ts';
import { fillManyProjects, people, projects } from './content/many-projects.ts';
import { runContest } from './measuring/contest.ts';
import type { Outcome } from './measuring/contest.ts';
import { describeDisk, describeMachine } from './measuring/machine.ts';
import { Listening } from './measuring/messages.ts';
import type { BareAnswer } from './measuring/messages.ts';
import { drawOrders, listPaths } from './measuring/mixed-requests.ts';
import type { DrawnOrder, DrawnProject, Kind } from './measuring/mixed-requests.ts';
import { bare, copyHeaders, measure, partOf } from './measuring/rows.ts';
import type { Measure, Stage } from './measuring/rows.ts';
import { findTracker, listArtifactIds, signIn, startTools } from './measuring/scene.ts';
import { median } from './measuring/statistics.ts';
import { formatTable } from './measuring/table.ts';
import type { ComparedResult } from './measuring/table.ts';
import { durable } from './servers/postgres.ts';
import { startServer } from './servers/tepal-server.ts';
import type { RunningServer } from './servers/tepal-server.ts';
import { buildTepal, openWorkplace } from './measuring/workplace.ts';
import type { Workplace } from './measuring/workplace.ts';

const usage = `npm run bench mixed [-- FLAGS]
  --only NAME      one row by its name, or several, each with the flag
  --artifacts N    in all projects together; 100,000 without the flag
  --seconds N      length of one measurement
  --rounds N       measurements of each row, each beside one of the bare server
  --postgres       on PostgreSQL
  --json FILE      also writes the rows as JSON
  --cpu-prof DIR   leaves a CPU profile of the server there`;

interface MixedRow {
  name: string;
  clients: number;
  /** What is left out of what was drawn is all that is of another kind. */
  kind?: Kind;
}

const rows: readonly MixedRow[] = [
  { name: 'mixed', clients: 16 },
  { name: 'mixed', clients: 64 },
  { name: 'mixed, its reads alone', clients: 16, kind: 'read' },
  { name: 'mixed, its lists and queries alone', clients: 16, kind: 'list' },
  { name: 'mixed, its changes alone', clients: 16, kind: 'change' },
];

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      artifacts: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '5' },
      postgres: { type: 'boolean', default: false },
      json: { type: 'string' },
      'cpu-prof': { type: 'string' },
    },
  });
  const { only, json, postgres, 'cpu-prof': profileDir } = values;
  const [artifacts, seconds, rounds] = [values.artifacts, values.seconds, values.rounds].map(Number);
  if (!(Number(artifacts) >= projects.length) || !(Number(seconds) > 0) || !(Number(rounds) >= 1))
    throw new Error(usage);
  const chosen = rows.filter(({ name }) => only === undefined || only.includes(name));
  if (chosen.length === 0) throw new Error(`there is no such row\n\n${usage}`);
  return {
    rows: chosen,
    artifacts: Number(artifacts),
    pace: { rounds: Number(rounds), durationMs: Number(seconds) * 1000, warmUpMs: 1000 },
    isOnPostgres: postgres,
    json,
    profileDir,
  };
}

type Options = ReturnType<typeof readOptions>;

/** Enough that no client comes to the end of its part within a round of two seconds. */
const ordersPerRound = 30_000;
/** Of these the bare server knows the very bytes; all others are like the first. */
const knownReads = 300;

async function findProjects(
  port: number,
  headers: ReadonlyMap<string, Record<string, string>>,
): Promise<DrawnProject[]> {
  const found: DrawnProject[] = [];
  for (const { name, members } of projects) {
    const own = headers.get(members[0] ?? '') ?? {};
    const tracker = await findTracker(port, own, name);
    found.push({ ...tracker, artifactIds: await listArtifactIds(port, own, tracker.trackerId) });
  }
  return found;
}

/** Asks Tepal for what the bare server shall answer. */
async function learnAnswers(
  port: number,
  drawn: readonly DrawnOrder[],
  paths: ReadonlySet<string>,
): Promise<BareAnswer[]> {
  const reads = new Map(drawn.filter(({ kind }) => kind === 'read').map(({ order }) => [order.path, order]));
  const lists = new Map(drawn.filter(({ kind }) => kind === 'list').map(({ order }) => [order.path, order]));
  const change = drawn.find(({ kind }) => kind === 'change')?.order;
  const learn = async (order: Order): Promise<BareAnswer> => {
    const body = order.body?.replace('########', '10000000');
    const headers = { ...order.headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const whole = await sendRequest(port, { ...order, headers, ...(body === undefined ? {} : { body }) });
    if (whole.status !== 200)
      throw new Error(`${order.method ?? 'GET'} ${order.path}: ${whole.status} ${whole.body.toString()}`);
    return { path: order.path, headers: copyHeaders(whole.rawHeaders), body: whole.body.toString('latin1') };
  };
  const answers: BareAnswer[] = [];
  const known = [
    ...[...reads.values()].slice(0, knownReads),
    ...[...lists.values()].filter(({ path }) => paths.has(path)),
  ];
  for (const order of known) answers.push(await learn(order));
  if (change !== undefined) answers.push({ ...(await learn(change)), method: 'PUT' });
  return answers;
}

async function openStage(workplace: Workplace, server: RunningServer, { pace }: Options) {
  const { loadClient, bareServer } = startTools(workplace);
  const headers = new Map<string, Record<string, string>>();
  for (const name of people) headers.set(name, await signIn(server.port, name));
  const found = await findProjects(server.port, headers);
  const drawn = drawOrders(found, headers, ordersPerRound * (pace.rounds + 1));
  const answers = await learnAnswers(server.port, drawn, new Set(found.flatMap(listPaths)));
  const { port: barePort } = await bareServer.ask(answers, Listening);
  return { stage: { pace, tepalPort: server.port, tepalPid: server.pid, loadClient, bareServer }, barePort, drawn };
}

async function measureRow(
  row: MixedRow,
  stage: Stage,
  barePort: number,
  drawn: readonly DrawnOrder[],
): Promise<Outcome> {
  const { clients, kind } = row;
  const { rounds } = stage.pace;
  const on =
    (port: number): Measure =>
    (round) => {
      const part = partOf(drawn, round, rounds).filter((one) => kind === undefined || one.kind === kind);
      const exchanges = part.map(({ order, kind: of }) => ({ request: writeRequest(order), kind: of }));
      return measure(stage, round, { port, clients, status: 200, order: 'shared', exchanges });
    };
  return runContest({ subject: on(stage.tepalPort), reference: on(barePort) }, rounds);
}

/** The slowest of each kind, where there are several. */
function describeKinds({ rounds }: Outcome): string {
  const kinds = new Map<string, number[]>();
  for (const { subject } of rounds)
    for (const [kind, p99Ms] of Object.entries(subject.p99MsByKind ?? {}))
      kinds.set(kind, [...(kinds.get(kind) ?? []), p99Ms]);
  return [...kinds].map(([kind, all]) => `, p99 of ${kind} ${median(all).toFixed(1)} ms`).join('');
}

async function measureAll(workplace: Workplace, options: Options, databaseUrl: string): Promise<ComparedResult[]> {
  const dataDir = join(workplace.folder, 'data');
  const startedAtMs = performance.now();
  await fillManyProjects(dataDir, options.artifacts, databaseUrl);
  console.error(`Filling took ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s.`);
  const { profileDir } = options;
  const flags = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`];
  const first = await startServer(workplace, dataDir);
  await first.settle();
  await first.stop();
  console.error(`After ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s followers have nothing left to do.`);
  const server = await startServer(workplace, dataDir, flags);
  const { stage, barePort, drawn } = await openStage(workplace, server, options);
  const results: ComparedResult[] = [];
  for (const row of options.rows) {
    const outcome = await measureRow(row, stage, barePort, drawn);
    console.error(`  ${row.name}, ${row.clients} clients: ${outcome.perSecond.toFixed(0)}/s${describeKinds(outcome)}`);
    results.push({
      name: row.name,
      clients: row.clients,
      rps: outcome.perSecond,
      p50Ms: outcome.p50Ms,
      p99Ms: outcome.p99Ms,
      ratio: outcome.ratio ?? null,
      against: bare,
      againstRps: outcome.referencePerSecond ?? null,
      cpuUs: outcome.cpuUs ?? null,
      againstCpuUs: outcome.referenceCpuUs ?? null,
      rssMb: server.rssMb() ?? null,
    });
  }
  await server.stop();
  return results;
}

async function run(options: Options): Promise<void> {
  buildTepal();
  const workplace = openWorkplace();
  const machine = [...describeMachine(), describeDisk(workplace.folder, 'before the run')];
  const postgres = options.isOnPostgres ? await startPostgres({ settings: durable, parent: tmpdir() }) : undefined;
  try {
    const results = await measureAll(workplace, options, postgres?.url ?? '');
    console.log([...machine, '', ...formatTable(results)].join('\n'));
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
  } finally {
    await postgres?.stop();
  }
}

await run(readOptions()).catch((error: unknown) => {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
// Children that still wait for work would keep this process.
process.exit();
