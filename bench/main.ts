// `npm run bench`: measures Tepal beside bare servers on the same machine at the same time, and prints a table.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareRuns, describeChanges, keepRow, readKeptRun } from './measuring/comparison.ts';
import type { KeptRow } from './measuring/comparison.ts';
import { runContest } from './measuring/contest.ts';
import { fillFolder, measureTransfers, newcomerName } from './content/filled-folder.ts';
import type { FilledFolder } from './content/filled-folder.ts';
import type { TransferOutcome } from './measuring/messages.ts';
import { describeDisk, describeMachine } from './measuring/machine.ts';
import { changesetsPerArtifact, fieldCount } from './content/project-archive.ts';
import { runOnPostgres } from './servers/postgres.ts';
import { changedArtifacts, countNewcomers, guestNames } from './measuring/rows.ts';
import { postgresRows, rows } from './measuring/writing-rows.ts';
import type { Row } from './measuring/rows.ts';
import { boardRows } from './measuring/board-rows.ts';
import { prepareScene, startTools } from './measuring/scene.ts';
import type { Pace, Scene } from './measuring/scene.ts';
import { median, percentile } from './measuring/statistics.ts';
import { formatTable } from './measuring/table.ts';
import type { ComparedResult, Result } from './measuring/table.ts';
import { startServer } from './servers/tepal-server.ts';
import type { RunningServer } from './servers/tepal-server.ts';
import { buildTepal, openWorkplace } from './measuring/workplace.ts';
import type { Workplace } from './measuring/workplace.ts';

const usage = `npm run bench [-- FLAGS]
  --quick          fewer artifacts, shorter measurements: the whole run in about a minute
  --only NAME      one row by its name, or several, each with the flag; import, export and start are part of every run
  --json FILE      also writes the rows as JSON
  --compare FILE   tells what got worse or better, beyond noise, than in the run that --json wrote there; ends with status 1
                   where something got worse; takes five rounds or more in both runs
  --artifacts N    size of the generated project
  --import N       artifacts of the import that is measured without the start of its process
  --seconds N      length of one measurement
  --rounds N       measurements of each row, each beside one of what it is compared with
  --sync-ms N      makes each sync of the disk take N ms longer (Linux, with a C compiler)
  --postgres       the rows on PostgreSQL, with Tepal in one process and in two, instead of all others
  --cpu-prof DIR   leaves a CPU profile of the server there`;

interface Options {
  pace: Pace;
  artifactCount: number;
  importCount: number;
  hotCount: number;
  newcomerCount: number;
  starts: number;
  rows: readonly Row[];
  isQuick: boolean;
  jsonFile: string | undefined;
  /** What this run is compared with. */
  kept: readonly KeptRow[] | undefined;
  profileDir: string | undefined;
  isOnPostgres: boolean;
  syncMs: number;
}

function readNumber(flag: string, text: string | undefined, fallback: number, least: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isFinite(value) && value >= least) return value;
  throw new Error(`--${flag} can't be ${JSON.stringify(text)}; use a number from ${least} up`);
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      json: { type: 'string' },
      compare: { type: 'string' },
      artifacts: { type: 'string' },
      import: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      'cpu-prof': { type: 'string' },
      'sync-ms': { type: 'string' },
      postgres: { type: 'boolean', default: false },
    },
  });
  const { quick, only, compare } = values;
  const all = values.postgres ? postgresRows : [...rows, ...boardRows];
  const chosen = all.filter(({ name }) => only === undefined || only.includes(name));
  const unknown = (only ?? []).filter((one) => all.every(({ name }) => name !== one));
  if (unknown.length > 0) {
    const names = [...new Set(all.map(({ name }) => name))];
    throw new Error(`--only: there is no row ${JSON.stringify(unknown[0])}; there are\n  ${names.join('\n  ')}`);
  }
  const hotCount = quick ? 500 : 1000;
  const rounds = Math.floor(readNumber('rounds', values.rounds, quick ? 3 : 5, 1));
  return {
    pace: {
      rounds,
      durationMs: readNumber('seconds', values.seconds, quick ? 0.2 : 2, 0.05) * 1000,
      warmUpMs: quick ? 250 : 1000,
    },
    artifactCount: Math.floor(readNumber('artifacts', values.artifacts, quick ? 2000 : 10_000, hotCount * 2)),
    importCount: Math.floor(readNumber('import', values.import, quick ? 3000 : 20_000, 1)),
    hotCount,
    newcomerCount: countNewcomers(rounds, quick ? 1 : 2),
    starts: only === undefined ? (quick ? 3 : 5) : 1,
    rows: chosen,
    isQuick: quick,
    jsonFile: values.json,
    kept: compare === undefined ? undefined : readKeptRun(readFileSync(compare, 'utf8'), compare),
    profileDir: values['cpu-prof'],
    isOnPostgres: values.postgres,
    syncMs: readNumber('sync-ms', values['sync-ms'], 0, 0),
  };
}

