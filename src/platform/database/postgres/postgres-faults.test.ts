// Engine: PostgreSQL alone; sqlite.test.ts says the same of the other.
// Servers that are lost, slow, too old or not there.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { cleanUp, notesMigration, openTestDatabase } from '../database.fixture.ts';
import { openDatabase, prepareWrite } from '../index.ts';
import { connect, failureOf, insertNote, killOthers, listTitles, open } from './postgres.fixture.ts';
import { createPostgresPlace, migrated } from '../test-place.testing.ts';

test('a read whose connection was lost is asked again, and a transaction is unavailable', async (context) => {
  const { database, url } = await open(context);
  const other = await connect(context, url);
  await database.transact((tx) => insertNote(tx, 'a'));
  await other.query(killOthers);
  assert.deepEqual(await Promise.all([listTitles(database.read), listTitles(database.read)]), [['a'], ['a']]);
  const cut = database.transact(async (tx) => {
    await insertNote(tx, 'b');
    await other.query(killOthers);
    await insertNote(tx, 'c');
  });
  await assert.rejects(cut, { kind: 'unavailable', headers: { 'retry-after': '5' } });
  await database.transact((tx) => insertNote(tx, 'd'));
  assert.deepEqual(await listTitles(database.read), ['a', 'd']);
});

test('nobody claims to know what became of a COMMIT whose connection was lost', async (context) => {
  const { database, url } = await open(context);
  const other = await connect(context, url);
  await other.query(`create function cut() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10); return null; end'`);
  await other.query(`create constraint trigger cut after insert on test_notes deferrable initially deferred
    for each row execute function cut()`);
  let attempts = 0;
  const cut = database.transact(async (tx) => {
    attempts += 1;
    await insertNote(tx, 'a');
  });
  await assert.rejects(cut, { kind: 'unavailable', message: /lost while it saved/, headers: {} });
  assert.equal(attempts, 1);
});

test('nor of one that was sent behind prepared writes', async (context) => {
  const { database, url } = await open(context);
  const other = await connect(context, url);
  await other.query(`create function cut() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10); return null; end'`);
  await other.query('create trigger cut after insert on test_notes for each row execute function cut()');
  const put = prepareWrite((tx) => tx.insertInto('test_notes').values({ title: 'a', body: null, parent_id: null }));
  let attempts = 0;
  const cut = database.transact(async (tx) => {
    attempts += 1;
    await listTitles(tx);
    await put(tx, {});
  });
  await assert.rejects(cut, { kind: 'unavailable', message: /lost while it saved/, headers: {} });
  assert.equal(attempts, 1);
  assert.deepEqual(await listTitles(database.read), []);
});

test('a BEGIN that is refused refuses those who wait for it, whatever they read with it, and nobody after them', async (context) => {
  const { place, remove } = await createPostgresPlace(migrated([notesMigration]));
  cleanUp(context, remove);
  assert.ok('url' in place);
  const other = await connect(context, place.url);
  const database = await openTestDatabase(context, { place, busyTimeoutMs: 5 });
  await other.query('begin; lock table schema_migrations');
  const refused = [
    database.transact(listTitles),
    database.transact(async (tx) => {
      await listTitles(tx);
      await insertNote(tx, 'a');
    }),
    database.transact((tx) => insertNote(tx, 'b')),
  ];
  for (const { status } of await Promise.allSettled(refused)) assert.equal(status, 'rejected');
  await assert.rejects(database.transact(listTitles), { kind: 'unavailable', headers: { 'retry-after': '5' } });
  await other.query('rollback');
  await database.transact((tx) => insertNote(tx, 'c'));
  assert.deepEqual(await listTitles(database.read), ['c']);
});

test('a BEGIN over a connection that was lost while it was idle is sent once more', async (context) => {
  const { database, url } = await open(context);
  const other = await connect(context, url);
  for (const title of ['a', 'b', 'c']) {
    await Promise.allSettled([database.transact(listTitles), other.query(killOthers)]);
    await database.transact((tx) => insertNote(tx, title));
  }
  assert.deepEqual(await listTitles(database.read), ['a', 'b', 'c']);
});

