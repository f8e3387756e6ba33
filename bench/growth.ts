// `npm run bench growth`: the same requests to a small site and to one with many people, projects and groups, in turn; then
// to an ordinary artifact and to such as have a long history, many links or many fields.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillSite } from './content/grown-site.ts';
import type { SiteSize } from './content/grown-site.ts';
import { runContest } from './measuring/contest.ts';
import { comparePair, openGrownSide, prepareShapes, siteRows } from './measuring/growth-rows.ts';
import type { GrownSide } from './measuring/growth-rows.ts';
import { describeDisk, describeMachine } from './measuring/machine.ts';
import type { Contest } from './measuring/rows.ts';
import { formatTable } from './measuring/table.ts';
import type { ComparedResult } from './measuring/table.ts';
import { startServer } from './servers/tepal-server.ts';
import { buildTepal, openWorkplace } from './measuring/workplace.ts';
import type { Worker, Workplace } from './measuring/workplace.ts';

const usage = `npm run bench growth [-- FLAGS]
  --people N       members of the measured project on the grown site, from 20; 10000 without the flag
  --projects N     2000 without the flag
  --groups N       groups that the reader is in; 10000 without the flag
  --shapes         only the rows about artifacts that grew
  --seconds N      length of one measurement
  --rounds N       measurements of each row, each on both sides
  --json FILE      also writes the rows as JSON`;

const small: SiteSize = { people: 20, projects: 1, groups: 2 };

function readOptions() {
  const { values } = parseArgs({
    options: {
      people: { type: 'string', default: '10000' },
      projects: { type: 'string', default: '2000' },
      groups: { type: 'string', default: '10000' },
      shapes: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '5' },
      json: { type: 'string' },
    },
  });
  const [people = 0, projects = 0, groups = 0, seconds = 0, rounds = 0] = [
    values.people,
    values.projects,
    values.groups,
    values.seconds,
    values.rounds,
  ].map(Number);
  if (!(people >= small.people && projects >= 1 && groups >= 0 && seconds > 0 && rounds >= 1)) throw new Error(usage);
  const size: SiteSize = { people, projects, groups };
  return { size, isShapesOnly: values.shapes, durationMs: seconds * 1000, rounds, jsonFile: values.json };
}

type Options = ReturnType<typeof readOptions>;

interface Named {
  name: string;
  clients: number;
  against: string;
}

async function measureRow(
  { name, clients, against }: Named,
  contest: Contest,
  rounds: number,
): Promise<ComparedResult> {
  const { perSecond, p50Ms, p99Ms, ratio, referencePerSecond } = await runContest(contest, rounds);
  console.error(`  ${name}: ${perSecond.toFixed(0)}/s, ${against} ${referencePerSecond?.toFixed(0) ?? ''}/s`);
  return {
    name,
    clients,
    rps: perSecond,
    p50Ms,
    p99Ms,
    ratio: ratio ?? null,
    against,
    againstRps: referencePerSecond ?? null,
    cpuUs: null,
    againstCpuUs: null,
    rssMb: null,
  };
}

/** Fills a folder, and starts its server once nothing is left to do there. */
async function openSite(workplace: Workplace, name: string, size: SiteSize): Promise<GrownSide> {
  const dataDir = join(workplace.folder, name);
  const startedAtMs = performance.now();
  await fillSite(dataDir, size);
  await workplace.runTepal(['search', 'reindex', '--continue', '--data', dataDir]);
  console.error(`Filling the ${name} site took ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s.`);
  const server = await startServer(workplace, dataDir);
  await server.settle();
  console.error(`  it starts in ${server.startMs.toFixed(0)} ms and holds ${server.rssMb()?.toFixed(0) ?? '?'} MB.`);
  return openGrownSide(dataDir, server);
}

async function measureSite(
  workplace: Workplace,
  loadClient: Worker,
  reference: GrownSide,
  { size, durationMs, rounds }: Options,
): Promise<ComparedResult[]> {
  const grown = await openSite(workplace, 'grown', size);
  const results: ComparedResult[] = [];
  for (const { name, orders, ...ask } of siteRows) {
    const pair = {
      loadClient,
      durationMs,
      subject: { side: grown, orders: orders(grown) },
      reference: { side: reference, orders: orders(reference) },
    };
    const row = { name, clients: ask.clients, against: 'the same on a small site' };
    results.push(await measureRow(row, comparePair(pair, ask), rounds));
  }
  await grown.server.stop();
  return results;
}

async function measureShapes(loadClient: Worker, side: GrownSide, options: Options): Promise<ComparedResult[]> {
  const { durationMs, rounds } = options;
  const results: ComparedResult[] = [];
  const shapes = await prepareShapes(side, loadClient);
  await side.server.settle();
  for (const { name, against, subject, reference, ...ask } of shapes) {
    const pair = {
      loadClient,
      durationMs,
      subject: { side, orders: subject },
      reference: { side, orders: reference },
    };
    // One request a round where nothing may be kept.
    const count = ask.order === 'once' ? rounds * 4 : rounds;
    results.push(await measureRow({ name, against, clients: ask.clients }, comparePair(pair, ask), count));
  }
  return results;
}

async function run(options: Options): Promise<void> {
  buildTepal();
  const workplace = openWorkplace();
  const machine = [...describeMachine(), describeDisk(workplace.folder, 'before the run')];
  const loadClient = workplace.startWorker('clients/load-client.ts');
  const side = await openSite(workplace, 'small', small);
  const ofSite = options.isShapesOnly ? [] : await measureSite(workplace, loadClient, side, options);
  const results = [...ofSite, ...(await measureShapes(loadClient, side, options))];
  await side.server.stop();
  console.log([...machine, '', ...formatTable(results)].join('\n'));
  if (options.jsonFile !== undefined) writeFileSync(options.jsonFile, `${JSON.stringify(results, null, 2)}\n`);
}

await run(readOptions()).catch((error: unknown) => {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
// Children that still wait for work would keep this process.
process.exit();
