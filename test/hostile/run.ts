// Sends hostile requests one after the other and stops at the first that is answered as none may be.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { findFault } from './judge.ts';
import { makeRequest } from './make-request.ts';
import type { HostileRequest } from './make-request.ts';
import { createRandom, mixSeed } from './random.ts';
import { casts, openHostileWorld } from './world.ts';
import type { Cast, HostileWorld } from './world.ts';
import { openWire, writeRequest } from './wire.ts';
import type { Answer, Wire } from './wire.ts';

export interface Finding {
  fault: string;
  /** The smallest request that shows it, as a command. */
  curl: string;
  /** Number of the request in its run. */
  index: number;
}

export interface RunFacts {
  requests: number;
  statuses: Map<number, number>;
  finding: Finding | undefined;
  /** Highest CPU time of the main thread for one request, in milliseconds, and its path. */
  slowest: { cpuMs: number; request: string };
}

/** One request may take this much of the main thread, in milliseconds, and something for each of its bytes. */
const cpuBaseMs = 150;
const cpuPerByteMs = 0.004;

interface Run {
  world: HostileWorld;
  wire: Wire;
}

interface Judged {
  answer: Answer | undefined;
  fault: string | undefined;
  cpuMs: number;
}

/** Sends it; a connection that was closed for being idle is no fault, one that is closed again is. */
async function send({ world, wire }: Run, request: HostileRequest): Promise<Judged> {
  const before = process.threadCpuUsage();
  let answer: Answer;
  try {
    answer = await wire.ask(request).catch(() => wire.ask(request));
  } catch (error) {
    return { answer: undefined, fault: `no answer: ${String(error)}`, cpuMs: 0 };
  }
  const { user, system } = process.threadCpuUsage(before);
  return { answer, fault: findFault(request, answer, world), cpuMs: (user + system) / 1000 };
}

/** The same with the time looked at: a slow answer counts when it is slow three times. */
async function judge(run: Run, request: HostileRequest): Promise<Judged> {
  const first = await send(run, request);
  const limitMs = cpuBaseMs + writeRequest(request).length * cpuPerByteMs;
  if (first.fault !== undefined || first.cpuMs <= limitMs) return first;
  const again = [await send(run, request), await send(run, request)];
  const cpuMs = Math.min(first.cpuMs, ...again.map((one) => one.cpuMs));
  return cpuMs <= limitMs
    ? { ...first, cpuMs }
    : { ...first, cpuMs, fault: `it takes ${Math.round(cpuMs)} ms of CPU, more than ${Math.round(limitMs)} ms` };
}

const classOf = (fault: string): string => fault.replace(/[\d.]+/g, '#').slice(0, 60);

/** Leaves out what the fault does not need: headers, parts of the query, halves of the body. */
async function shrink(run: Run, request: HostileRequest, fault: string): Promise<HostileRequest> {
  let smallest = request;
  const attempt = async (smaller: HostileRequest): Promise<void> => {
    const judged = await judge(run, smaller);
    if (judged.fault !== undefined && classOf(judged.fault) === classOf(fault)) smallest = smaller;
  };
  for (const header of request.headers) {
    await attempt({ ...smallest, headers: smallest.headers.filter((one) => one !== header) });
  }
  const [path = '', query = ''] = request.path.split('?', 2);
  let pairs = query === '' ? [] : query.split('&');
  for (const pair of pairs) {
    const fewer = pairs.filter((one) => one !== pair);
    const shorter = { ...smallest, path: fewer.length > 0 ? `${path}?${fewer.join('&')}` : path };
    await attempt(shorter);
    if (smallest === shorter) pairs = fewer;
  }
  await attempt({ ...smallest, body: undefined });
  for (let size = Math.floor((smallest.body?.length ?? 0) / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < (smallest.body?.length ?? 0) && start / size < 40; start += size) {
      const body = smallest.body ?? Buffer.alloc(0);
      await attempt({ ...smallest, body: Buffer.concat([body.subarray(0, start), body.subarray(start + size)]) });
    }
  }
  return smallest;
}

