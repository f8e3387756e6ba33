// Signals between processes: a connection of its own that listens, and connects again whenever it is lost.

import pg from 'pg';
import type { ClientConfig } from 'pg';
import type { DatabaseLogger, RemoteSignals } from '../sessions/engine.ts';

const postgresChannel = 'tepal';
const reconnectAfterMs = 500;

/** Connects at the first `hear`. */
export function createPostgresSignals(
  config: ClientConfig,
  logger: DatabaseLogger,
): RemoteSignals & { close(): Promise<void> } {
  let client: pg.Client | undefined;
  let isClosed = false;
  let heard: ((channel: string | undefined) => void) | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...config, statement_timeout: 0 });
    client = next;
    let isLost = false;
    const lose = (error?: Error): void => {
      if (isLost || isClosed) return;
      isLost = true;
      logger.warn({ reason: error?.message ?? 'it ended' }, 'the connection that hears of changes was lost');
      // What was lost needs no orderly end.
      next.end().catch(() => {});
      setTimeout(() => void (isClosed ? undefined : connect()), reconnectAfterMs).unref();
    };
    next.on('error', lose);
    next.on('end', () => lose());
    next.on('notification', ({ payload }) => heard?.(payload));
    try {
      await next.connect();
      await next.query(`listen ${postgresChannel}`);
      // Nobody knows what was told in the meantime.
      heard?.(undefined);
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)));
    }
  };

  return {
    async announce(session, channel) {
      await session.execute(`select pg_notify('${postgresChannel}', $1)`, [channel]);
    },
    hear(callback) {
      heard = callback;
      if (client === undefined) void connect();
    },
    async close() {
      isClosed = true;
      await client?.end();
    },
  };
}
