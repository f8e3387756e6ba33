// Starts other programs by a small process of our own. Whoever starts a program has the system copy the tables of all memory
// that it uses, and does nothing else meanwhile: some 8 ms with 150 MB in use, 40 with 600.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownProgram } from './own-program.ts';
import { isNews, readStreamHead, streamHeadBytes } from './starter-messages.ts';
import type { News, Order } from './starter-messages.ts';

/** A program that could not be started; the message is the system's name for why, such as ENOENT. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** How a program ended: status -1 where a signal did it. */
export interface Ending {
  status: number;
  signal: string | undefined;
}

/** A program that runs, in a process group of its own that `pid` names, behind whatever else the machine does. */
export interface StartedProgram {
  pid: number;
  stdin: Socket;
  stdout: Socket;
  stderr: Socket;
  /** What it can talk to us by, as its descriptor 3. */
  line: Socket | undefined;
  /** Resolves once it has ended. */
  exited: Promise<Ending>;
  /** Resolves once it has ended and what it wrote was taken. */
  closed: Promise<Ending>;
  /** Whether this process lives at least as long; it does where nothing else is said. */
  hold(isHeld: boolean): void;
}

interface Starting {
  order: Order;
  pid: number | undefined;
  streams: (Socket | undefined)[];
  hasEnded: boolean;
  isHeld: boolean;
  exit: PromiseWithResolvers<Ending>;
  started: PromiseWithResolvers<StartedProgram>;
}

interface Starter {
  process: ChildProcess;
  server: Server;
  /** Programs that have not ended, by the ids of their orders. */
  programs: Map<number, Starting>;
}

/** A program that ended before its streams came, which is when no more files may be opened, is waited for so long. */
const streamsMaxMs = 5000;
const memoryMaxMb = 32;
const idMax = 0xffffffff;

let current: Promise<Starter> | undefined;
let lastId = 0;

/** What a program may write into memory, where nothing else is said: Node.js, which hooks run, takes 600 MB of it for a start. */
export const programMemoryMaxBytes = 1_073_741_824;

/**
 * Starts a program with nothing but `env` in its environment. It gets no more memory than it may, nor does any program that it
 * starts; files that it only reads do not count. Throws StartError.
 */
export async function startApart({
  program,
  args,
  env,
  hasLine = false,
  memoryMaxBytes = programMemoryMaxBytes,
}: Omit<Order, 'id' | 'hasLine' | 'memoryMaxBytes'> &
  Partial<Pick<Order, 'hasLine' | 'memoryMaxBytes'>>): Promise<StartedProgram> {
  current ??= openStarter();
  const starter = await current.catch((error: Error) => {
    current = undefined;
    throw new StartError(error.message, { cause: error });
  });
  lastId = (lastId + 1) % idMax;
  const order = { id: lastId, program, args, env, hasLine, memoryMaxBytes };
  const starting: Starting = {
    order,
    pid: undefined,
    hasEnded: false,
    isHeld: true,
    streams: Array.from({ length: hasLine ? 4 : 3 }, () => undefined),
    exit: Promise.withResolvers(),
    started: Promise.withResolvers(),
  };
  starter.programs.set(order.id, starting);
  noteHolding(starter);
  starter.process.send(order, (error) => {
    if (error !== null) fail(starter, starting, error.message);
  });
  return starting.started.promise;
}

async function openStarter(): Promise<Starter> {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-programs-'));
  const path = join(folder, 'socket');
  const programs = new Map<number, Starting>();
  const server = createServer();
  server.listen(path).unref();
  await once(server, 'listening');
  const child = fork(ownProgram(import.meta.url, 'starter-process'), [path], {
    env: {},
    execArgv: [`--max-old-space-size=${memoryMaxMb}`, '--max-semi-space-size=1'],
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const starter = { process: child, server, programs };
  server.on('connection', (socket) => greet(starter, socket));
  child.unref();
  child.channel?.unref();
  child.on('message', (message) => {
    if (isNews(message)) hear(starter, message);
  });
  const end = (): void => {
    current = undefined;
    server.close();
    rmSync(folder, { recursive: true, force: true });
    for (const starting of programs.values()) fail(starter, starting, 'what starts programs has ended');
  };
  child.once('exit', end);
  child.once('error', end);
  return starter;
}

/** Learns whose stream it is; what follows is the program's. */
function greet(starter: Starter, socket: Socket): void {
  const read = (): void => {
    const head: unknown = socket.read(streamHeadBytes);
    if (!(head instanceof Buffer)) return;
    socket.off('readable', read);
    const { id, index } = readStreamHead(head);
    const starting = starter.programs.get(id);
    if (starting === undefined) return void socket.destroy();
    starting.streams[index] = socket;
    settle(starter, starting);
  };
  socket.on('readable', read);
  // Whoever uses the stream hears of it by its end, or by how the program ended.
  socket.on('error', () => undefined);
}

/** Gives the program out once all of it is there. */
function settle(starter: Starter, starting: Starting): void {
  const { pid, streams, exit, started } = starting;
  const [stdin, stdout, stderr, line] = streams;
  if (pid === undefined || streams.includes(undefined)) return;
  if (stdin === undefined || stdout === undefined || stderr === undefined) return;
  const exited = exit.promise;
  const taken = [stdout, stderr].map(
    (stream) => new Promise<void>((resolve) => (stream.closed ? resolve() : stream.once('close', () => resolve()))),
  );
  const closed = Promise.all([exited, ...taken]).then(([ending]) => ending);
  void exited.then(() => {
    stdin.destroy();
    for (const stream of [stdout, stderr]) if (stream.readable) stream.resume();
  });
  if (starting.hasEnded) forget(starter, starting);
  const hold = (isHeld: boolean): void => {
    starting.isHeld = isHeld;
    for (const stream of [stdin, stdout, stderr])
      if (isHeld) stream.ref();
      else stream.unref();
    noteHolding(starter);
  };
  started.resolve({ pid, stdin, stdout, stderr, line, exited, closed, hold });
}

function hear(starter: Starter, news: News): void {
  const starting = starter.programs.get(news.id);
  if (starting === undefined) return;
  if ('failure' in news) return fail(starter, starting, news.failure);
  if ('pid' in news) {
    starting.pid = news.pid;
    return settle(starter, starting);
  }
  starting.hasEnded = true;
  starting.exit.resolve({ status: news.status, signal: news.signal });
  if (!starting.streams.includes(undefined)) return forget(starter, starting);
  setTimeout(() => fail(starter, starting, 'EMFILE'), streamsMaxMs);
}

/** Nothing more is to be heard of it: it was not started, or nobody knows how it goes. */
function fail(starter: Starter, starting: Starting, reason: string): void {
  if (!starter.programs.has(starting.order.id)) return;
  forget(starter, starting);
  starting.started.reject(new StartError(reason));
  for (const stream of starting.streams) stream?.destroy();
  if (starting.pid !== undefined) signalGroup({ pid: starting.pid }, 'SIGKILL');
  starting.exit.resolve({ status: -1, signal: undefined });
}

function forget(starter: Starter, { order }: Starting): void {
  starter.programs.delete(order.id);
  noteHolding(starter);
}

function noteHolding({ process: child, programs }: Starter): void {
  if (programs.values().some(({ isHeld }) => isHeld)) child.channel?.ref();
  else child.channel?.unref();
}

/** Signals a process and all that it started; false where none of them is there any more. */
export function signalGroup({ pid }: { pid: number }, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
