// The small process that starts programs for a large one, which sends it orders and hears how they go. A program's input and
// outputs are sockets of the large process, which this one hands over and keeps no hold of.
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { constants, rmSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { lowerProgram } from './low-priority.ts';
import { isOrder, writeStreamHead } from './starter-messages.ts';
import type { News, Order } from './starter-messages.ts';

const [path = ''] = process.argv.slice(2);

const send = (news: News): void => {
  if (process.connected) process.send?.(news);
};

const describe = (error: Error): string => ('code' in error ? String(error.code) : error.message);

/** A stream of the program, as the process that wants it hears it. What comes by it is left for the program to read. */
async function openStream(id: number, index: number): Promise<Socket> {
  const socket = connect(path);
  socket.pause();
  await once(socket, 'connect');
  // Who waits for this program is told how it ended.
  socket.on('error', () => undefined);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.write(writeStreamHead(id, index), (error) => (error ? reject(error) : resolve()));
  await promise;
  return socket;
}

/** What the shell does before it becomes the program, which may have so many KiB; what a system does not know goes without. */
const limitMemory = 'unset PWD OLDPWD SHLVL _; ulimit -c 0; ulimit -d "$0" 2>/dev/null; exec "$@"';

/** Throws as the system does for a program that is not there, or is none: the shell would print it. */
async function requireProgram(program: string, path = ''): Promise<void> {
  const places = program.includes('/') ? [program] : path.split(':').map((folder) => join(folder, program));
  const outcomes = await Promise.allSettled(places.map((place) => access(place, constants.X_OK)));
  if (outcomes.some(({ status }) => status === 'fulfilled')) return;
  const reasons = outcomes
    .map((outcome): unknown => (outcome.status === 'rejected' ? outcome.reason : undefined))
    .filter((reason) => reason instanceof Error);
  throw reasons.find((reason) => !isAbsence(reason)) ?? reasons[0] ?? new Error('ENOENT');
}

const isAbsence = (reason: Error): boolean => 'code' in reason && reason.code === 'ENOENT';

async function start({ id, program, args, env, hasLine, memoryMaxBytes }: Order): Promise<void> {
  await requireProgram(program, env['PATH']);
  const sockets = await Promise.all([0, 1, 2].map((index) => openStream(id, index)));
  const line = hasLine ? await openStream(id, 3) : undefined;
  const kibibytes = String(Math.ceil(memoryMaxBytes / 1024));
  const child = spawn('/bin/sh', ['-c', limitMemory, kibibytes, program, ...args], {
    env,
    detached: true,
    stdio: [...sockets, ...(hasLine ? ['pipe' as const] : [])],
  });
  child.once('error', (error) => send({ id, failure: describe(error) }));
  child.once('exit', (status, signal) => send({ id, status: status ?? -1, signal: signal ?? undefined }));
  if (child.pid !== undefined) {
    lowerProgram(child);
    send({ id, pid: child.pid });
  }
  for (const socket of sockets) socket.destroy();
  if (line !== undefined) relay(line, child.stdio[3]);
}

/** A descriptor above 2 that is a socket from elsewhere would not wait for what is read from it. */
function relay(line: Socket, inner: unknown): void {
  if (!isSocket(inner)) return void line.destroy();
  inner.on('error', () => line.destroy());
  line.on('error', () => inner.destroy());
  inner.pipe(line).pipe(inner);
}

const isSocket = (value: unknown): value is Socket =>
  typeof value === 'object' && value !== null && 'pipe' in value && 'destroy' in value;

// It ends with the process that it works for, after whatever that one still does when it is told to end.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
process.once('disconnect', () => {
  rmSync(dirname(path), { recursive: true, force: true });
  process.exit();
});
process.on('message', (message) => {
  if (!isOrder(message)) throw new Error('this is no order');
  start(message).catch((error: Error) => send({ id: message.id, failure: describe(error) }));
});
