// Measures one class of attack: a server on a fresh copy of the prepared site, an attacker, and bystanders, each a process.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { prepareServer } from '../../faults/server-process.ts';
import type { ServerProcess } from '../../faults/server-process.ts';
import { sendAsk } from './attack.ts';
import type { AttackClass, Site } from './attack.ts';
import type { AttackReport } from './attacker.ts';
import type { Bystanders, Took, Waited } from './bystander.ts';
import { startWatchingOthers } from './machine-share.ts';
import type { PreparedSite } from './prepared-site.ts';

/** What an attack did to others. */
export interface Outcome {
  name: string;
  imitates: string;
  /**
   * Slowest read of a bystander before the attack and during it, on a connection of its own, and slowest sign-in: as they were, and
   * without what other programs on the machine held the server up.
   */
  quietMs: number;
  readMs: number;
  readOwnMs: number;
  newcomerMs: number;
  newcomerOwnMs: number;
  signInMs: number;
  signInOwnMs: number;
  /** Slowest read of a server that nobody attacks, during the attack. */
  controlMs: number;
  /** Share of the processors' work that other programs on the machine had. */
  othersShare: number;
  /** Longest turn of the server's event loop, in time of the processor. */
  turnMs: number;
  grownMb: number;
  /** Of bystanders' requests, by status. */
  refusedBystanders: Record<number, number>;
  statuses: [status: number, count: number][];
  /** What must not be, in words; none: the aims are met. */
  findings: string[];
}

/** The aims of one machine with two processors. */
export const aims = { readMs: 100, newcomerMs: 500, signInMs: 2000, grownMb: 150 };

const quietMs = 1500;
/** The bystanders come first and stay longer. */
const leadMs = 300;
const tailMs = 700;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function startChild(module: string): ChildProcess {
  const child = fork(join(import.meta.dirname, module), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Sends a message and gives the answer. Throws where the process ends before. */
async function tell(child: ChildProcess, message: object): Promise<unknown> {
  const gone = new AbortController();
  const onExit = (): void => gone.abort(new Error(`the process ${child.spawnargs.at(-1) ?? ''} ended`));
  child.once('exit', onExit);
  try {
    const answered: Promise<unknown[]> = once(child, 'message', { signal: gone.signal });
    child.send(message);
    return (await answered)[0];
  } finally {
    child.off('exit', onExit);
  }
}

const isReport = (value: unknown): value is AttackReport =>
  typeof value === 'object' && value !== null && 'statuses' in value;
const isSeen = (value: unknown): value is Bystanders =>
  typeof value === 'object' && value !== null && 'control' in value;

async function watchFor({ bystander, site, pids }: Parts, controlPort: number, ms: number): Promise<Bystanders> {
  const seen = await tell(bystander, { site, controlPort, pids, ms });
  if (isSeen(seen)) return seen;
  throw new Error('bystanders saw nothing');
}

const readMemoryMb = (pid: number | undefined, what: 'VmRSS' | 'VmHWM'): number | undefined => {
  const file = `/proc/${pid ?? 0}/status`;
  const kib = existsSync(file)
    ? new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))?.[1]
    : undefined;
  return kib === undefined ? undefined : (Number(kib) * 1024) / 1e6;
};

/** Forgets the highest use of memory so far: proc(5), clear_refs. */
function forgetPeak(pid: number | undefined): void {
  const file = `/proc/${pid ?? 0}/clear_refs`;
  if (existsSync(file)) writeFileSync(file, '5');
}

function longestTurnMs(file: string, sinceMs: number): number {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const turns = lines.map((line) => line.split(' ').map(Number)).filter(([atMs = 0]) => atMs >= sinceMs);
  return Math.max(0, ...turns.map(([, ms = 0]) => ms));
}

export interface Bench {
  prepared: PreparedSite;
  controlPort: number;
  seconds: number;
}

/** Starts the server that compares: its port, and what ends it. */
export async function startControl(): Promise<{ port: number; stop(): void }> {
  const child = startChild('control.ts');
  const heard: Promise<unknown[]> = once(child, 'message');
  const [message] = await heard;
  const port = typeof message === 'object' && message !== null && 'port' in message ? Number(message.port) : 0;
  return { port, stop: () => void child.kill() };
}

export async function measureClass(bench: Bench, attackClass: AttackClass): Promise<Outcome> {
  const { dataDir, facts, listBackends, remove } = await bench.prepared.copy();
  const turnsFile = join(dataDir, 'turns');
  const start = (): ServerProcess =>
    prepareServer({
      dataDir,
      imports: [join(import.meta.dirname, 'turns.ts')],
      env: { TURNS_FILE: turnsFile },
    });
  const server = start();
  const children = ['attacker.ts', 'bystander.ts'].map(startChild);
  try {
    const site: Site = { ...facts, port: Number(new URL(await server.open()).port) };
    const [attacker, bystander] = children;
    if (attacker === undefined || bystander === undefined) throw new Error('no processes');
    const pids = server.pid === undefined ? [] : [server.pid, ...(await listBackends())];
    const parts = { server, attacker, bystander, site, pids };
    const outcome = await play(bench, attackClass, parts, turnsFile);
    outcome.findings.push(...(await findHarm(attackClass, parts, start)));
    return outcome;
  } finally {
    for (const child of children) child.kill('SIGKILL');
    server.send('SIGKILL');
    await server.ended;
    await remove();
  }
}

interface Parts {
  server: ServerProcess;
  attacker: ChildProcess;
  bystander: ChildProcess;
  site: Site;
  pids: readonly number[];
}

