// `npm run bench search`: full-text search among a million artifacts, and how soon a change is found while others write.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Type } from 'typebox';
import { databaseFile } from '../src/app.ts';
import { startPostgres } from '../src/platform/database/postgres/postgres-server.testing.ts';
import { describeMachine } from './measuring/machine.ts';
import { fillLargeFolder } from './content/million-folder.ts';
import { openSide } from './measuring/million-rows.ts';
import type { Side } from './measuring/million-rows.ts';
import { vocabulary } from './content/project-archive.ts';
import { requestJson, sendRequest } from './clients/single-request.ts';
import { median, percentile } from './measuring/statistics.ts';
import { startServer } from './servers/tepal-server.ts';
import { buildTepal, openWorkplace } from './measuring/workplace.ts';
import type { Workplace } from './measuring/workplace.ts';

const { values } = parseArgs({
  options: {
    /** Fills this folder and keeps it. */
    data: { type: 'string' },
    artifacts: { type: 'string', default: '1000000' },
    /** Leaves the index of an earlier run as it is. */
    indexed: { type: 'boolean', default: false },
    /** Moves the site to a PostgreSQL of its own first. */
    postgres: { type: 'boolean', default: false },
  },
});
const artifacts = Number(values.artifacts);
const searchesPerRow = 60;
const writers = 4;
const markers = 20;

const word = (index: number): string => vocabulary[index % vocabulary.length] ?? '';

/** What the n-th search of each row asks for. */
const rows: Readonly<Record<string, (n: number) => string>> = {
  'a word of a third of all': (n) => word(n),
  'a word of one': () => 'quixotic',
  'two words of a third of all': (n) => `${word(n)} ${word(n * 13 + 5)}`,
  'four words of a third of all': (n) => [n, n * 13 + 5, n * 7 + 2, n * 3 + 1].map(word).join(' '),
  'a phrase': (n) => `"${word(n)} ${word(n + 7)}"`,
  'a phrase of one': () => '"quixotic zephyr"',
  'a beginning of three letters': (n) => `${word(n).slice(0, 3)}*`,
  'a beginning of five letters': (n) => `${word(n).slice(0, 5)}*`,
  'a word without another': (n) => `${word(n)} -${word(n + 3)}`,
  'a word of none, misspelt': () => 'quixotoc',
  'a word of none': () => 'xylographer',
};

const Found = Type.Array(Type.Object({ per_type_id: Type.Integer() }));

function search(port: number, headers: Record<string, string>, keywords: string): Promise<{ per_type_id: number }[]> {
  const sent = { ...headers, 'Content-Type': 'application/json' };
  return requestJson(
    port,
    { method: 'POST', path: '/api/search', headers: sent, body: JSON.stringify({ keywords }) },
    Found,
  );
}

const show = (series: readonly number[]): string =>
  `p50 ${median(series).toFixed(1)} ms, p95 ${percentile(series, 0.95)?.toFixed(1)} ms, longest ${Math.max(...series).toFixed(1)} ms`;

async function measureSearches(side: Side, reader: 'admin' | 'member'): Promise<void> {
  for (const [name, ask] of Object.entries(rows)) {
    const times: number[] = [];
    let found = 0;
    for (let n = 0; n < searchesPerRow; n += 1) {
      const startedMs = performance.now();
      found += (await search(side.server.port, side[reader], ask(n))).length;
      times.push(performance.now() - startedMs);
    }
    console.log(`${reader}, ${name}: ${show(times)}; ${(found / searchesPerRow).toFixed(0)} entries a page`);
  }
}

/** Renames artifacts as fast as several clients can, and looks how long a new word takes to be found. */
async function measureLag({ server, admin, ids }: Side, summaryId: number): Promise<void> {
  const headers = { ...admin, 'Content-Type': 'application/json' };
  const rename = async (id: number, title: string): Promise<void> => {
    const body = JSON.stringify({ values: [{ field_id: summaryId, value: title }] });
    const { status } = await sendRequest(server.port, { method: 'PUT', path: `/api/artifacts/${id}`, headers, body });
    if (status !== 200) throw new Error(`PUT was answered ${status}`);
  };
  let isOver = false;
  let written = 0;
  const startedMs = performance.now();
  const load = Array.from({ length: writers }, async (_, writer) => {
    for (let n = writer; !isOver; n += writers) {
      await rename(ids[1 + (n % (ids.length - 1))] ?? 1, `${word(n)} ${word(n * 3)} ${word(n * 7)}`);
      written += 1;
    }
  });
  const lags: number[] = [];
  for (let n = 0; n < markers; n += 1) {
    await rename(ids[0] ?? 1, `marker m${n}x${startedMs.toFixed(0)}`);
    const sinceMs = performance.now();
    while ((await search(server.port, admin, `m${n}x${startedMs.toFixed(0)}`)).length === 0) await delay(5);
    lags.push(performance.now() - sinceMs);
  }
  isOver = true;
  await Promise.all(load);
  const perSecond = (written / ((performance.now() - startedMs) / 1000)).toFixed(0);
  console.log(`a change is found, with ${perSecond} others a second: ${show(lags)}`);
}

function measureFile(dataDir: string): void {
  const db = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  const size = (name: string): number =>
    Number(db.prepare('select coalesce(sum(pgsize), 0) as n from dbstat where name glob ?').get(name)?.['n']) / 1e6;
  console.log(
    `index: ${size('search_index*').toFixed(0)} MB, words to suggest: ${size('*search_words*').toFixed(0)} MB, of ${size('*').toFixed(0)} MB`,
  );
  db.close();
}

async function measure(workplace: Workplace, dataDir: string, summaryId: number): Promise<void> {
  if (!values.indexed) {
    const { seconds } = await workplace.runTepal(['search', 'reindex', '--data', dataDir]);
    console.log(`reindex: ${(artifacts / seconds).toFixed(0)} artifacts a second`);
  }
  const server = await startServer(workplace, dataDir);
  const side = await openSide(dataDir, server, artifacts);
  await search(server.port, side.admin, 'quixotic');
  for (const reader of ['admin', 'member'] as const) await measureSearches(side, reader);
  await measureLag(side, summaryId);
  console.log(`memory: ${server.rssMb()?.toFixed(0)} MB`);
  await server.stop();
}

function findSummary(dataDir: string): number {
  const db = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  const id = Number(db.prepare("select id from tracker_fields where name = 'summary'").get()?.['id']);
  db.close();
  return id;
}

const workplace = openWorkplace();
buildTepal();
// A folder whose site has moved can't be moved again.
const folder = values.postgres ? workplace.folder : (values.data ?? workplace.folder);
mkdirSync(folder, { recursive: true });
const dataDir = join(folder, String(artifacts));
await fillLargeFolder(dataDir, artifacts);
console.log([...describeMachine(), `${artifacts} artifacts`].join('\n'));
const summaryId = findSummary(dataDir);
if (values.postgres) {
  const postgres = await startPostgres({
    settings: { shared_buffers: '256MB', max_wal_size: '4GB', autovacuum: 'on' },
  });
  try {
    await workplace.runTepal(['migrate-database', '--data', dataDir, '--switch', '--to', postgres.url]);
    await measure(workplace, dataDir, summaryId);
  } finally {
    await postgres.stop();
  }
} else {
  await measure(workplace, dataDir, summaryId);
  measureFile(dataDir);
}
process.exit();