test('a lock held too long and a statement that takes too long are unavailable', async (context) => {
  const { place, remove } = await createPostgresPlace(migrated([notesMigration]));
  cleanUp(context, remove);
  assert.ok('url' in place);
  const other = await connect(context, place.url);
  const database = await openTestDatabase(context, {
    place: { ...place, statementTimeoutMs: 500 },
    busyTimeoutMs: 5,
  });
  await other.query('begin; lock table test_notes');
  await assert.rejects(
    database.transact((tx) => insertNote(tx, 'a')),
    { kind: 'unavailable' },
  );
  await other.query('rollback');
  await assert.rejects(sql`select pg_sleep(10)`.execute(database.read), { kind: 'unavailable' });
  await database.transact((tx) => insertNote(tx, 'b'));
});

test('reads behind one that could not be prepared for want of a lock are refused as it is', async (context) => {
  const { place, remove } = await createPostgresPlace(migrated([notesMigration]));
  cleanUp(context, remove);
  assert.ok('url' in place);
  const other = await connect(context, place.url);
  const database = await openTestDatabase(context, { place, busyTimeoutMs: 50 });
  const read = () => sql`select title from test_notes where title = ${'a'} and id > ${0}`.execute(database.readBulk);
  // One more use than these, and statements are kept prepared.
  for (let use = 1; use < 8; use += 1) await read();
  await other.query('begin; lock table test_notes in access exclusive mode');
  const refused = [read(), read(), read(), read()].map((one) => assert.rejects(one, { kind: 'unavailable' }));
  await Promise.all(refused);
  await other.query('rollback');
  assert.deepEqual((await read()).rows, []);
});

/** A message of the server (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
function message(type: string, ...parts: (string | number)[]): Buffer {
  const bytes = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part);
      const number = Buffer.alloc(2);
      number.writeInt16BE(part);
      return number;
    }),
  );
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}

/** URL of a server that says the first answer to whoever connects, and the second to the query after it. */
async function pretendServer(context: TestContext, greeting: Buffer, answer: Buffer): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(greeting);
      socket.once('data', () => {
        socket.write(answer);
        socket.once('data', () => socket.end());
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(context, () => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `postgres://someone:very-secret@127.0.0.1:${address.port}/tepal`;
}

test('a server that is too old is refused', async (context) => {
  const ready = message('Z', 'I');
  const column = (name: string, type: number) => [`${name}\0`, 0, 0, 0, 0, type, -1, -1, -1, 0];
  const answer = Buffer.concat([
    message('1'),
    message('2'),
    message('T', 2, ...column('number', 23), ...column('version', 25)),
    message('D', 2, 0, 6, '140012', 0, 5, '14.12'),
    message('C', 'SELECT 1\0'),
    ready,
  ]);
  const url = await pretendServer(context, Buffer.concat([message('R', 0, 0), ready]), answer);
  await assert.rejects(openDatabase({ url, migrations: [notesMigration] }), {
    kind: 'conflict',
    message: /^PostgreSQL 15 or newer is needed; 127\.0\.0\.1:\d+\/tepal is version 14\.12$/,
  });
});

for (const [code, reason] of [
  ['57P03', 'the database system is starting up'],
  ['53300', 'sorry, too many clients already'],
  ['28P01', 'password authentication failed'],
] as const) {
  test(`opening where the server says "${reason}" tells that, and no password`, async (context) => {
    const refusal = message('E', `SFATAL\0C${code}\0M${reason}\0\0`);
    const url = await pretendServer(context, refusal, refusal);
    const error = await failureOf(openDatabase({ url, migrations: [notesMigration] }));
    assert.ok(error instanceof Error);
    assert.match(error.message, new RegExp(`^the database at 127.0.0.1:\\d+/tepal can't be used: ${reason}$`));
    assert.doesNotMatch(JSON.stringify(error) + String(error.stack), /very-secret|someone/);
  });
}

test('opening where nobody listens is unavailable', async () => {
  const url = 'postgres://someone:very-secret@127.0.0.1:1/tepal';
  await assert.rejects(openDatabase({ url, migrations: [notesMigration] }), { kind: 'unavailable' });
});
