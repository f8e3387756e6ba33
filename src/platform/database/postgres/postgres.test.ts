// Engine: PostgreSQL alone; sqlite.test.ts says the same of the other.
// Values, constraints and reads on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { isForeignKeyViolation, isUniqueViolation, prepareList, readConstraint } from '../index.ts';
import type { Reader, Writer } from '../index.ts';
import { until } from '../../concurrency/until.testing.ts';
import { connect, failureOf, insertNote, listTitles, open } from './postgres.fixture.ts';

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

const planModes = prepareList((db, isOneOf) =>
  db
    .selectFrom('test_notes')
    .select(sql<string>`current_setting('plan_cache_mode')`.as('mode'))
    .where(isOneOf('test_notes.title')),
);

test('reads by keys are planned once, and all others for their values', async (context) => {
  const { database } = await open(context, { poolSize: 10 });
  await database.transact(async (tx) => {
    for (const title of ['a', 'b', 'c']) await insertNote(tx, title);
  });
  const once = { mode: 'force_generic_plan' };
  const [one, two] = await Promise.all([planModes(database.read, ['a']), planModes(database.read, ['b', 'c'])]);
  assert.deepEqual([one, two], [[once], [once, once]]);
  const { rows } = await sql`select current_setting('plan_cache_mode') as mode`.execute(database.read);
  assert.deepEqual(rows, [{ mode: 'auto' }]);
  const small = await open(context, { poolSize: 2 });
  await small.database.transact((tx) => insertNote(tx, 'a'));
  assert.deepEqual(await planModes(small.database.read, ['a']), [{ mode: 'auto' }]);
});

test('no read waits behind those that take long', async (context) => {
  const { database, url } = await open(context, { poolSize: 10 });
  const holder = await connect(context, url);
  await holder.query('select pg_advisory_lock(1)');
  const held = Array.from({ length: 8 }, () => sql`select pg_advisory_lock_shared(1)`.execute(database.readSlow));
  await until(async () => {
    const { rowCount } = await holder.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
    return rowCount !== 0;
  });
  assert.deepEqual(await Promise.all(Array.from({ length: 8 }, () => listTitles(database.read))), Array(8).fill([]));
  await holder.query('select pg_advisory_unlock(1)');
  await Promise.all(held);
});
