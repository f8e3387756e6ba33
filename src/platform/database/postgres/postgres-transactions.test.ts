// Engine: PostgreSQL alone; sqlite.test.ts says the same of the other.
// Transactions on PostgreSQL that are in each other’s way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGate, openTestDatabase } from '../database.fixture.ts';
import { afterCommit, isUniqueViolation, prepareWrite } from '../index.ts';
import type { Database, Param } from '../index.ts';
import { connect, failureOf, insertNote, listTitles, open } from './postgres.fixture.ts';

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

test('a statement that is refused when others have begun fails its own work alone', async (context) => {
  const { database } = await open(context, { batchMaxMs: ample });
  await database.transact((tx) => insertNote(tx, 'taken'));
  const put = prepareWrite((tx, arg: Param<{ title: string }>) =>
    tx.insertInto('test_notes').values({ title: arg('title'), body: null, parent_id: null }),
  );
  const heard: string[] = [];
  const putAhead = (title: string) =>
    database.transact(async (tx) => {
      const before = await listTitles(tx);
      await put(tx, { title });
      afterCommit(tx, () => heard.push(title));
      return before;
    });
  const [first, refused, second, failing] = await Promise.allSettled([
    putAhead('first'),
    putAhead('taken'),
    putAhead('second'),
    database.transact(async (tx) => {
      throw new RangeError((await listTitles(tx)).join());
    }),
  ]);
  assert.deepEqual(first, { status: 'fulfilled', value: ['taken'] });
  assert.deepEqual(second, { status: 'fulfilled', value: ['first', 'taken'] });
  assert.ok(refused.status === 'rejected' && isUniqueViolation(refused.reason, 'test_notes.title'));
  assert.ok(failing.status === 'rejected' && String(failing.reason) === 'RangeError: first,second,taken');
  assert.deepEqual(heard, ['first', 'second']);
  assert.deepEqual(await listTitles(database.read), ['first', 'second', 'taken']);
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