const orNull = (value: number | undefined): number | null => value ?? null;

/** A result with what other runs compare with. */
type KeptResult = ComparedResult & KeptRow;

/** What a result has that compares nothing. */
const alone = {
  clients: 1,
  rps: null,
  p50Ms: null,
  p99Ms: null,
  ratio: null,
  against: '',
  againstRps: null,
  cpuUs: null,
  againstCpuUs: null,
  rate: null,
  cpu: null,
};

function transferResult(name: string, { artifactsPerSecond, peakRssMb }: TransferOutcome): KeptResult {
  return { ...alone, name, rps: artifactsPerSecond, rssMb: peakRssMb };
}

const profilingFlags = (dir: string | undefined): string[] =>
  dir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${dir}`];

/** Starts the server as often as asked, of which the first one writes the search index; the last one stays. */
async function startServers(
  workplace: Workplace,
  { dataDir }: FilledFolder,
  { starts, profileDir }: Options,
): Promise<{ server: RunningServer; result: KeptResult }> {
  const timesMs: number[] = [];
  for (let start = 1; start < starts; start += 1) {
    const server = await startServer(workplace, dataDir);
    timesMs.push(server.startMs);
    if (start === 1) await server.settle();
    await server.stop();
  }
  const server = await startServer(workplace, dataDir, profilingFlags(profileDir));
  timesMs.push(server.startMs);
  return {
    server,
    result: {
      ...alone,
      name: 'start to first answer; idle memory',
      p50Ms: median(timesMs),
      p99Ms: percentile(timesMs, 0.99),
      rssMb: orNull(await server.idleRssMb()),
    },
  };
}

async function measureRow(row: Row, scene: Scene, server: RunningServer): Promise<KeptResult> {
  const { name, clients, against } = row;
  const { slices = 1 } = row;
  const { rounds, durationMs, warmUpMs } = scene.pace;
  const pace = { rounds: rounds * slices, durationMs: durationMs / slices, warmUpMs };
  const contest = await row.prepare({ ...scene, pace });
  const outcome = await runContest(contest, pace.rounds, row.compares).catch((error: unknown) => {
    throw new Error(`row "${name}", ${clients} clients`, { cause: error });
  });
  const { perSecond, p50Ms, p99Ms, ratio, referencePerSecond, clientBusyShare, cpuUs, referenceCpuUs, databaseCpuUs } =
    outcome;
  const beside = referencePerSecond === undefined ? '' : `, ${against} ${referencePerSecond.toFixed(0)}/s`;
  const limit = clientBusyShare > 0.95 ? '; the load client was the limit there, so the ratio flatters' : '';
  console.error(`  ${name}, ${clients} clients: ${perSecond.toFixed(0)}/s${beside}${limit}`);
  return {
    ...keepRow(row, outcome.rounds),
    rps: perSecond,
    p50Ms,
    p99Ms,
    ratio: orNull(ratio),
    against,
    againstRps: orNull(referencePerSecond),
    cpuUs: orNull(cpuUs),
    againstCpuUs: orNull(referenceCpuUs),
    databaseCpuUs: orNull(databaseCpuUs),
    rssMb: orNull(server.rssMb()),
  };
}

async function measureAll(workplace: Workplace, options: Options): Promise<KeptResult[]> {
  const { pace, artifactCount, hotCount, newcomerCount } = options;
  console.error(
    `Importing ${artifactCount} artifacts (${fieldCount} fields, ${changesetsPerArtifact} changesets each)`,
  );
  const { imported, exported } = await measureTransfers(workplace, options.importCount);
  const newcomers = Array.from({ length: newcomerCount }, (_, index) => newcomerName(index));
  const guests = guestNames(pace.rounds);
  const accounts = [...newcomers, ...[...guests.values()].flat()];
  const filled = await fillFolder(workplace, { artifacts: artifactCount, accounts });
  const { server, result } = await startServers(workplace, filled, options);
  const scene = await prepareScene({
    pace,
    tepalPort: server.port,
    tepalPid: server.pid,
    ...startTools(workplace),
    artifactCount,
    hotCount,
    changedCount: changedArtifacts,
    newcomers,
    guests,
  });
  const { artifactsPerSecond, importPeakRssMb } = filled;
  const results: KeptResult[] = [
    transferResult('import, artifacts', { artifactsPerSecond, peakRssMb: orNull(importPeakRssMb) }),
    transferResult('import, artifacts with 10 fields, no start', imported),
    transferResult('export of these to a zip file', exported),
    result,
  ];
  for (const row of options.rows) results.push(await measureRow(row, scene, server));
  results.push({ ...alone, name: 'memory after all rows', rssMb: orNull(server.rssMb()) });
  if (!options.isQuick)
    results.push({ ...alone, name: 'memory once idle again', rssMb: orNull(await server.idleRssMb()) });
  await server.stop();
  return results;
}

const processCounts = [1, 2];

async function measureOnPostgres(workplace: Workplace, options: Options): Promise<KeptResult[]> {
  const results: KeptResult[] = [];
  const plan = { ...options, workers: processCounts, nodeFlags: profilingFlags(options.profileDir) };
  await runOnPostgres(workplace, plan, async (scene, server, workers) => {
    for (const row of options.rows) {
      const result = await measureRow(row, scene, server);
      results.push({ ...result, name: `PostgreSQL, ${workers} process${workers === 1 ? '' : 'es'}: ${row.name}` });
    }
  });
  return results;
}

const bareResult = ({ name, clients, rps, p50Ms, p99Ms, ratio, rssMb, rate, cpu }: KeptResult): Result & KeptRow => ({
  name,
  clients,
  rps,
  p50Ms,
  p99Ms,
  ratio,
  rssMb,
  rate,
  cpu,
});

async function run(options: Options): Promise<void> {
  const startedAtMs = performance.now();
  buildTepal();
  const workplace = openWorkplace(options.syncMs);
  const machine = [...describeMachine(), describeDisk(workplace.folder, 'before the run')];
  const results = await (options.isOnPostgres ? measureOnPostgres : measureAll)(workplace, options);
  console.log([...machine, describeDisk(workplace.folder, 'after the run'), '', ...formatTable(results)].join('\n'));
  console.error(`The run took ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s.`);
  if (options.jsonFile !== undefined) {
    writeFileSync(options.jsonFile, `${JSON.stringify(results.map(bareResult), null, 2)}\n`);
  }
  if (options.kept === undefined) return;
  const changes = compareRuns(options.kept, results);
  console.log(['', ...describeChanges(changes)].join('\n'));
  if (changes.some(({ verdict }) => verdict === 'worse')) process.exitCode = 1;
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${describeFailure(error.cause)}`;
}

function fail(error: unknown, hint = ''): never {
  console.error(`bench: ${describeFailure(error)}${hint}`);
  process.exit(hint === '' ? 1 : 2);
}

function readOptionsOrFail(): Options {
  try {
    return readOptions();
  } catch (error) {
    return fail(error, `\n\n${usage}`);
  }
}

await run(readOptionsOrFail()).catch((error: unknown) => fail(error));
// Children that still wait for work would keep this process.
process.exit();
