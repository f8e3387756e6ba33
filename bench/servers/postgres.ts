// The rows on PostgreSQL: a server of its own with its default durability, on the disk of temporary files, and Tepal in one
// process and in several.
import { tmpdir } from 'node:os';
import { startPostgres } from '../../src/platform/database/postgres/postgres-server.testing.ts';
import { fillFolder } from '../content/filled-folder.ts';
import { changedArtifacts } from '../measuring/rows.ts';
import { prepareScene, startTools } from '../measuring/scene.ts';
import type { Pace, Scene } from '../measuring/scene.ts';
import { startServer } from './tepal-server.ts';
import type { RunningServer } from './tepal-server.ts';
import type { Workplace } from '../measuring/workplace.ts';

/** In place of what the tests forgo. */
export const durable = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
};

export interface PostgresPlan {
  readonly pace: Pace;
  readonly artifactCount: number;
  readonly hotCount: number;
  /** How many processes, each number in turn. */
  readonly workers: readonly number[];
  readonly nodeFlags: readonly string[];
}

/** Runs `measure` for each number of processes. */
export async function runOnPostgres(
  workplace: Workplace,
  { pace, artifactCount, hotCount, workers, nodeFlags }: PostgresPlan,
  measure: (scene: Scene, server: RunningServer, workers: number) => Promise<void>,
): Promise<void> {
  const postgres = await startPostgres({ settings: durable, parent: tmpdir() });
  try {
    const { dataDir } = await fillFolder(workplace, { artifacts: artifactCount, accounts: [] }, postgres.url);
    const kept = {
      pace,
      databasePid: postgres.pid,
      ...startTools(workplace),
      artifactCount,
      hotCount,
      changedCount: changedArtifacts,
      newcomers: [],
      guests: new Map(),
    };
    for (const count of workers) {
      const server = await startServer(workplace, dataDir, nodeFlags, count);
      await server.settle();
      await measure(await prepareScene({ ...kept, tepalPort: server.port, tepalPid: server.pid }), server, count);
      await server.stop();
    }
  } finally {
    await postgres.stop();
  }
}
