// Reads of committed state on PostgreSQL: a few connections, each of which takes statements without waiting for the
// answers to earlier ones.

import pg from 'pg';
import type { ClientConfig } from 'pg';
import type { QueryResult } from 'kysely';
import { executeOn, executeOnceOn } from './postgres-connection.ts';
import { isPostgresLost, isPostgresStale } from './postgres-dialect.ts';

export interface PipelinedReaders {
  /**
   * Runs one statement where the fewest wait; once more on another connection where its own was lost, or did not have the
   * statement prepared any more, or not yet, because the server refused to prepare it for one that was sent just before.
   */
  execute<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>>;
  /** Sends the statements that `send` executes over one connection, in one write. */
  together(send: () => void): void;
  /** Lets statements under way finish and ends the connections. */
  close(): Promise<void>;
}

interface Lane {
  readonly client: Promise<pg.Client>;
  /** The same once it is connected. */
  connected: pg.Client | undefined;
  waiting: number;
}

/** At most `connectionsMax` connections, opened when all others are busy and again after a loss. */
export function createPipelinedReaders(config: ClientConfig, connectionsMax: number): PipelinedReaders {
  const lanes = new Set<Lane>();
  let chosen: Lane | undefined;

  function openLane(): Lane {
    const client = new pg.Client(config);
    const connecting = client.connect().then(() => (lane.connected = client));
    const lane: Lane = { client: connecting, connected: undefined, waiting: 0 };
    const drop = (): void => void lanes.delete(lane);
    client.on('error', drop);
    client.on('end', drop);
    lane.client.catch(() => {
      drop();
      void client.end();
    });
    lanes.add(lane);
    return lane;
  }

  function chooseLane(): Lane {
    if (chosen !== undefined) return chosen;
    let best: Lane | undefined;
    for (const lane of lanes) if (best === undefined || lane.waiting < best.waiting) best = lane;
    return best === undefined || (best.waiting > 0 && lanes.size < connectionsMax) ? openLane() : best;
  }

  async function runIn<R>(
    lane: Lane,
    sql: string,
    parameters: readonly unknown[],
    run = executeOn<R>,
  ): Promise<QueryResult<R>> {
    lane.waiting += 1;
    try {
      return await run(lane.connected ?? (await lane.client), sql, parameters);
    } finally {
      lane.waiting -= 1;
    }
  }

  /** Ends a connection whose prepared statements no longer fit the tables. */
  async function retire(lane: Lane): Promise<void> {
    lanes.delete(lane);
    await (await lane.client).end();
  }

  return {
    async execute<R>(sql: string, parameters: readonly unknown[]) {
      const lane = chooseLane();
      try {
        return await runIn<R>(lane, sql, parameters);
      } catch (error) {
        if (isPostgresStale(error)) await retire(lane);
        else if (!isPostgresLost(error)) throw error;
        lanes.delete(lane);
        return runIn(chooseLane(), sql, parameters, executeOnceOn<R>);
      }
    },
    together(send) {
      chosen = chooseLane();
      const stream = chosen.connected?.connection.stream;
      stream?.cork();
      try {
        send();
      } finally {
        stream?.uncork();
        chosen = undefined;
      }
    },
    async close() {
      const open = await Promise.allSettled([...lanes].map((lane) => lane.client));
      for (const result of open) if (result.status === 'fulfilled') await result.value.end();
    },
  };
}
