// Answers that go out for as long as their clients take. A stop waits for them only so long.
import type { Server, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';

const sweepMs = 50;

/** Aborted when the connection ends before the answer has. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

export interface LongAnswers {
  /** To be called for each answer that streams. */
  watch(response: ServerResponse): void;
  /**
   * To be called when the server begins to close: closes the connections of streams that are still on their way `graceMs` later, and those
   * whose answer has ended; Node.js closes idle ones only once, and waits for others until their client or keepAliveTimeout ends them.
   * What it gives ends it.
   */
  endAfter(server: Server | TlsServer, graceMs: number): () => void;
}

export function createLongAnswers(): LongAnswers {
  const open = new Set<ServerResponse>();
  let isOver = false;
  const breakOff = (): void => {
    isOver = true;
    for (const response of open) response.destroy();
  };
  return {
    watch(response) {
      if (isOver) return void response.destroy();
      open.add(response);
      response.once('close', () => open.delete(response));
    },
    endAfter(server, graceMs) {
      const end = setTimeout(breakOff, graceMs).unref();
      const sweep = setInterval(() => server.closeIdleConnections(), sweepMs).unref();
      return () => {
        clearTimeout(end);
        clearInterval(sweep);
      };
    },
  };
}
