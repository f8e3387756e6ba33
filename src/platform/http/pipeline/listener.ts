// The HTTP server below the pipeline: its timeouts and connections, and what is refused before any work is done.
import { executionAsyncResource } from 'node:async_hooks';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Server as TlsServer } from 'node:https';
import type { Logger } from '../../watching/logger.ts';
import { rest } from '../../concurrency/turns.ts';
import { createThrottle } from '../../concurrency/throttle.ts';
import { refuseExpectation, writeRefusal } from '../answers/client-error.ts';
import { limitConnections } from '../limits/connections.ts';
import type { ConnectionLimits } from '../limits/connections.ts';
import { answerError, errorBody } from '../answers/error-answer.ts';
import { MeteredResponse } from '../answers/meters.ts';
import { createPlainServer } from '../answers/node-http.ts';
import { noteExpectation } from '../answers/expectations.ts';
import type { OverloadGuard, OverloadLimits } from '../limits/overload.ts';
import type { AnswerProbe } from './probes.ts';
import { secureOptions } from '../limits/tls.ts';
import { isStopped, stopTinyParts } from '../answers/tiny-parts.ts';
import type { Certificate } from '../limits/tls.ts';

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
  overload: OverloadGuard;
  logger: Logger;
  tls: Certificate | undefined;
  /** Without it nothing is for a probe. */
  answerProbe?: AnswerProbe;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const headersMax = 200;
/** Requests of one connection that wait for the answer of one before them. */
const aheadMax = 16;
/** How precisely Node watches its timeouts. */
const timeoutCheckMs = 500;
const peerProbeMs = 60_000;
const tellIntervalMs = 10_000;

/**
 * Answers a request that is not to be worked on, and says so. The refusal of an overload comes before anything is known
 * about the request; its body is read and thrown away, so that the connection stays of use.
 */
export function createEarlyRefusal(
  overload: OverloadGuard,
  logger: Logger,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const tell = createThrottle(tellIntervalMs, (count) =>
    logger.warn({ count }, 'requests were refused with 503, because there is more to do than can be done in time'),
  );
  return (request, response) => {
    const refusal = overload.findRefusal();
    if (refusal !== undefined) {
      tell();
      writeRefusal(request, response, answerError(refusal, { headers: request.headers, requestId: '' }));
      return true;
    }
    if (request.rawHeaders.length <= 2 * headersMax) return false;
    const text = `the request has more than ${headersMax} headers; send fewer`;
    writeRefusal(request, response, errorBody(431, text, {}));
    return true;
  };
}

/** V8 makes up its mind after seven objects of a class; these are more, for what is made beside. */
const heldMax = 16;

/**
 * Keeps the first requests and their responses in memory. After seven objects of a class V8 fixes how many properties the
 * later ones have room for, by the shapes that are alive at that moment. Where garbage was collected meanwhile those
 * shapes are gone, and every later request and response becomes a slow dictionary, for as long as the process lives.
 *
 * Also keeps one of the objects in which `process.nextTick` waits to make a call, of which every answer needs some. Where
 * garbage is collected while none waits their shape is gone, and `nextTick` compiled for it is slow with the next one for as
 * long.
 */
function holdFirst(): Handle {
  let held: object[] | undefined = [];
  const ticks: object[] = [];
  process.nextTick(() => ticks.push(executionAsyncResource()));
  return (request, response) => {
    if (held !== undefined && held.push(request, response) >= 2 * heldMax) held = undefined;
  };
}

/** What Node.js calls for each request that its parser finds; 2 has it throw away the rest of what was read. */
type OnIncoming = (request: IncomingMessage, ...rest: unknown[]) => number;

const hasOnIncoming = (parser: unknown): parser is { onIncoming: OnIncoming } =>
  typeof parser === 'object' && parser !== null && 'onIncoming' in parser && typeof parser.onIncoming === 'function';

/**
 * Has a request that was sent ahead, before the one before it was answered, wait for its turn: as answers go out in order anyway,
 * it would only be worked on together with hundreds of others that came with it (RFC 9112, section 9.3.2). A connection with more
 * than `aheadMax` of them is closed. `bound` has it closed before the rest is parsed of what was read at once, 64 KB that hold
 * a thousand; a Node.js whose parser has no `onIncoming`, which is not documented, parses the rest.
 */
function inOrder(work: Handle): { handle: Handle; bound(socket: Socket): void } {
  const waiting = new WeakMap<Socket, number>();
  const count = (socket: Socket): number => waiting.get(socket) ?? 0;
  return {
    handle(request, response) {
      // Node.js gives the connection to a response when those before it have gone out.
      if (response.socket !== null) return work(request, response);
      const { socket } = request;
      if (count(socket) >= aheadMax) socket.destroy();
      // What is still parsed of what was read from a closed connection is not kept.
      if (socket.destroyed) return;
      waiting.set(socket, count(socket) + 1);
      response.once('socket', () => {
        waiting.set(socket, count(socket) - 1);
        void rest().then(() => work(request, response));
      });
    },
    bound(socket) {
      const parser: unknown = Reflect.get(socket, 'parser');
      if (!hasOnIncoming(parser)) return;
      const { onIncoming } = parser;
      parser.onIncoming = (...incoming) => {
        if (count(socket) >= aheadMax || isStopped(parser)) {
          socket.destroy();
          return 2;
        }
        if (incoming[0].headers['transfer-encoding'] !== undefined) stopTinyParts(socket, parser);
        return onIncoming(...incoming);
      };
    },
  };
}

/** A server that calls `handle` for every request that is not refused; nothing listens yet. */
export function createListener(handle: Handle, options: ListenerOptions): Server | TlsServer {
  const { limits, overload, logger, tls, answerProbe = () => false } = options;
  const refuse = createEarlyRefusal(overload, logger);
  const hold = holdFirst();
  const { handle: answer, bound } = inOrder((request, response) => {
    hold(request, response);
    if (!answerProbe(request, response) && !refuse(request, response)) handle(request, response);
  });
  const serverOptions: ServerOptions<typeof IncomingMessage, typeof MeteredResponse> = {
    ServerResponse: MeteredResponse,
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
  server.on(tls === undefined ? 'connection' : 'secureConnection', bound);
  server.on('checkExpectation', refuseExpectation);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    noteExpectation(request, response);
    answer(request, response);
  });
  limitConnections(server, limits, logger);
  return server;
}
