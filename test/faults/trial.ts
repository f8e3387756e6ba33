// A site under load in a test: its folder, its server as a process, and what clients wrote to it.
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { databaseFile } from '../../src/app.ts';
import { checkSqliteFile } from '../../src/platform/database/sqlite/sqlite-file.ts';
import { checkDatabase, withDatabase } from './check-database.ts';
import { checkServer } from './check.ts';
import { runShift } from './clients.ts';
import { drawSeed } from './crash.ts';
import { createLedger } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import type { Line, Reply } from './request.ts';
import { prepareScene } from './scene.ts';
import type { Scene } from './scene.ts';
import { prepareServer } from './server-process.ts';
import type { ServerOptions, ServerProcess } from './server-process.ts';

const clients = 6;

export interface Trial {
  server: ServerProcess;
  line: Line;
  scene: Scene;
  ledger: Ledger;
  /** Clients write until `isOver`, which sees every answer, says so. */
  write(isOver: (reply: Reply) => boolean): Promise<void>;
  /** Fails where the server does not hold what the ledger says, or an answer was a surprise. */
  check(): Promise<void>;
  /** Stops the server, which must end well, and checks its database. */
  finish(): Promise<void>;
  /** Kills the server where it still runs. */
  dispose(): Promise<void>;
}

/** Starts a server on a folder of `makeSite`, or on that of a trial `before`, whose ledger goes on. */
export async function startTrial(
  dataDir: string,
  credentials: Readonly<Record<string, string>>,
  options: Omit<ServerOptions, 'dataDir'> = {},
  before?: Pick<Trial, 'scene' | 'ledger'>,
): Promise<Trial> {
  const server = prepareServer({ dataDir, ...options });
  const line = { base: await server.open(), credentials, agent: new Agent({ keepAlive: true }) };
  const scene = before?.scene ?? (await prepareScene(line, clients));
  const ledger = before?.ledger ?? createLedger(clients);
  return {
    server,
    line,
    scene,
    ledger,
    write: (isOver) =>
      runShift({ bases: [line.base], credentials, scene, ledger, clients, seed: drawSeed(), onAnswer: isOver }),
    check: async () => assert.deepEqual(await checkServer(line, scene, ledger), []),
    async finish() {
      line.agent.destroy();
      server.send('SIGTERM');
      const { status, errors } = await server.ended;
      assert.equal(status, 0, errors);
      await checkFolder(dataDir);
    },
    async dispose() {
      line.agent.destroy();
      server.send('SIGKILL');
      await server.ended;
    },
  };
}

/** Fails where the database of a folder does not fit together. */
export const checkFolder = (dataDir: string): Promise<void> =>
  withDatabase(dataDir, async (database) => {
    assert.deepEqual(await checkDatabase(database), []);
    assert.deepEqual(await checkSqliteFile(databaseFile(dataDir), 'full'), []);
  });

/** An `isOver` that waits for so many answers with the status. */
export function untilAnswered(count: number, status: readonly number[]): (reply: Reply) => boolean {
  let left = count;
  return (reply) => {
    if (status.includes(reply.status)) left -= 1;
    return left <= 0;
  };
}
