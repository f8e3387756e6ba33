// Engine: both
// All of it is about the one queue of writers, with the same helpers and the same table, and so stays in one file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settleAll } from '../concurrency/settle-all.ts';
import { isSliceOver, shortenSlices } from '../concurrency/time-slices.ts';
import { createGate, openTestDatabase } from './database.fixture.ts';
import { afterCommit, isUniqueViolation, prepareRows, prepareWrite } from './index.ts';
import type { Database, Param, ParamRows, Reader, Writer } from './index.ts';
import { sqliteOnly, testEngine } from './test-place.testing.ts';

const insertNote = (tx: Writer, title: string): Promise<unknown> =>
  tx.insertInto('test_notes').values({ title, body: null, parent_id: null }).execute();

async function listTitles(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('test_notes').select('title').orderBy('id').execute();
  return rows.map((row) => row.title);
}

const commitsSince = (database: Database, before: number): number => database.stats().commits - before;

/** Time for a batch that no machine, however busy, uses up. */
const ample = 60_000;

test('writers that wait together share one commit', async (context) => {
  const database = await openTestDatabase(context, { batchMaxMs: ample });
  const before = database.stats().commits;
  await Promise.all(['a', 'b', 'c', 'd'].map((title) => database.transact((tx) => insertNote(tx, title))));
  assert.equal(commitsSince(database, before), 1);
  assert.deepEqual(await listTitles(database.read), ['a', 'b', 'c', 'd']);
});

test('a batch is bounded by count', async (context) => {
  const database = await openTestDatabase(context, { batchMaxMembers: 2, batchMaxMs: ample });
  const before = database.stats().commits;
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((title) => database.transact((tx) => insertNote(tx, title))));
  assert.equal(commitsSince(database, before), 3);
});

test('a batch takes nobody after its time is over', async (context) => {
  const database = await openTestDatabase(context, { batchMaxMs: 0 });
  const before = database.stats().commits;
  await Promise.all(['a', 'b', 'c'].map((title) => database.transact((tx) => insertNote(tx, title))));
  assert.equal(commitsSince(database, before), 3);
});

test('writers beyond those that may wait are refused at once, and the others come through', async (context) => {
  const database = await openTestDatabase(context, { writesWaitingMax: 3 });
  const gate = createGate();
  const started = createGate();
  const first = database.transact(() => {
    started.open();
    return gate.opened;
  });
  await started.opened;
  const outcomes = Promise.allSettled(Array.from({ length: 5 }, () => database.transact(async () => 'done')));
  gate.open();
  await first;
  const refused = (await outcomes).filter((outcome) => outcome.status === 'rejected');
  assert.equal(refused.length, 2);
  for (const { reason } of refused) assert.match(String(reason), /too many changes are waiting/);
  assert.equal(await database.transact(async () => 'later'), 'later');
});

test('a writer that arrives during the last turn before the commit still joins', sqliteOnly, async (context) => {
  const database = await openTestDatabase(context, { batchMaxMs: ample });
  const before = database.stats().commits;
  const late = Promise.withResolvers<unknown>();
  const first = database.transact(async (tx) => {
    await insertNote(tx, 'a');
    setImmediate(() => late.resolve(database.transact((lateTx) => insertNote(lateTx, 'b'))));
  });
  await Promise.all([first, late.promise]);
  assert.equal(commitsSince(database, before), 1);
});

for (const failing of [0, 1, 2]) {
  test(`of three writers in one batch, number ${failing} fails alone`, async (context) => {
    const database = await openTestDatabase(context);
    const titles = ['a', 'b', 'c'];
    const results = await Promise.allSettled(
      titles.map((title, index) =>
        database.transact(async (tx) => {
          await insertNote(tx, title);
          if (index === failing) throw new RangeError(`no ${title}`);
          return index;
        }),
      ),
    );
    const outcomes = results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)));
    assert.deepEqual(
      outcomes,
      titles.map((title, index) => (index === failing ? `RangeError: no ${title}` : index)),
    );
    assert.deepEqual(
      (await listTitles(database.read)).sort(),
      titles.filter((_, index) => index !== failing),
    );
    assert.equal(database.stats().failedWorks, 1);
  });
}

test('a failure that rests on what another writer of the batch wrote is told when that is committed', async (context) => {
  const database = await openTestDatabase(context, { batchMaxMs: ample });
  const first = database.transact((tx) => insertNote(tx, 'a'));
  const second = database.transact(async (tx) => {
    const [title] = await listTitles(tx);
    throw new RangeError(`${title} was faster`);
  });
  await assert.rejects(second, /a was faster/);
  assert.deepEqual(await listTitles(database.read), ['a']);
  await first;
});

