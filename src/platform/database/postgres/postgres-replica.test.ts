// Engine: PostgreSQL alone
// Reads on a real streaming replica: never older than what was acknowledged, and not needed for anything.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import pg from 'pg';
import { createTable, openDatabase } from '../index.ts';
import type { Database, Migration } from '../index.ts';
import { startPostgres } from './postgres-server.testing.ts';
import type { PostgresServer } from './postgres-server.testing.ts';
import { createTestPlace } from '../test-place.testing.ts';

interface TestCounterTable {
  id: number;
  value: number;
}

declare module '../sessions/tables.ts' {
  interface Tables {
    test_counter: TestCounterTable;
  }
}

const counter: Migration = {
  number: 1,
  name: 'counter',
  async up(tx) {
    await createTable(tx, 'test_counter').addColumn('id', 'bigint').addColumn('value', 'bigint').execute();
    await tx.insertInto('test_counter').values({ id: 1, value: 0 }).execute();
  },
};

let server: PostgresServer;
const opened: Database[] = [];
const warnings: string[] = [];

before(async () => {
  server = await startPostgres({ withReplica: true });
});
after(() => server.stop());
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

async function open(replicaUrl = server.replicaUrl, waitMaxMs = 1000): Promise<Database> {
  const database = await openDatabase({
    url: server.url,
    poolSize: 4,
    migrations: [counter],
    replica: { url: replicaUrl, waitMaxMs },
    logger: { warn: (details) => void warnings.push(JSON.stringify(details)), error: () => {} },
  });
  opened.push(database);
  return database;
}

const increment = ({ transact }: Database): Promise<number> =>
  transact(async (tx) => {
    const row = await tx
      .updateTable('test_counter')
      .set((eb) => ({ value: eb('value', '+', 1) }))
      .returning('value')
      .executeTakeFirstOrThrow();
    return row.value;
  });

const readBulk = async ({ readBulk: db }: Database): Promise<number> =>
  (await db.selectFrom('test_counter').select('value').executeTakeFirstOrThrow()).value;

/** Reads until the replica has answered. */
async function untilUsed(database: Database): Promise<void> {
  const { replicaReads } = database.stats();
  while (database.stats().replicaReads === replicaReads) await readBulk(database);
}

async function onReplica(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.replicaUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

test('a change that was acknowledged is in every read that begins after it, through any process', async () => {
  const [one, other] = [await open(), await open()];
  await untilUsed(one);
  await untilUsed(other);
  const before = one.stats().replicaReads + other.stats().replicaReads;
  const rounds = 200;
  for (let round = 0; round < rounds; round += 1) {
    const value = await increment(round % 2 === 0 ? one : other);
    assert.deepEqual(await Promise.all([readBulk(one), readBulk(other)]), [value, value]);
  }
  const used = one.stats().replicaReads + other.stats().replicaReads - before;
  assert.ok(used > rounds, `the replica answered ${used} of ${2 * rounds} reads`);
});

test('while the replica stands still the primary answers, and afterwards the replica again', async () => {
  const database = await open(undefined, 5);
  await untilUsed(database);
  await onReplica('select pg_wal_replay_pause()');
  try {
    for (let round = 0; round < 20; round += 1) {
      const value = await increment(database);
      const { replicaReads } = database.stats();
      assert.equal(await readBulk(database), value);
      assert.equal(database.stats().replicaReads, replicaReads);
    }
  } finally {
    await onReplica('select pg_wal_replay_resume()');
  }
  await untilUsed(database);
});

test('a replica that is killed under reads costs no answer, and is used again once it is back', async () => {
  const database = await open();
  await untilUsed(database);
  let isKilled = false;
  let readsAfter = 0;
  const readers = [1, 2, 3, 4].map(async () => {
    while (readsAfter < 100) {
      const value = await increment(database);
      assert.ok((await readBulk(database)) >= value);
      if (isKilled) readsAfter += 1;
    }
  });
  await server.killReplica();
  isKilled = true;
  await Promise.all(readers);
  await server.startReplica();
  await untilUsed(database);
  const value = await increment(database);
  assert.equal(await readBulk(database), value);
});

test('a server that is no replica of the database is never asked', async (context) => {
  const { place, remove } = await createTestPlace();
  context.after(remove);
  assert.ok('url' in place);
  warnings.length = 0;
  const database = await open(place.url);
  while (warnings.length === 0) await readBulk(database);
  assert.match(warnings.join(), /it is no replica of this database/);
  assert.equal(database.stats().replicaReads, 0);
});

test('the checks of a guarded change read what the change sees', async () => {
  const database = await open();
  await untilUsed(database);
  const value = await increment(database);
  const { replicaReads } = database.stats();
  const check = async (): Promise<void> => assert.equal(await readBulk(database), value);
  await database.guard(check, () => increment(database));
  assert.equal(database.stats().replicaReads, replicaReads);
});
