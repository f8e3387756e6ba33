// `npm run bench million`: the same requests to a server with a thousand artifacts and to one with a million, in turn.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runContest } from './measuring/contest.ts';
import { describeDisk, describeMachine } from './measuring/machine.ts';
import { fillLargeFolder, originals } from './content/million-folder.ts';
import { largeRows, openSide } from './measuring/million-rows.ts';
import type { LargeRow, Side, Sides } from './measuring/million-rows.ts';
import { median, percentile } from './measuring/statistics.ts';
import { formatTable } from './measuring/table.ts';
import type { ComparedResult } from './measuring/table.ts';
import { startServer } from './servers/tepal-server.ts';
import type { RunningServer } from './servers/tepal-server.ts';
import { buildTepal, openWorkplace } from './measuring/workplace.ts';
import type { Workplace } from './measuring/workplace.ts';

const usage = `npm run bench million [-- FLAGS]
  --data DIR       fills this folder and keeps it; a later run with the same folder starts at once
  --artifacts N    size of the large tracker, a multiple of ${originals}; 1000000 where not said
  --only NAME      one row by its name
  --json FILE      also writes the rows as JSON
  --seconds N      length of one measurement
  --rounds N       measurements of each row, each on both servers`;

interface Options {
  dataDir: string | undefined;
  artifacts: number;
  rows: readonly LargeRow[];
  jsonFile: string | undefined;
  durationMs: number;
  rounds: number;
}

function readNumber(flag: string, text: string | undefined, fallback: number, step: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (value > 0 && Number.isInteger(value / step)) return value;
  throw new Error(`--${flag} can't be ${JSON.stringify(text)}; use a multiple of ${step}`);
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      artifacts: { type: 'string' },
      only: { type: 'string' },
      json: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
    },
  });
  const { only } = values;
  const rows = largeRows.filter(({ name }) => only === undefined || name === only);
  if (rows.length === 0) {
    const names = largeRows.map(({ name }) => name).join('\n  ');
    throw new Error(`--only: there is no row ${JSON.stringify(only)}; there are\n  ${names}`);
  }
  return {
    dataDir: values.data,
    artifacts: readNumber('artifacts', values.artifacts, 1_000_000, originals),
    rows,
    jsonFile: values.json,
    durationMs: readNumber('seconds', values.seconds, 1, 0.25) * 1000,
    rounds: readNumber('rounds', values.rounds, 5, 1),
  };
}

/** Both folders, filled; a server whose search index is not complete would write it while it is measured. */
async function fillFolders(
  workplace: Workplace,
  folder: string,
  artifacts: number,
): Promise<{ small: string; large: string }> {
  mkdirSync(folder, { recursive: true });
  const folders = { small: join(folder, String(originals)), large: join(folder, String(artifacts)) };
  const startedAtMs = performance.now();
  await fillLargeFolder(folders.small, originals);
  await fillLargeFolder(folders.large, artifacts);
  for (const dataDir of [folders.small, folders.large])
    await workplace.runTepal(['search', 'reindex', '--continue', '--data', dataDir]);
  console.error(`Filling ${artifacts} artifacts took ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s.`);
  return folders;
}

interface Servers {
  small: RunningServer;
  large: RunningServer;
}

/** Starts each server several times in turn; the last ones stay. */
async function startServers(
  workplace: Workplace,
  folders: { small: string; large: string },
  { rounds }: Options,
): Promise<{ servers: Servers; result: ComparedResult }> {
  const [smallMs, largeMs]: number[][] = [[], []];
  for (let round = 1; ; round += 1) {
    const small = await startServer(workplace, folders.small);
    smallMs?.push(small.startMs);
    if (round < rounds) await small.stop();
    const large = await startServer(workplace, folders.large);
    largeMs?.push(large.startMs);
    if (round < rounds) await large.stop();
    if (round < rounds) continue;
    const [mine, other] = [largeMs ?? [], smallMs ?? []];
    return {
      servers: { small, large },
      result: {
        name: 'start to first answer; idle memory',
        clients: 1,
        rps: null,
        p50Ms: median(mine),
        p99Ms: percentile(mine, 0.99),
        ratio: median(other) / median(mine),
        against: reference,
        againstRps: null,
        cpuUs: null,
        againstCpuUs: null,
        rssMb: (await large.idleRssMb()) ?? null,
      },
    };
  }
}

const reference = `the same with ${originals} artifacts`;

async function measureRow(row: LargeRow, sides: Sides, options: Options): Promise<ComparedResult> {
  const contest = row.prepare({ ...sides, durationMs: options.durationMs, rounds: options.rounds });
  const outcome = await runContest(contest, options.rounds).catch((error: unknown) => {
    throw new Error(`row "${row.name}"`, { cause: error });
  });
  const { perSecond, p50Ms, p99Ms, ratio, referencePerSecond } = outcome;
  console.error(`  ${row.name}: ${perSecond.toFixed(0)}/s, ${reference} ${referencePerSecond?.toFixed(0) ?? ''}/s`);
  return {
    name: row.name,
    clients: row.clients,
    rps: perSecond,
    p50Ms,
    p99Ms,
    ratio: ratio ?? null,
    against: reference,
    againstRps: referencePerSecond ?? null,
    cpuUs: null,
    againstCpuUs: null,
    rssMb: sides.large.server.rssMb() ?? null,
  };
}

async function run(options: Options): Promise<void> {
  buildTepal();
  const workplace = openWorkplace();
  const folders = await fillFolders(workplace, options.dataDir ?? workplace.folder, options.artifacts);
  const machine = [...describeMachine(), describeDisk(folders.large, 'before the run')];
  const { servers, result } = await startServers(workplace, folders, options);
  const small: Side = await openSide(folders.small, servers.small, originals);
  const large: Side = await openSide(folders.large, servers.large, options.artifacts);
  const loadClient = workplace.startWorker('clients/load-client.ts');
  const results = [result];
  for (const row of options.rows) results.push(await measureRow(row, { small, large, loadClient }, options));
  await servers.small.stop();
  const stoppingAtMs = performance.now();
  await servers.large.stop();
  const stop = `stopping the large server took ${((performance.now() - stoppingAtMs) / 1000).toFixed(1)} s`;
  console.log([...machine, stop, '', ...formatTable(results)].join('\n'));
  if (options.jsonFile !== undefined) writeFileSync(options.jsonFile, `${JSON.stringify(results, null, 2)}\n`);
}

const describeFailure = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.cause === undefined ? [] : [describeFailure(error.cause)])].join(': ')
    : String(error);

function readOptionsOrFail(): Options {
  try {
    return readOptions();
  } catch (error) {
    console.error(`bench: ${describeFailure(error)}\n\n${usage}`);
    return process.exit(2);
  }
}

await run(readOptionsOrFail()).catch((error: unknown) => {
  console.error(`bench: ${describeFailure(error)}`);
  process.exit(1);
});
// Children that still wait for work would keep this process.
process.exit();