test('a work whose prepared write is refused fails with that, alone, where it goes on', async (context) => {
  const database = await openTestDatabase(context, { batchMaxMs: ample });
  const put = prepareRows((tx, rows: ParamRows<{ title: string }>) =>
    tx.insertInto('test_notes').values(rows.map((row) => ({ title: row('title'), body: null, parent_id: null }))),
  );
  await database.transact((tx) => put(tx, [{ title: 'taken' }]));
  const refused = [
    (tx: Writer) => put(tx, [{ title: 'taken' }]),
    async (tx: Writer) => {
      await put(tx, [{ title: 'taken' }]);
      return listTitles(tx);
    },
  ].map((work) => database.transact(work));
  const others = ['a', 'b'].map((title) => database.transact((tx) => put(tx, [{ title }])));
  const outcomes = await Promise.allSettled(refused);
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected' && isUniqueViolation(outcome.reason, 'test_notes.title'));
  }
  await Promise.all(others);
  assert.deepEqual((await listTitles(database.read)).sort(), ['a', 'b', 'taken']);
});

test('a work by itself whose last prepared write is refused changes nothing, and the next one is whole', async (context) => {
  const database = await openTestDatabase(context);
  const put = prepareWrite((tx, arg: Param<{ title: string }>) =>
    tx.insertInto('test_notes').values({ title: arg('title'), body: null, parent_id: null }),
  );
  await database.transact((tx) => put(tx, { title: 'taken' }));
  const { commits } = database.stats();
  const refused = database.transact(async (tx) => {
    await listTitles(tx);
    await put(tx, { title: 'before' });
    await put(tx, { title: 'taken' });
  });
  await assert.rejects(refused, (error) => isUniqueViolation(error, 'test_notes.title'));
  assert.deepEqual(await listTitles(database.read), ['taken']);
  assert.equal(database.stats().commits, commits);
  await database.transact(async (tx) => {
    await put(tx, { title: 'a' });
    await put(tx, { title: 'b' });
  });
  assert.deepEqual((await listTitles(database.read)).sort(), ['a', 'b', 'taken']);
});

test('what a work leaves behind when it fails is not written once it is undone', async (context) => {
  const database = await openTestDatabase(context);
  // Prepared, so that it is asked for before the work fails.
  const put = prepareWrite((tx, arg: Param<{ title: string }>) =>
    tx
      .insertInto('test_notes')
      .values({ title: arg('title'), body: null, parent_id: null })
      .returning('id'),
  );
  let left: Promise<unknown> | undefined;
  context.after(shortenSlices());
  await new Promise(setImmediate);
  const failing = database.transact(async (tx) => {
    await listTitles(tx);
    // The turn is open now and over at once, so that the statement waits for another one.
    isSliceOver();
    left = Promise.allSettled([put.first(tx, { title: 'left behind' })]);
    throw new Error('refused');
  });
  await assert.rejects(failing, /refused/);
  await left;
  await database.transact((tx) => insertNote(tx, 'later'));
  assert.deepEqual(await listTitles(database.read), ['later']);
});

test('a work whose parts end together fails when all of them have ended', async (context) => {
  const database = await openTestDatabase(context);
  const done: string[] = [];
  const work = database.transact((tx) =>
    settleAll([
      Promise.reject(new Error('refused')),
      insertNote(tx, 'a')
        .then(() => listTitles(tx))
        .then((titles) => done.push(...titles)),
    ]),
  );
  await assert.rejects(work, /refused/);
  assert.deepEqual(done, ['a']);
  assert.deepEqual(await listTitles(database.read), []);
});