async function play(
  { controlPort, seconds }: Bench,
  { name, imitates, refusals = [] }: AttackClass,
  parts: Parts,
  turnsFile: string,
): Promise<Outcome> {
  const { server, attacker, site } = parts;
  const order = { name, site, ms: seconds * 1000 };
  const planted = await tell(attacker, { ...order, order: 'set' });
  const quiet = await watchFor(parts, controlPort, quietMs);
  const beforeMb = readMemoryMb(server.pid, 'VmRSS') ?? 0;
  forgetPeak(server.pid);
  const startedMs = Date.now();
  const endOfOthers = startWatchingOthers(server.pid);
  const watching = watchFor(parts, controlPort, leadMs + order.ms + tailMs);
  await new Promise((resolve) => setTimeout(resolve, leadMs));
  const played = await tell(attacker, { ...order, order: 'play' });
  const seen = await watching;
  const othersShare = endOfOthers();
  const report = isReport(played) ? played : undefined;
  const failure = (isReport(planted) ? planted.failure : undefined) ?? report?.failure;
  const reads = [seen.version, seen.artifact];
  const peakMb = readMemoryMb(server.pid, 'VmHWM');
  const outcome: Outcome = {
    name,
    imitates,
    quietMs: slowest([quiet.version, quiet.artifact]),
    readMs: slowest(reads),
    readOwnMs: slowest(reads, othersShare),
    newcomerMs: slowest([seen.newcomer]),
    newcomerOwnMs: slowest([seen.newcomer], othersShare),
    signInMs: slowest([seen.signIn]),
    signInOwnMs: slowest([seen.signIn], othersShare),
    controlMs: slowest([seen.control]),
    othersShare,
    turnMs: longestTurnMs(turnsFile, startedMs),
    grownMb: peakMb === undefined ? Number.NaN : peakMb - beforeMb,
    refusedBystanders: addUp([seen.version, seen.artifact, seen.newcomer, seen.signIn]),
    statuses: report?.statuses ?? [],
    findings: [],
  };
  if (failure !== undefined) outcome.findings.push(`the attack failed: ${failure}`);
  outcome.findings.push(...(report?.faults ?? []), ...judge(outcome, refusals));
  return outcome;
}

/** The slowest answer, less that share of its waiting for a processor. */
const slowest = (kinds: readonly Waited[], share = 0): number =>
  Math.max(0, ...kinds.flatMap(({ answers }) => answers).map((took: Took) => took.ms - took.queuedMs * share));

function addUp(kinds: readonly Waited[]): Record<number, number> {
  const sum: Record<number, number> = {};
  for (const { refused } of kinds)
    for (const [status, count] of Object.entries(refused)) sum[Number(status)] = (sum[Number(status)] ?? 0) + count;
  return sum;
}

const usualRefusals = [0, 408, 413, 429, 503];

/** Answers that requests of a class are not right to get, its own refusals given. */
export const oddStatuses = (
  statuses: readonly (readonly [status: number, count: number])[],
  refusals: readonly number[],
): (readonly [status: number, count: number])[] =>
  statuses.filter(([status]) => status >= 400 && ![...usualRefusals, ...refusals].includes(status));

/**
 * Which aims were missed. What other programs held the server up is no matter of its own; and where a server that nobody attacks
 * was slow at the same time, the machine was: so much is granted. A sign-in may be refused by 503 where many others sign in; reads
 * may not.
 */
export function judge(outcome: Omit<Outcome, 'findings'>, refusals: readonly number[]): string[] {
  const { readOwnMs, newcomerOwnMs, controlMs, signInOwnMs, grownMb, refusedBystanders, statuses } = outcome;
  const granted = Math.max(0, controlMs - 10);
  const findings: string[] = [];
  if (readOwnMs > aims.readMs + granted) findings.push(`a read took ${readOwnMs.toFixed(0)} ms`);
  if (newcomerOwnMs > aims.newcomerMs + granted) findings.push(`a new connection took ${newcomerOwnMs.toFixed(0)} ms`);
  if (signInOwnMs > aims.signInMs + granted) findings.push(`a sign-in took ${signInOwnMs.toFixed(0)} ms`);
  if (grownMb > aims.grownMb) findings.push(`${grownMb.toFixed(0)} MB more memory`);
  const refused = Object.entries(refusedBystanders).map(([status, count]) => `${count} × ${status}`);
  if (refused.length > 0) findings.push(`bystanders were refused: ${refused.join(', ')}`);
  const odd = oddStatuses(statuses, refusals);
  if (odd.length > 0) findings.push(`odd answers: ${odd.map(([status, count]) => `${count} × ${status}`).join(', ')}`);
  return findings;
}

const aliveWithinMs = 10_000;

/** Whether the server lives, and starts again on what it was left with. */
async function findHarm(
  { leaves }: AttackClass,
  { server, site }: Parts,
  start: () => ServerProcess,
): Promise<string[]> {
  const agent = new Agent();
  const isAlive = await sendAsk(site, agent, { path: '/api/version' }, AbortSignal.timeout(aliveWithinMs));
  if (isAlive.status !== 200) {
    const isGone = readMemoryMb(server.pid, 'VmRSS') === undefined;
    server.send('SIGKILL');
    const { errors } = await server.ended;
    const how = isGone ? 'the process ended' : `after the attack the server answers ${isAlive.status}`;
    return [`${how}: ${errors.slice(-300)}`];
  }
  if (leaves === undefined) return [];
  server.send('SIGKILL');
  await server.ended;
  const next = start();
  try {
    const again: Site = { ...site, port: Number(new URL(await next.open()).port) };
    const read = await sendAsk(again, agent, leaves(again), AbortSignal.timeout(aliveWithinMs));
    return read.status >= 200 && read.status < 300 ? [] : [`started again, what it left is answered ${read.status}`];
  } catch (error) {
    return [`it does not start again: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    next.send('SIGKILL');
    await next.ended;
  }
}
