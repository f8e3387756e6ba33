// Engine: PostgreSQL alone; sqlite.test.ts says the same of the other.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { sql } from 'kysely';
import { cleanUp, createGate, notesMigration, openTestDatabase } from './database.fixture.ts';
import { afterCommit, isForeignKeyViolation, isUniqueViolation, openDatabase, readConstraint } from './index.ts';
import type { Database, OpeningOptions, Reader, Writer } from './index.ts';
import { createPostgresPlace, migrated } from './test-place.testing.ts';

interface Opened {
  database: Database;
  url: string;
}

async function open(context: TestContext, options: Partial<OpeningOptions> = {}): Promise<Opened> {
  const { place, remove } = await createPostgresPlace(migrated([notesMigration]));
  cleanUp(context, remove);
  assert.ok('url' in place);
  return { database: await openTestDatabase(context, { ...options, place }), url: place.url };
}

/** A connection beside the database's own. */
async function connect(context: TestContext, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  cleanUp(context, () => client.end());
  return client;
}

const killOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

const insertNote = (tx: Writer, title: string, parentId: number | null = null) =>
  tx
    .insertInto('test_notes')
    .values({ title, body: null, parent_id: parentId })
    .returning('id')
    .executeTakeFirstOrThrow();

async function listTitles(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('test_notes').select('title').orderBy('title').execute();
  return rows.map((row) => row.title);
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('values come back as they went in', async (context) => {
  const { database } = await open(context);
  const body = new Uint8Array([0, 1, 255]);
  const row = { id: Number.MAX_SAFE_INTEGER, title: "é😀 'quoted' \\ \"", body, parent_id: null };
  await database.transact((tx) => tx.insertInto('test_notes').values(row).execute());
  assert.deepEqual(await database.read.selectFrom('test_notes').selectAll().execute(), [row]);
  const { rows } =
    await sql`select count(*) as count, sum(id) as sum, true as yes, ${0.1}::float8 as real, 1.5 as numeric
    from test_notes`.execute(database.read);
  assert.deepEqual(rows, [{ count: 1, sum: Number.MAX_SAFE_INTEGER, yes: 1, real: 0.1, numeric: 1.5 }]);
});

test('a number that JavaScript cannot hold is an error, not a wrong number', async (context) => {
  const { database } = await open(context);
  await assert.rejects(sql`select 9007199254740993::bigint as big`.execute(database.read), /too large a number/);
  assert.deepEqual(await listTitles(database.read), []);
});

test('texts are ordered by their bytes and lower knows ASCII alone', async (context) => {
  const { database } = await open(context);
  await database.transact(async (tx) => {
    for (const title of ['b', 'É', 'a', 'B', 'é', '_']) await insertNote(tx, title);
  });
  assert.deepEqual(await listTitles(database.read), ['B', '_', 'a', 'b', 'É', 'é']);
  const { rows } = await sql`select lower(title) as low from test_notes where title in ('B', 'É') order by 1`.execute(
    database.read,
  );
  assert.deepEqual(rows, [{ low: 'b' }, { low: 'É' }]);
});

test('a list is one parameter of any length', async (context) => {
  const { database } = await open(context);
  await database.transact((tx) => insertNote(tx, 'a'));
  const ids = Array.from({ length: 100_000 }, (_, index) => index);
  const find = (operator: 'in' | 'not in', titles: readonly string[]) =>
    database.read
      .selectFrom('test_notes')
      .select('id')
      .where('id', 'in', ids)
      .where('title', operator, titles)
      .execute();
  assert.deepEqual(await find('in', ['a', 'x"{,\\']), [{ id: 101 }]);
  assert.deepEqual(await find('in', ['x']), []);
  assert.deepEqual(await find('not in', ['x', 'a']), []);
});

test('a text with U+0000 is refused as invalid', async (context) => {
  const { database } = await open(context);
  await assert.rejects(
    database.transact((tx) => insertNote(tx, 'a\u0000')),
    { kind: 'invalid', message: /U\+0000/ },
  );
});

test('constraints are told as those of SQLite', async (context) => {
  const { database } = await open(context);
  await database.transact(async (tx) => {
    await sql`create unique index notes_key on test_notes (coalesce(parent_id, 0), lower(title))`.execute(tx);
    await insertNote(tx, 'a');
  });
  const fail = (work: (tx: Writer) => Promise<unknown>) => failureOf(database.transact(work));
  const taken = await fail((tx) => insertNote(tx, 'a'));
  assert.deepEqual(readConstraint(taken), { kind: 'unique', columns: ['test_notes.title'] });
  assert.equal(isUniqueViolation(taken, 'test_notes.title'), true);
  const sameLetters = await fail((tx) => insertNote(tx, 'A'));
  assert.deepEqual(readConstraint(sameLetters), { kind: 'unique', columns: ["index 'notes_key'"] });
  assert.equal(isForeignKeyViolation(await fail((tx) => insertNote(tx, 'b', 9))), true);
  const missing = await fail((tx) => sql`insert into test_notes (parent_id) values (101)`.execute(tx));
  assert.deepEqual(readConstraint(missing), { kind: 'not-null', columns: ['test_notes.title'] });
  const sameId = await fail((tx) => sql`insert into test_notes (id, title) values (101, 'c')`.execute(tx));
  assert.deepEqual(readConstraint(sameId), { kind: 'unique', columns: ['test_notes.id'] });
});

test('works that read what each other writes come out as if one had run after the other', async (context) => {
  const { database, url } = await open(context);
  const another = await openTestDatabase(context, { place: { url } });
  const heard: number[] = [];
  const bothHaveRead = createGate();
  let reads = 0;
  const addOne = (through: Database) =>
    through.transact(async (tx) => {
      const { length } = await listTitles(tx);
      reads += 1;
      if (reads === 2) bothHaveRead.open();
      await bothHaveRead.opened;
      afterCommit(tx, () => heard.push(length));
      await insertNote(tx, `note ${length}`);
    });
  await Promise.all([addOne(database), addOne(another)]);
  assert.deepEqual(await listTitles(database.read), ['note 0', 'note 1']);
  assert.deepEqual(heard, [0, 1]);
  const both = [database.stats(), another.stats()];
  for (const stats of both) assert.partialDeepStrictEqual(stats, { commits: 1, committedWorks: 1, failedWorks: 0 });
  assert.equal(
    both.reduce((sum, { busyRetries }) => sum + busyRetries, 0),
    1,
  );
});

/** Time for a batch that no machine, however busy, uses up. */
const ample = 60_000;

test('somebody faster makes all who share a transaction run again, also who failed in it', async (context) => {
  const { database, url } = await open(context, { batchMaxMs: ample });
  const other = await connect(context, url);
  await database.transact((tx) => insertNote(tx, 'a'));
  const runs = { first: 0, second: 0, third: 0 };
  const first = database.transact(async (tx) => {
    runs.first += 1;
    return (await insertNote(tx, `first run ${runs.first}`)).id;
  });
  const second = database.transact(async (tx) => {
    runs.second += 1;
    throw new RangeError((await listTitles(tx)).join());
  });
  const third = database.transact(async (tx) => {
    runs.third += 1;
    if (runs.third === 1) await other.query("update test_notes set title = 'b' where title = 'a'");
    await tx.updateTable('test_notes').set({ body: null }).where('id', '=', 101).execute();
  });
  await assert.rejects(second, /^RangeError: b,first run 2$/);
  await Promise.all([first, third]);
  assert.deepEqual(runs, { first: 2, second: 2, third: 2 });
  assert.deepEqual(await listTitles(database.read), ['b', 'first run 2']);
  assert.partialDeepStrictEqual(database.stats(), { commits: 2, committedWorks: 3, failedWorks: 1, busyRetries: 1 });
});

test('a work sees what was committed before it was asked for, though another one has begun earlier', async (context) => {
  const { database, url } = await open(context, { batchMaxMs: ample });
  const other = await connect(context, url);
  const begun = createGate();
  const gate = createGate();
  const earlier = database.transact(async (tx) => {
    const before = await listTitles(tx);
    begun.open();
    await gate.opened;
    return before;
  });
  const besideIt = database.transact(listTitles);
  await begun.opened;
  await other.query("insert into test_notes (title) values ('a')");
  const later = database.transact(listTitles);
  gate.open();
  await besideIt;
  assert.deepEqual(await Promise.all([earlier, later]), [[], ['a']]);
});

test('beside a work that takes long others begin', async (context) => {
  const { database } = await open(context);
  const gate = createGate();
  const long = database.transact(async (tx) => {
    await insertNote(tx, 'long');
    await gate.opened;
  });
  await database.transact((tx) => listTitles(tx));
  await database.transact((tx) => listTitles(tx));
  gate.open();
  await long;
  assert.deepEqual(await listTitles(database.read), ['long']);
});

test('works that share a transaction may leave streams open', async (context) => {
  const { database } = await open(context, { batchMaxMs: ample });
  await database.transact(async (tx) => {
    for (const title of ['a', 'b', 'c']) await insertNote(tx, title);
  });
  const readFirst = () =>
    database.transact(async (tx) => {
      for await (const { title } of tx.selectFrom('test_notes').select('title').orderBy('title').stream(1))
        return title;
      return undefined;
    });
  assert.deepEqual(await Promise.all([readFirst(), readFirst(), readFirst()]), ['a', 'a', 'a']);
});

test('a work that meets somebody faster again and again comes to its end alone', async (context) => {
  const { database, url } = await open(context);
  const other = await connect(context, url);
  await database.transact((tx) => insertNote(tx, '0'));
  let attempts = 0;
  await database.transact(async (tx) => {
    attempts += 1;
    const [title] = await listTitles(tx);
    if (attempts < 4) await other.query('update test_notes set title = $1', [String(attempts)]);
    await tx
      .updateTable('test_notes')
      .set({ title: `${title}!` })
      .execute();
  });
  assert.equal(attempts, 4);
  assert.deepEqual(await listTitles(database.read), ['3!']);
});

test('a work that always meets somebody faster is unavailable', async (context) => {
  const { database, url } = await open(context);
  const other = await connect(context, url);
  await database.transact((tx) => insertNote(tx, 'a'));
  const losing = database.transact(async (tx) => {
    await listTitles(tx);
    await other.query("update test_notes set title = title || '.'");
    await tx.updateTable('test_notes').set({ title: 'b' }).execute();
  });
  await assert.rejects(losing, { kind: 'unavailable', headers: { 'retry-after': '1' } });
  assert.deepEqual(await listTitles(database.read), ['a......']);
});

test('what was checked before is checked again when the work runs again', async (context) => {
  const { database, url } = await open(context);
  const other = await connect(context, url);
  await database.transact((tx) => insertNote(tx, 'a'));
  const isFree = async (): Promise<void> => {
    if ((await listTitles(database.read)).includes('taken')) throw new Error('taken meanwhile');
  };
  const guarded = database.guard(isFree, () =>
    database.transact(async (tx) => {
      await other.query("update test_notes set title = 'taken'");
      await tx.updateTable('test_notes').set({ title: 'b' }).execute();
    }),
  );
  await assert.rejects(guarded, /^Error: taken meanwhile/);
  assert.deepEqual(await listTitles(database.read), ['taken']);
});

test('a statement that failed ends the transaction, even where the work goes on', async (context) => {
  const { database } = await open(context);
  await database.transact((tx) => insertNote(tx, 'a'));
  const careless = database.transact(async (tx) => {
    await failureOf(insertNote(tx, 'a'));
    return 'done';
  });
  await assert.rejects(careless, /a statement failed and the work went on/);
});

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

test('a lock held too long and a statement that takes too long are unavailable', async (context) => {
  const { place, remove } = await createPostgresPlace(migrated([notesMigration]));
  cleanUp(context, remove);
  assert.ok('url' in place);
  const other = await connect(context, place.url);
  const database = await openTestDatabase(context, {
    place: { ...place, statementTimeoutMs: 20 },
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

test('statements prepared before a change of the tables still run', async (context) => {
  const { database, url } = await open(context);
  const other = await connect(context, url);
  const readAll = (db: Reader) => db.selectFrom('test_notes').selectAll().execute();
  for (let use = 0; use < 5; use += 1) await readAll(database.read);
  for (let use = 0; use < 5; use += 1) await database.transact(readAll);
  await other.query(
    "alter table test_notes add column colour text default 'red'; insert into test_notes values (1, 'a')",
  );
  const row = { id: 1, title: 'a', body: null, parent_id: null, colour: 'red' };
  assert.deepEqual(await readAll(database.read), [row]);
  assert.deepEqual(await database.transact(readAll), [row]);
});

test('rows come in chunks from snapshots and transactions', async (context) => {
  const { database } = await open(context);
  const streamTitles = async (db: Reader): Promise<string[]> => {
    const titles: string[] = [];
    const rows = db.selectFrom('test_notes').select('title').where('title', '<', 'f').orderBy('title').stream(2);
    for await (const { title } of rows) titles.push(title);
    return titles;
  };
  await database.transact(async (tx) => {
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f']) await insertNote(tx, title);
    assert.deepEqual(await streamTitles(tx), ['a', 'b', 'c', 'd', 'e']);
  });
  assert.deepEqual(await database.snapshot(streamTitles), ['a', 'b', 'c', 'd', 'e']);
});

test('reads do not wait for each other', async (context) => {
  const { database, url } = await open(context);
  const other = await connect(context, url);
  await other.query('begin; lock table test_notes');
  const blocked = listTitles(database.read);
  const free = sql<{ one: number }>`select 1 as one`.execute(database.read);
  assert.deepEqual((await free).rows, [{ one: 1 }]);
  await other.query('rollback');
  assert.deepEqual(await blocked, []);
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
