// `npm run bench streams`: ten thousand event streams, and ten thousand long polls. What each costs in memory, and how soon all
// have heard of one change.
import { hash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { openApp } from '../src/app.ts';
import { startPostgres } from '../src/platform/database/postgres/postgres-server.testing.ts';
import { fillFolder } from './content/filled-folder.ts';
import { describeMachine } from './measuring/machine.ts';
import { HeardMoments } from './measuring/messages.ts';
import { putOrder } from './measuring/writing-rows.ts';
import { prepareScene, startTools } from './measuring/scene.ts';
import type { Scene } from './measuring/scene.ts';
import { sendRequest } from './clients/single-request.ts';
import { percentile } from './measuring/statistics.ts';
import { startServer } from './servers/tepal-server.ts';
import type { RunningServer } from './servers/tepal-server.ts';
import { buildTepal, openWorkplace, readCpuMs } from './measuring/workplace.ts';
import type { Worker, Workplace } from './measuring/workplace.ts';

const { values } = parseArgs({
  options: {
    /** How many wait, each a person of their own. */
    count: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    postgres: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const clients = Number(values.clients);
const rounds = Number(values.rounds);
const idleMs = 10_000;
const hearMaxMs = 60_000;
const peoplePerTransaction = 500;

/** Makes accounts with a token each, straight in the tables. */
async function addPeople(dataDir: string): Promise<string[][]> {
  const app = await openApp({ dataDir, logLevel: 'silent' });
  const tokens: string[][] = [];
  try {
    while (tokens.length < count)
      await app.database.transact(async (tx) => {
        for (let left = Math.min(peoplePerTransaction, count - tokens.length); left > 0; left -= 1) {
          const username = `waiting_${tokens.length}`;
          const token = randomBytes(32).toString('hex');
          const { id } = await tx
            .insertInto('users')
            .values({
              username,
              real_name: username,
              email: `${username}@example.org`,
              ldap_id: '',
              status: 'A',
              is_site_admin: 0,
              password_hash: null,
              password_changed_at_ms: null,
              legacy_password_md5: null,
              created_at_ms: Date.now(),
              locale: null,
              timezone: null,
              avatar_key: null,
              search_text: username,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          const row = { user_id: id, created_at_ms: Date.now(), hash: hash('sha256', token, 'buffer') };
          await tx.insertInto('tokens').values(row).execute();
          tokens.push([String(id), token]);
        }
      });
    await app.features.site.changeSetting('event_waits_limit', String(count + 100));
  } finally {
    await app.close();
  }
  return tokens;
}

interface Crowd {
  workers: readonly Worker[];
  tokens: readonly string[][];
}

const spellMs = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? 'never' : `${ms.toFixed(0)} ms`;

/** The slowest answer to one that asks for something else, until the work is done. */
async function slowestBeside(scene: Scene, work: Promise<unknown>): Promise<number> {
  let slowestMs = 0;
  let isOver = false;
  const end = (): void => void (isOver = true);
  work.then(end, end);
  while (!isOver) {
    const startedMs = performance.now();
    await sendRequest(scene.tepalPort, { path: '/api/version' });
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    await pause(10);
  }
  return slowestMs;
}

async function measureKind(
  name: string,
  path: string,
  scene: Scene,
  server: RunningServer,
  crowd: Crowd,
): Promise<void> {
  const share = Math.ceil(crowd.tokens.length / crowd.workers.length);
  const plan = { port: server.port, path, waitMs: hearMaxMs };
  let refused = 0;
  const tellAll = async (order: 'open' | 'hear' | 'close'): Promise<number[]> => {
    const asked = crowd.workers.map((worker, index) => {
      const tokens = order === 'open' ? crowd.tokens.slice(index * share, (index + 1) * share) : [];
      return worker.ask({ ...plan, order, tokens }, HeardMoments);
    });
    const told = await Promise.all(asked);
    refused = told.reduce((sum, one) => sum + one.refused, 0);
    return told.flatMap(({ heardAtMs }) => heardAtMs);
  };
  const beforeMb = server.rssMb() ?? Number.NaN;
  const openedMs = performance.now();
  await tellAll('open');
  const openMs = performance.now() - openedMs;
  await pause(2000);
  const cpuMs = readCpuMs(server.pid) ?? Number.NaN;
  if (path.includes('stream')) await pause(idleMs);
  const idle = ((readCpuMs(server.pid) ?? Number.NaN) - cpuMs) / idleMs;
  const afterMb = server.rssMb() ?? Number.NaN;
  console.log(`\n${count} ${name}`);
  console.log(`  opened      in ${(openMs / 1000).toFixed(1)} s`);
  console.log(
    `  memory      ${(((afterMb - beforeMb) * 1000) / count).toFixed(1)} KB each, ${afterMb.toFixed(0)} MB in all`,
  );
  if (path.includes('stream')) console.log(`  at rest     ${(idle * 100).toFixed(0)} % of a processor`);
  for (let round = 0; round < (path.includes('stream') ? rounds : 1); round += 1) {
    const [id = 0] = scene.changedIds;
    const order = putOrder(scene, id);
    const headers = { ...order.headers, 'Content-Type': 'application/json' };
    const hearing = tellAll('hear');
    const beside = slowestBeside(scene, hearing);
    await pause(200);
    const changedAtMs = performance.timeOrigin + performance.now();
    const body = (order.body ?? '').replace('########', String(1_000_000 + (Date.now() % 8_000_000)));
    const { status } = await sendRequest(server.port, { ...order, headers, body });
    if (status !== 200) throw new Error(`PUT was answered ${status}`);
    const times = (await hearing).map((ms) => ms - changedAtMs);
    console.log(
      `  one change  ${times.length} heard: first ${spellMs(Math.min(...times))}, p50 ${spellMs(percentile(times, 0.5))}, last ${spellMs(Math.max(...times))}; slowest other answer ${spellMs(await beside)}; ${refused} times refused`,
    );
  }
  await tellAll('close');
}

const kinds = [
  ['event streams', '/api/events/stream'],
  ['long polls', '/api/events?wait=30'],
] as const;

async function run(workplace: Workplace, databaseUrl: string): Promise<void> {
  const { dataDir } = await fillFolder(workplace, { artifacts: 200, accounts: [] }, databaseUrl);
  const tokens = await addPeople(dataDir);
  const workers = Array.from({ length: clients }, () => workplace.startWorker('clients/stream-client.ts'));
  const tools = startTools(workplace);
  console.log(describeMachine().join('\n'));
  for (const [name, path] of kinds) {
    const server = await startServer(workplace, dataDir);
    const scene = await prepareScene({
      pace: { rounds: 1, durationMs: 1000, warmUpMs: 100 },
      tepalPort: server.port,
      tepalPid: server.pid,
      ...tools,
      artifactCount: 200,
      hotCount: 10,
      changedCount: 10,
      newcomers: [],
      guests: new Map(),
    });
    await server.settle();
    await measureKind(name, path, scene, server, { workers, tokens });
    await server.stop();
  }
}

const workplace = openWorkplace();
buildTepal();
const postgres = values.postgres
  ? await startPostgres({ settings: { shared_buffers: '256MB', autovacuum: 'on' } })
  : undefined;
await run(workplace, postgres?.url ?? '');
await postgres?.stop();
process.exit();
