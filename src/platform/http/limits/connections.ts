// The connections of a server: how many there may be, and how long one may leave its answers unread.
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Logger } from '../../observability/logger.ts';
import { noteNewcomer } from '../../concurrency/time-slices.ts';
import { createThrottle } from '../../concurrency/throttle.ts';
import { refuseSurplus } from '../answers/client-error.ts';

export interface ConnectionLimits {
  connectionsMax: number;
  /** A client that takes less than `sendStepBytes` of its answers in so long is cut off. */
  sendTimeoutMs: number;
  /** What all clients together may leave unread; beyond that, those that read slowest are cut off. */
  unsentBytesMax: number;
}

/** Files, pipes and sockets that are no connection of a client. */
const ownDescriptors = 256;
const sendStepBytes = 65_536;
const checkIntervalMs = 1000;
const warnIntervalMs = 10_000;
/** Connections beyond the limit that are told so at the same time; more are closed without a word. */
const surplusMax = 100;
const surplusTimeoutMs = 2000; // Milliseconds that a connection beyond the limit may be silent.
const lingerMs = 2000;

/** How many files the process may open, sockets included; undefined where the system doesn't tell. */
function readDescriptorLimit(): number | undefined {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return found === undefined ? undefined : Number(found);
  } catch (error) {
    // Only Linux has this file.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The connections that there is room for; fewer than wanted where the process may not open so many files. */
function fitDescriptors(wanted: number, logger: Logger): number {
  const limit = readDescriptorLimit();
  const possible = limit === undefined ? wanted : Math.max(1, limit - ownDescriptors - surplusMax);
  if (possible >= wanted) return wanted;
  logger.warn({ wanted, possible, openFiles: limit }, 'connection_limit exceeds what ulimit -n allows');
  return possible;
}

/** Answers connections beyond the limit 503 and closes them; closes those that leave answers unread. */
export function limitConnections(server: Server | TlsServer, limits: ConnectionLimits, logger: Logger): void {
  const connectionsMax = fitDescriptors(limits.connectionsMax, logger);
  const warn = createThrottle(warnIntervalMs, (count) =>
    logger.warn({ count, connectionsMax }, 'connections were refused, because there are too many'),
  );
  const isTls = server instanceof TlsServer;
  let open = 0;
  server.maxConnections = connectionsMax + surplusMax;
  server.on('drop', warn);
  server.on('connection', (socket: Socket) => {
    open += 1;
    noteNewcomer();
    socket.once('close', () => (open -= 1));
    if (open <= connectionsMax) return;
    warn();
    socket.setTimeout(surplusTimeoutMs, () => socket.destroy());
    // Before its handshake a client of TLS understands no answer.
    if (isTls) socket.destroy();
    else refuseSurplus(socket);
  });
  cutSlowReaders(server, isTls ? 'secureConnection' : 'connection', limits, logger);
}

/**
 * Lets a client that still sends when its connection is to be closed read the answer first: closed at once, the system would
 * tell it of a reset and throw away what it has not read (RFC 9112, 9.6). What it sends for `lingerMs` is not looked at.
 */
export function lingerAtEnd(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(timer));
  };
}

/** Since when a client has not taken `sendStepBytes` of what it was sent. */
interface Reading {
  atMs: number;
  takenBytes: number;
}

function cutSlowReaders(
  server: Server | TlsServer,
  event: string,
  { sendTimeoutMs, unsentBytesMax }: ConnectionLimits,
  logger: Logger,
): void {
  const sockets = new Set<Socket>();
  const readings = new WeakMap<Socket, Reading>();
  server.on(event, (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const noteReading = (socket: Socket, nowMs: number): number => {
    const takenBytes = socket.bytesWritten - socket.writableLength;
    const known = readings.get(socket);
    if (known !== undefined && takenBytes - known.takenBytes < sendStepBytes) return known.atMs;
    readings.set(socket, { atMs: nowMs, takenBytes });
    return nowMs;
  };
  const check = (): void => {
    const nowMs = performance.now();
    const waiting: { socket: Socket; atMs: number }[] = [];
    let unsentBytes = 0;
    for (const socket of sockets) {
      if (socket.writableLength === 0) readings.delete(socket);
      else {
        unsentBytes += socket.writableLength;
        waiting.push({ socket, atMs: noteReading(socket, nowMs) });
      }
    }
    for (const { socket, atMs } of waiting.sort((one, other) => one.atMs - other.atMs)) {
      if (nowMs - atMs < sendTimeoutMs && unsentBytes <= unsentBytesMax) return;
      logger.info({ unsentBytes: socket.writableLength }, 'a connection was closed, because its client does not read');
      unsentBytes -= socket.writableLength;
      socket.destroy();
    }
  };
  const timer = setInterval(check, Math.min(checkIntervalMs, sendTimeoutMs / 2)).unref();
  server.once('close', () => clearInterval(timer));
}
