// The HTTP server below the pipeline: its timeouts, its connections, and the order of requests on one of them.
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Logger } from '../../observability/logger.ts';
import { yieldSlice } from '../../concurrency/time-slices.ts';
import { refuseConnection, refuseExpectation } from '../answers/client-error.ts';
import { noteExpectation } from '../answers/arriving-bodies.ts';
import { createPlainServer } from '../answers/node-http.ts';
import { limitConnections } from '../limits/connections.ts';
import type { ConnectionLimits } from '../limits/connections.ts';
import type { OverloadLimits } from '../limits/overload.ts';
import { secureOptions } from '../../tls.ts';
import type { Certificate } from '../../tls.ts';

export interface ServerLimits extends ConnectionLimits, OverloadLimits {
  /** How long the headers of a request may take to arrive, from the connection's first moment on. */
  headerTimeoutMs: number;
  /** How long a whole request may take to arrive. */
  requestTimeoutMs: number;
  /** How long a connection may stay open between requests. */
  keepAliveTimeoutMs: number;
}

export interface ListenerOptions {
  limits: ServerLimits;
  logger: Logger;
  tls: Certificate | undefined;
}

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests of one connection that wait for the answer of one before them. */
const aheadMax = 16;
/** How precisely Node watches its timeouts. */
const timeoutCheckMs = 500;
const peerProbeMs = 60_000;

/** The last request of a connection, and how many wait for those before them. */
interface Queue {
  last: ServerResponse;
  waiting: number;
}

/**
 * Has a request that was sent ahead, before the one before it was answered, wait for its turn: as answers go out in order anyway,
 * it would only be worked on together with hundreds of others that came with it (RFC 9112, section 9.3.2). A connection with more
 * than `aheadMax` of them is closed.
 */
function inOrder(work: Handle): Handle {
  const queues = new WeakMap<Socket, Queue>();
  return (request, response) => {
    const { socket } = request;
    // What is still parsed of what was read from a closed connection is not kept.
    if (socket.destroyed) return;
    const queue = queues.get(socket);
    if (queue === undefined) queues.set(socket, { last: response, waiting: 0 });
    if (queue === undefined || queue.last.writableFinished) {
      if (queue !== undefined) queue.last = response;
      return work(request, response);
    }
    const { last } = queue;
    queue.last = response;
    queue.waiting += 1;
    if (queue.waiting > aheadMax) return void socket.destroy();
    last.once('close', () => {
      queue.waiting -= 1;
      if (!socket.destroyed) void yieldSlice().then(() => work(request, response));
    });
  };
}

/** A server that calls `handle` for every request; nothing listens yet. */
export function createListener(handle: Handle, { limits, logger, tls }: ListenerOptions): Server | TlsServer {
  const answer = inOrder(handle);
  const serverOptions: ServerOptions = {
    // Node's own refusal of a request without Host has no body.
    requireHostHeader: false,
    headersTimeout: Math.min(limits.headerTimeoutMs, limits.requestTimeoutMs),
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: timeoutCheckMs,
    keepAlive: true,
    keepAliveInitialDelay: peerProbeMs,
  };
  const server =
    tls === undefined
      ? createPlainServer(serverOptions, answer)
      : createTlsServer({ ...serverOptions, ...secureOptions(tls), handshakeTimeout: limits.headerTimeoutMs }, answer);
  server.on('checkExpectation', refuseExpectation);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    noteExpectation(request, response);
    answer(request, response);
  });
  server.on('clientError', refuseConnection);
  limitConnections(server, limits, logger);
  return server;
}

/**
 * A second, unencrypted door of a server that ends TLS itself, for people who type an address without https: its pipeline refuses plain
 * HTTP, or redirects. The caller listens and closes.
 */
export const createPlainListener = (server: { handle: Handle }, limits: ServerLimits, logger: Logger): Server =>
  createListener(server.handle, { limits, logger, tls: undefined });