/** Every byte that a shell or a reader could take for something else is written as an escape. */
const quote = (bytes: Buffer): string =>
  `$'${[...bytes]
    .map((byte) =>
      byte < 0x20 || byte > 0x7e || byte === 0x27 || byte === 0x5c
        ? `\\x${byte.toString(16).padStart(2, '0')}`
        : String.fromCharCode(byte),
    )
    .join('')}'`;

function writeCurl({ method, path, headers, body, actor }: HostileRequest): string {
  const parts = headers.map(([name, value]) => `-H ${quote(Buffer.from(`${name}: ${value}`, 'latin1'))}`);
  if (body !== undefined) parts.push(`--data-binary ${quote(body.subarray(0, 3000))}`);
  const address = quote(Buffer.from(`http://127.0.0.1:8080${path}`, 'latin1'));
  return `# as ${actor}\ncurl -i --path-as-is -X ${method} ${parts.join(' ')} ${address}`;
}

const requestsPerHealing = 50;

/** Sends `count` requests of a cast to a world of their own. Throws where a fault lies in the world afterwards. */
export async function playRound(cast: Cast, count: number, seed: number): Promise<RunFacts> {
  const world = await openHostileWorld();
  const wire = openWire(world.port);
  const facts: RunFacts = {
    requests: 0,
    statuses: new Map(),
    finding: undefined,
    slowest: { cpuMs: 0, request: '' },
  };
  try {
    const before = await world.describeProtected();
    await sendAll({ world, wire }, cast, count, seed, facts);
    if (facts.finding === undefined) {
      facts.finding = await findAftermath(world, cast, before);
      await world.requireService();
    }
    return facts;
  } finally {
    wire.close();
    await world.close();
  }
}

async function sendAll(run: Run, cast: Cast, count: number, seed: number, facts: RunFacts): Promise<void> {
  const { world } = run;
  // A site administrator sees everything, and so may everybody whom they let in.
  const judged = cast === 'people' ? run : { ...run, world: { ...world, markers: [] } };
  for (let index = 0; index < count; index += 1) {
    if (index % requestsPerHealing === requestsPerHealing - 1) {
      await world.heal();
      if (!(await world.isWhole())) return;
    }
    const random = createRandom(mixSeed(seed, index));
    const request = makeRequest({ random, contract: world.contract, known: world.known }, casts[cast]);
    const { answer, fault, cpuMs } = await judge(judged, request);
    facts.requests += 1;
    const status = answer?.status ?? 0;
    facts.statuses.set(status, (facts.statuses.get(status) ?? 0) + 1);
    if (cpuMs > facts.slowest.cpuMs)
      facts.slowest = { cpuMs, request: `${request.method} ${request.path.slice(0, 120)}` };
    if (fault !== undefined) {
      const smallest = await shrink(judged, request, fault);
      const shown = (answer?.body.toString('utf8') ?? '').slice(0, 500);
      facts.finding = { fault: `${fault}\n${shown}`, curl: writeCurl(smallest), index };
      return;
    }
  }
}

/** What the requests together did that none of them may. */
async function findAftermath(world: HostileWorld, cast: Cast, before: string): Promise<Finding | undefined> {
  const fault = (text: string): Finding => ({ fault: text, curl: '', index: -1 });
  if (Object.keys(Object.prototype).length > 0 || Reflect.get({}, 'polluted') !== undefined) {
    return fault('the prototype of objects was changed');
  }
  const after = await world.describeProtected();
  if (cast === 'people' && before !== after) return fault(`protected things changed:\n${before}\n${after}`);
  return undefined;
}

let collect: (() => void) | undefined;

/** Bytes of the heap that are in use after everything that can be was collected. */
export function measureHeap(): number {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    const found: unknown = runInNewContext('gc');
    if (typeof found !== 'function') throw new Error('the garbage collector can’t be called');
    collect = () => void Reflect.apply(found, undefined, []);
  }
  for (let n = 0; n < 3; n += 1) collect();
  return process.memoryUsage().heapUsed;
}
