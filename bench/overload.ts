// `npm run bench overload`: what a server sustains, and what it does with ten times as much.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { fillFolder } from './content/filled-folder.ts';
import { describeMachine } from './measuring/machine.ts';
import { FloodOutcome, Measurement } from './measuring/messages.ts';
import { artifactOrders, changedArtifacts, listOrders } from './measuring/rows.ts';
import { putOrder } from './measuring/writing-rows.ts';
import { prepareScene, startTools } from './measuring/scene.ts';
import type { Scene } from './measuring/scene.ts';
import { writeRequest } from './clients/single-request.ts';
import type { Order } from './clients/single-request.ts';
import { startServer } from './servers/tepal-server.ts';
import type { RunningServer } from './servers/tepal-server.ts';
import { openWorkplace } from './measuring/workplace.ts';
import type { Worker, Workplace } from './measuring/workplace.ts';

const usage = `npm run bench overload [-- FLAGS]
  --seconds N      length of one measurement; default 5
  --times N        how many times the sustainable rate is sent; default 10
  --connections N  connections that send it; default 1000
  --idle N         connections that are only open, for the first measurement; default 10000`;

const sustainedClients = 16;
const artifactCount = 1000;
const hotCount = 500;
/** The quick answer of a quiet server may take so much longer before it counts as slow, because one is no 99 in 100. */
const quietFactor = 2;
const quietLeastMs = 5;

interface Options {
  seconds: number;
  times: number;
  connections: number;
  idle: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5' },
      times: { type: 'string', default: '10' },
      connections: { type: 'string', default: '1000' },
      idle: { type: 'string', default: '10000' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) throw new Error('this is what there is');
  const read = (name: 'seconds' | 'times' | 'connections' | 'idle'): number => {
    const value = Number(values[name]);
    if (Number.isFinite(value) && value > 0) return value;
    throw new Error(`--${name} can't be ${JSON.stringify(values[name])}; use a number above 0`);
  };
  return {
    seconds: read('seconds'),
    times: read('times'),
    connections: Math.ceil(read('connections')),
    idle: Math.ceil(read('idle')),
  };
}

interface Kind {
  name: string;
  orders: readonly Order[];
}

const kindsOf = (scene: Scene): Kind[] => [
  { name: 'GET artifact', orders: artifactOrders(scene, scene.hotIds) },
  { name: 'list of 50 with all values', orders: listOrders(scene, 'application/json') },
  { name: 'PUT of one field', orders: scene.changedIds.map((id) => putOrder(scene, id)) },
];

const spellMs = (ms: number | null): string => (ms === null ? 'none' : `${ms.toFixed(1)} ms`);

async function openScene(workplace: Workplace, { seconds }: Options): Promise<{ scene: Scene; server: RunningServer }> {
  const { dataDir } = await fillFolder(workplace, { artifacts: artifactCount, accounts: [] });
  const server = await startServer(workplace, dataDir);
  const scene = await prepareScene({
    pace: { rounds: 1, durationMs: seconds * 1000, warmUpMs: 500 },
    tepalPort: server.port,
    tepalPid: server.pid,
    ...startTools(workplace),
    artifactCount,
    hotCount,
    changedCount: changedArtifacts,
    newcomers: [],
    guests: new Map(),
  });
  return { scene, server };
}

/** As many as a server accepts in a moment. */
const openedAtOnce = 200;

/** Opens a connection, has one answer, and leaves it open. */
async function openIdle(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.write('GET /api/version HTTP/1.1\r\nHost: x\r\n\r\n');
  const arrival: Promise<unknown[]> = once(socket, 'data');
  const [answer] = await arrival;
  if (!String(answer).startsWith('HTTP/1.1 200 ')) throw new Error(`an idle connection got ${String(answer)}`);
  return socket;
}

/** What connections cost that are only open. */
async function measureIdle(scene: Scene, server: RunningServer, count: number): Promise<string[]> {
  const { tepalPort: port, pace } = scene;
  const exchanges = artifactOrders(scene, scene.hotIds).map((order) => ({ request: writeRequest(order) }));
  const plan = { port, ...pace, clients: 1, status: 200, exchanges, order: 'shared' as const };
  const quiet = await scene.loadClient.ask(plan, Measurement);
  const earlierMb = server.rssMb() ?? Number.NaN;
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const missing = Math.min(openedAtOnce, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: missing }, () => openIdle(port)))));
  }
  const beside = await scene.loadClient.ask(plan, Measurement);
  const kb = (((server.rssMb() ?? Number.NaN) - earlierMb) * 1000) / count;
  for (const socket of sockets) socket.destroy();
  return [
    `${count} idle connections`,
    `  memory      ${kb.toFixed(1)} KB each`,
    `  GET, 1 client  p99 ${spellMs(beside.p99Ms)}, without them ${spellMs(quiet.p99Ms)}`,
  ];
}

/** Measures one kind of request and gives the lines that tell about it. */
async function measureKind(scene: Scene, floodClient: Worker, kind: Kind, options: Options): Promise<string[]> {
  const { tepalPort: port, pace } = scene;
  const exchanges = kind.orders.map((order) => ({ request: writeRequest(order) }));
  const plan = { port, ...pace, status: 200, exchanges, order: 'shared' as const };
  const sustained = await scene.loadClient.ask({ ...plan, clients: sustainedClients }, Measurement);
  const [probe] = artifactOrders(scene, scene.hotIds).map(writeRequest);
  const quietPlan = { ...plan, exchanges: [{ request: probe }], clients: 1, durationMs: 1000 };
  const quiet = await scene.loadClient.ask(quietPlan, Measurement);
  const { perSecond } = sustained;
  const quietMs = Math.max(quietLeastMs, (quiet.p99Ms ?? 0) * quietFactor);
  const flood = { port, status: 200, exchanges, probe, quietMs, durationMs: pace.durationMs };
  const offered = { connections: options.connections, perSecond: perSecond * options.times };
  const outcome = await floodClient.ask({ ...flood, ...offered }, FloodOutcome);
  const rate = (count: number): string => `${((count / pace.durationMs) * 1000).toFixed(0)}/s`;
  return [
    kind.name,
    `  sustained   ${perSecond.toFixed(0)}/s by ${sustainedClients} clients, p50 ${spellMs(sustained.p50Ms)}, p99 ${spellMs(sustained.p99Ms)}`,
    `  offered     ${offered.perSecond.toFixed(0)}/s on ${offered.connections} connections; for ${rate(outcome.unsent)} none was free`,
    `  accepted    ${rate(outcome.accepted)}, p50 ${outcome.p50Ms.toFixed(1)} ms, p99 ${outcome.p99Ms.toFixed(1)} ms`,
    `  refused     ${rate(outcome.refused)} with 503`,
    `  failed      ${outcome.failures}`,
    `  recovered   ${outcome.recoveryMs.toFixed(0)} ms after the last request (a GET in ${quietMs.toFixed(1)} ms)`,
  ];
}

async function run(options: Options): Promise<void> {
  const workplace = openWorkplace();
  const { scene, server } = await openScene(workplace, options);
  const floodClient = workplace.startWorker('clients/flood-client.ts');
  console.log(describeMachine().join('\n'));
  console.log(`\n${(await measureIdle(scene, server, options.idle)).join('\n')}`);
  for (const kind of kindsOf(scene)) {
    console.log(`\n${(await measureKind(scene, floodClient, kind, options)).join('\n')}`);
  }
}

function readOptionsOrFail(): Options {
  try {
    return readOptions();
  } catch (error) {
    console.error(`overload: ${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

await run(readOptionsOrFail());
// Children that still wait for work would keep this process.
process.exit();