test('a value that can’t be bound undoes the work that wanted to write it', async (context) => {
  const database = await openTestDatabase(context);
  const put = prepareWrite((tx, arg: Param<{ title: string }>) =>
    tx.insertInto('test_notes').values({ title: arg('title'), body: null, parent_id: null }),
  );
  const refused = database.transact(async (tx) => {
    await put(tx, { title: 'before' });
    await put(tx, Object.assign({ title: '' }, { title: {} }));
  });
  await assert.rejects(refused, /can't be bound: a value of type object/);
  assert.deepEqual(await listTitles(database.read), []);
});

test('more prepared writes than may be under way at once keep their order', async (context) => {
  const database = await openTestDatabase(context);
  const insert = prepareWrite((tx, arg: Param<{ title: string }>) =>
    tx.insertInto('test_notes').values({ title: arg('title'), body: null, parent_id: null }),
  );
  const titles = Array.from({ length: 200 }, (_, index) => `note ${index}`);
  const seen = await database.transact(async (tx) => {
    for (const title of titles) await insert(tx, { title });
    return listTitles(tx);
  });
  assert.deepEqual(seen, titles);
  assert.deepEqual(await listTitles(database.read), titles);
});

test('only one unit of work runs at a time', sqliteOnly, async (context) => {
  const database = await openTestDatabase(context);
  const order: string[] = [];
  const work = (name: string) => async (tx: Writer) => {
    order.push(`${name} starts`);
    await insertNote(tx, name);
    await new Promise(setImmediate);
    order.push(`${name} ends`);
  };
  await Promise.all([database.transact(work('a')), database.transact(work('b'))]);
  assert.deepEqual(order, ['a starts', 'a ends', 'b starts', 'b ends']);
});

test('a commit that fails rejects every member and changes nothing', sqliteOnly, async (context) => {
  const database = await openTestDatabase(context, {
    migrations: [
      {
        number: 1,
        name: 'notes',
        up: (tx) =>
          sql`create table test_notes (id integer primary key, title text, body blob,
            parent_id integer references test_notes (id) deferrable initially deferred)`.execute(tx),
      },
    ],
  });
  const before = database.stats().commits;
  const orphan = (tx: Writer) =>
    tx.insertInto('test_notes').values({ title: 'orphan', body: null, parent_id: 9 }).execute();
  const results = await Promise.allSettled([database.transact((tx) => insertNote(tx, 'a')), database.transact(orphan)]);
  assert.deepEqual(
    results.map((result) => result.status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(await listTitles(database.read), []);
  assert.equal(commitsSince(database, before), 0);
  await database.transact((tx) => insertNote(tx, 'b'));
  assert.deepEqual(await listTitles(database.read), ['b']);
});

test('when the engine itself rolls back, every member of the batch is rejected', sqliteOnly, async (context) => {
  const database = await openTestDatabase(context);
  const gaveUp = 'DomainError: the database gave up this change, so nothing was changed; try again';
  const results = await Promise.allSettled([
    database.transact((tx) => insertNote(tx, 'a')),
    database.transact((tx) => sql`rollback`.execute(tx)),
    database.transact((tx) => insertNote(tx, 'c')),
  ]);
  assert.deepEqual(
    results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'done')),
    [gaveUp, gaveUp, 'done'],
  );
  assert.deepEqual(await listTitles(database.read), ['c']);
});

test('readers see nothing before the commit, and transact resolves after it', async (context) => {
  const database = await openTestDatabase(context);
  const gate = createGate();
  const inserted = createGate();
  const writing = database.transact(async (tx) => {
    await insertNote(tx, 'a');
    assert.deepEqual(await listTitles(tx), ['a']);
    inserted.open();
    await gate.opened;
  });
  await inserted.opened;
  assert.deepEqual(await listTitles(database.read), []);
  gate.open();
  await writing;
  assert.deepEqual(await listTitles(database.read), ['a']);
});

test('the outer handles are refused inside a transaction and inside a snapshot', async (context) => {
  const database = await openTestDatabase(context);
  const uses = [
    () => listTitles(database.read),
    () => database.transact((tx) => insertNote(tx, 'x')),
    () => database.snapshot(listTitles),
  ];
  for (const use of uses) {
    await assert.rejects(
      database.transact(() => use()),
      /^Error: the outer handle was used inside a transaction/,
    );
    await assert.rejects(
      database.snapshot(() => use()),
      /^Error: the outer handle was used inside a snapshot/,
    );
  }
  assert.deepEqual(await listTitles(database.read), []);
});

test('a guard checks inside the first transaction, sees what it sees, and undoes it', async (context) => {
  const database = await openTestDatabase(context);
  const seen: string[][] = [];
  const look = async (): Promise<void> => {
    seen.push(await listTitles(database.read), await database.snapshot(listTitles));
  };
  const isFree = async (): Promise<void> => {
    if ((await listTitles(database.read)).length > 0) throw new Error('taken');
  };
  const insertOne = (title: string) => async (): Promise<void> => {
    await database.transact((tx) => insertNote(tx, title));
  };
  await database.guard(look, insertOne('a'));
  assert.deepEqual(seen, [[], []]);
  // On SQLite both wait together, so the second one's check sees what is not committed yet.
  const first = database.transact((tx) => insertNote(tx, 'b'));
  if (testEngine === 'postgres') await first;
  await database.guard(look, async () => {
    await database.transact((tx) => insertNote(tx, 'c'));
    await database.transact((tx) => insertNote(tx, 'd'));
  });
  await first;
  assert.deepEqual(seen.slice(2), [
    ['a', 'b'],
    ['a', 'b'],
  ]);
  await assert.rejects(database.guard(isFree, insertOne('e')), /^Error: taken/);
  await assert.rejects(
    database.guard(isFree, () => listTitles(database.read)),
    /^Error: taken/,
  );
  await assert.rejects(database.guard(insertOne('f'), insertOne('g')), /used inside a check/);
  assert.deepEqual(await listTitles(database.read), ['a', 'b', 'c', 'd']);
});

test('what joins a guarded change is written with its first transaction, or not at all', async (context) => {
  const database = await openTestDatabase(context);
  const insert = (title: string) => async (tx: Writer) => void (await insertNote(tx, title));
  const noCheck = async (): Promise<void> => undefined;
  const undone = database.guard(noCheck, () => database.transact(() => Promise.reject(new Error('no'))), insert('a'));
  await assert.rejects(undone, /^Error: no/);
  await database.guard(noCheck, noCheck, insert('b'));
  assert.deepEqual(await listTitles(database.read), []);
  const work = async (): Promise<void> => {
    await database.transact(insert('c'));
    await database.transact(insert('d'));
  };
  await database.guard(noCheck, work, insert('e'));
  assert.deepEqual((await listTitles(database.read)).toSorted(), ['c', 'd', 'e']);
});

test('what a transaction has started may use the outer handles after its end', async (context) => {
  const database = await openTestDatabase(context);
  const gate = createGate();
  const started: Promise<string[]>[] = [];
  await database.transact(async (tx) => {
    started.push(gate.opened.then(() => listTitles(database.read)));
    await insertNote(tx, 'a');
  });
  gate.open();
  assert.deepEqual(await Promise.all(started), [['a']]);
});

test('a handle refuses use after its end', async (context) => {
  const database = await openTestDatabase(context);
  const writer = await database.transact(async (tx) => tx);
  const reader = await database.snapshot(async (db) => db);
  await assert.rejects(insertNote(writer, 'late'), /a transaction's handle was used after its end/);
  assert.throws(() => afterCommit(writer, () => {}), /a transaction's handle was used after its end/);
  await assert.rejects(listTitles(reader), /a snapshot's handle was used after its end/);
});

test('afterCommit calls run once durable, before transact resolves, and never after a failure', async (context) => {
  const errors: string[] = [];
  const logger = { warn: () => {}, error: (_: object, message: string) => errors.push(message) };
  const database = await openTestDatabase(context, { logger });
  const heard: string[] = [];
  const failing = database.transact(async (tx) => {
    afterCommit(tx, () => heard.push('undone'));
    throw new Error('no');
  });
  const commitsBefore = database.stats().commits;
  const succeeding = database.transact(async (tx) => {
    await insertNote(tx, 'a');
    afterCommit(tx, () => {
      throw new Error('deaf');
    });
    afterCommit(tx, () => heard.push(`after ${commitsSince(database, commitsBefore)} commit`));
  });
  await assert.rejects(failing, /no/);
  await succeeding;
  assert.deepEqual(heard, ['after 1 commit']);
  assert.deepEqual(errors, ['a call after a commit failed']);
});

test('a snapshot sees one state throughout, and two may overlap', async (context) => {
  const database = await openTestDatabase(context);
  const begun = createGate();
  const changed = createGate();
  const secondRead = createGate();
  const first = database.snapshot(async (db) => {
    begun.open();
    await changed.opened;
    const titles = await listTitles(db);
    await secondRead.opened;
    return [titles, await listTitles(db)];
  });
  await begun.opened;
  await database.transact((tx) => insertNote(tx, 'a'));
  const second = database.snapshot(async (db) => {
    const titles = await listTitles(db);
    secondRead.open();
    return titles;
  });
  changed.open();
  assert.deepEqual(await first, [[], []]);
  assert.deepEqual(await second, ['a']);
  assert.deepEqual(await database.snapshot(listTitles), ['a']);
});

test('more snapshots than connections wait their turn', async (context) => {
  const database = await openTestDatabase(context);
  const counts = await Promise.all(
    Array.from({ length: 20 }, () => database.snapshot(async (db) => (await listTitles(db)).length)),
  );
  assert.deepEqual(counts, Array(20).fill(0));
});

test('closing finishes waiting work and refuses new work', async (context) => {
  const database = await openTestDatabase(context);
  const writing = database.transact((tx) => insertNote(tx, 'a'));
  const closing = database.close();
  await assert.rejects(listTitles(database.read), /the database is closed/);
  await assert.rejects(
    database.transact((tx) => insertNote(tx, 'b')),
    /the database is closed/,
  );
  await Promise.all([writing, closing, database.close()]);
});
