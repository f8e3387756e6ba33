// Read-only connections for reads of several statements that must see one state. They are opened when needed and
// kept; when all are in use, the next snapshot waits its turn.

import type { SqliteConnection } from './sqlite-connection.ts';

export interface SnapshotPool {
  /** Runs `work` inside a read transaction that sees the state committed when it starts. */
  run<R>(work: (connection: SqliteConnection) => Promise<R>): Promise<R>;
  /** Waits for running snapshots and closes their connections. */
  close(): Promise<void>;
}

/** A pool of at most `connectionsMax` connections made by `open`. */
export function createSnapshotPool(open: () => SqliteConnection, connectionsMax: number): SnapshotPool {
  const idle: SqliteConnection[] = [];
  const turns: (() => void)[] = [];
  let inUseCount = 0;

  async function acquire(): Promise<SqliteConnection> {
    while (inUseCount >= connectionsMax) await new Promise<void>((resolve) => turns.push(resolve));
    const connection = idle.pop() ?? open();
    inUseCount += 1;
    return connection;
  }

  function release(connection: SqliteConnection): void {
    inUseCount -= 1;
    idle.push(connection);
    turns.shift()?.();
  }

  return {
    async run(work) {
      const connection = await acquire();
      try {
        // BEGIN alone reads nothing: the first select fixes the state.
        connection.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1');
        return await work(connection);
      } finally {
        if (connection.isInTransaction()) connection.exec('ROLLBACK');
        release(connection);
      }
    },
    async close() {
      while (inUseCount > 0) await new Promise<void>((resolve) => turns.push(resolve));
      for (const connection of idle.splice(0)) connection.close();
    },
  };
}
