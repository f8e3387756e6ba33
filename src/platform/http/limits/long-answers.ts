// Answers that go out for as long as their clients take. A stop waits for them only so long.
import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import { Stream } from 'node:stream';

const sweepMs = 50;

/** Aborted when the connection ends before the answer has. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

/**
 * Closes the connections of streams that are on their way `graceMs` after the server began to close. What it gives makes
 * another answer one of them. Connections whose answer ends after the server began to close are closed then, too: Node
 * closes idle ones only once, and waits for those until their client or keepAliveTimeout ends them.
 */
export function boundLongAnswers(server: FastifyInstance, graceMs: number): (response: ServerResponse) => void {
  const open = new Set<ServerResponse>();
  let isOver = false;
  const watch = (response: ServerResponse): void => {
    if (isOver) return void response.destroy();
    open.add(response);
    response.once('close', () => open.delete(response));
  };
  const breakOff = (): void => {
    isOver = true;
    for (const response of open) response.destroy();
  };
  server.addHook('onSend', async (_request, reply, payload) => {
    if (payload instanceof Stream) watch(reply.raw);
  });
  server.addHook('preClose', async () => {
    if (!server.server.listening) return;
    const end = setTimeout(breakOff, graceMs).unref();
    const sweep = setInterval(() => server.server.closeIdleConnections(), sweepMs).unref();
    server.server.once('close', () => {
      clearTimeout(end);
      clearInterval(sweep);
    });
  });
  return watch;
}
