// Engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { until } from '../concurrency/until.testing.ts';
import { events as eventsMigration } from '../../migrations/0018-events.ts';
import { createGate, notesMigration, openTestDatabase, usePlace } from '../database/database.fixture.ts';
import type { Database, DatabaseLocation } from '../database/index.ts';
import { unavailable } from '../errors.ts';
import { appendEvents, createFollowers, readEvents, settleEvents } from './index.ts';
import type { EventRow, Follower, Followers } from './index.ts';

const migrations = [notesMigration, { ...eventsMigration, number: 2 }];
const startMs = Date.UTC(2026, 10, 22);

const open = async (context: TestContext, place?: DatabaseLocation): Promise<Database> =>
  openTestDatabase(context, { migrations, place: place ?? (await usePlace(context, migrations)) });

const event = (details: string, kind = 'said') => ({
  kind,
  projectId: 1,
  trackerId: null,
  artifactId: null,
  changesetId: null,
  by: 0,
  atMs: startMs,
  details,
});

const say = (database: Database, ...said: string[]): Promise<void> =>
  database.transact((tx) =>
    appendEvents(
      tx,
      said.map((details) => event(details)),
    ),
  );

const titles = async (database: Database): Promise<string[]> =>
  (await database.read.selectFrom('test_notes').select('title').orderBy('id').execute()).map(({ title }) => title);

/** Leaves a note for each event, whose title must be new. */
const noteTaker = (
  before: (events: readonly EventRow[]) => Promise<void> = async () => {},
  more: Partial<Follower> = {},
): Follower => ({
  name: 'notes',
  startsAt: 'beginning',
  ...more,
  async handle(events) {
    await before(events);
    return async (tx) => {
      for (const { details } of events)
        await tx
          .insertInto('test_notes')
          .values({ title: String(details) })
          .execute();
    };
  },
});

interface TestFollowing {
  followers: Followers;
  warnings: unknown[];
  pass(ms: number): void;
}

async function follow(
  database: Database,
  follower: Follower,
  options: { leaseMs?: number; attemptsMax?: number; batchMax?: number } = {},
): Promise<TestFollowing> {
  let nowMs = startMs;
  const warnings: unknown[] = [];
  const hear = (details: object): void => void warnings.push(details);
  const logger = { warn: hear, error: hear };
  const clock = { nowMs: () => nowMs };
  const followers = createFollowers({ database, clock, logger, followers: [follower], gatherMs: 0, ...options });
  await followers.register();
  return { followers, warnings, pass: (ms) => void (nowMs += ms) };
}

test('a follower has every event once, across restarts', async (context) => {
  const place = await usePlace(context, migrations);
  const database = await open(context, place);
  await say(database, 'one');
  const first = await follow(database, noteTaker());
  await first.followers.drain();
  await say(database, 'two', 'three');
  await first.followers.drain();
  await first.followers.drain();
  const other = await open(context, place);
  const second = await follow(other, noteTaker());
  await say(other, 'four');
  await assert.rejects(second.followers.drain(), /can't go on/, 'the first one holds it');
  second.pass(20_000);
  await second.followers.drain();
  assert.deepEqual(await titles(database), ['one', 'two', 'three', 'four']);
  assert.deepEqual(await second.followers.listStates(), [{ name: 'notes', position: 4, behind: 0 }]);
});

test('a follower that starts now has nothing of what was', async (context) => {
  const database = await open(context);
  await say(database, 'before');
  const { followers } = await follow(database, noteTaker(undefined, { startsAt: 'now' }));
  await say(database, 'after');
  await followers.drain();
  assert.deepEqual(await titles(database), ['after']);
});

test('what is undone is no event, and others are told of no kind they did not ask for', async (context) => {
  const database = await open(context);
  const undone = database.transact(async (tx) => {
    await appendEvents(tx, [event('undone')]);
    throw new Error('no');
  });
  await assert.rejects(undone);
  await database.transact((tx) => appendEvents(tx, [event('other', 'shouted'), event('mine')]));
  const { followers } = await follow(database, noteTaker(undefined, { kinds: ['said'] }));
  await followers.drain();
  assert.deepEqual(await titles(database), ['mine']);
});

test('an event whose handling failed is handled again later; one that always fails is passed over', async (context) => {
  const database = await open(context);
  let isBroken = true;
  const refuse = async (events: readonly EventRow[]): Promise<void> => {
    if (isBroken && events.some(({ details }) => details === 'bad')) throw new Error('broken');
    if (events.some(({ details }) => details === 'poison')) throw new Error('poison');
  };
  const { followers, warnings, pass } = await follow(database, noteTaker(refuse), { attemptsMax: 3 });
  await say(database, 'good', 'bad');
  await assert.rejects(followers.drain(), /can't go on/);
  assert.deepEqual(await titles(database), []);
  await assert.rejects(followers.drain(), /can't go on/, 'it waits before it tries again');
  assert.equal(warnings.length, 1);
  pass(1000);
  isBroken = false;
  await followers.drain();
  assert.deepEqual(await titles(database), ['good', 'bad']);
  await say(database, 'poison', 'next');
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await assert.rejects(followers.drain(), /can't go on/);
    pass(60_000);
  }
  await followers.drain();
  assert.deepEqual(await titles(database), ['good', 'bad', 'next']);
  assert.ok(JSON.stringify(warnings.at(-1)).includes('"event":3'), JSON.stringify(warnings.at(-1)));
});

test('a database that is away for a while makes nobody pass over events', async (context) => {
  const database = await open(context);
  let attempts = 0;
  const busy = async (): Promise<void> => {
    attempts += 1;
    if (attempts < 6) throw unavailable('later');
  };
  const { followers, pass } = await follow(database, noteTaker(busy), { attemptsMax: 2 });
  await say(database, 'kept');
  for (let attempt = 1; attempt < 6; attempt += 1) {
    await assert.rejects(followers.drain());
    pass(60_000);
  }
  await followers.drain();
  assert.deepEqual(await titles(database), ['kept']);
});

test('who was too slow to keep the lease leaves nothing', async (context) => {
  const place = await usePlace(context, migrations);
  const database = await open(context, place);
  const handling = createGate();
  const goOn = createGate();
  const slow = await follow(
    database,
    noteTaker(async () => {
      handling.open();
      await goOn.opened;
    }),
  );
  await say(database, 'once');
  const late = slow.followers.drain();
  await handling.opened;
  const other = await follow(database, noteTaker());
  other.pass(20_000);
  await other.followers.drain();
  goOn.open();
  await assert.rejects(late, /can't go on/);
  assert.deepEqual(await titles(database), ['once']);
});

test('a follower with nothing before it writes nothing, and finds out when another process has gone on', async (context) => {
  const place = await usePlace(context, migrations);
  const database = await open(context, place);
  const lease = (): Promise<unknown> => database.read.selectFrom('followers').selectAll().execute();
  const first = await follow(database, noteTaker());
  const second = await follow(await open(context, place), noteTaker());
  await say(database, 'one');
  await first.followers.drain();
  const before = await lease();
  for (const { followers, pass } of [first, second]) {
    pass(20_000);
    await followers.drain();
  }
  assert.deepEqual(await lease(), before);
  await say(database, 'two');
  await second.followers.drain();
  await say(database, 'three');
  await assert.rejects(first.followers.drain(), /can't go on/, 'the second one holds it');
  await second.followers.drain();
  await first.followers.drain();
  assert.deepEqual(await titles(database), ['one', 'two', 'three']);
});

test('a lease or a pause that was taken while the clock was ahead is over once it is right', async (context) => {
  const place = await usePlace(context, migrations);
  const database = await open(context, place);
  let isBroken = false;
  const breaks = async (): Promise<void> => {
    if (isBroken) throw new Error('broken');
  };
  const gone = await follow(database, noteTaker());
  const hourMs = 3_600_000;
  gone.pass(hourMs);
  await say(database, 'one');
  await gone.followers.drain();
  const { followers, pass } = await follow(await open(context, place), noteTaker(breaks));
  await say(database, 'two');
  await followers.drain();
  assert.deepEqual(await titles(database), ['one', 'two']);
  pass(hourMs);
  isBroken = true;
  await say(database, 'three');
  await assert.rejects(followers.drain(), /can't go on/);
  isBroken = false;
  pass(-hourMs);
  await followers.drain();
  assert.deepEqual(await titles(database), ['one', 'two', 'three']);
});

test('only what a follower wants is before it', async (context) => {
  const database = await open(context);
  const { followers } = await follow(database, noteTaker(undefined, { kinds: ['said'] }));
  const behind = async (): Promise<number | undefined> => (await followers.listStates())[0]?.behind;
  await database.transact((tx) => appendEvents(tx, [event('a', 'shouted'), event('b'), event('c', 'shouted')]));
  await settleEvents(database);
  assert.equal(await behind(), 1);
  await followers.drain();
  await database.transact((tx) => appendEvents(tx, [event('d', 'shouted')]));
  await followers.drain();
  assert.equal(await behind(), 0);
});

test('where events mean nothing to a follower, its place is saved once a second and when it stops', async (context) => {
  const place = await usePlace(context, migrations);
  const database = await open(context, place);
  const follower: Follower = { name: 'deaf', startsAt: 'beginning', handle: async () => undefined };
  const { followers, pass } = await follow(database, follower);
  const saved = async (): Promise<number | undefined> => (await followers.listStates())[0]?.position;
  await say(database, 'one');
  await followers.drain();
  pass(999);
  await followers.drain();
  assert.equal(await saved(), 0);
  pass(1);
  await followers.drain();
  assert.equal(await saved(), 1);
  await say(database, 'two');
  await followers.drain();
  pass(20_000);
  await say(database, 'three');
  await followers.drain();
  assert.equal(await saved(), 2, 'a lease that is over loses no place');
  followers.start();
  await say(database, 'four');
  await followers.drain();
  await followers.stop(1000);
  assert.equal(await saved(), 4);
});

test('followers that run hear of events by themselves, and let others go on when they stop', async (context) => {
  const place = await usePlace(context, migrations);
  const database = await open(context, place);
  const { followers } = await follow(database, noteTaker());
  const untilSeen = (count: number): Promise<boolean> => until(async () => (await titles(database)).length >= count);
  followers.start();
  await say(database, 'a');
  await untilSeen(1);
  const other = await open(context, place);
  await say(other, 'b');
  await settleEvents(other);
  if ('url' in place) await untilSeen(2);
  await say(database, 'c');
  await untilSeen(3);
  await followers.stop(1000);
  const next = await follow(database, noteTaker());
  await say(database, 'd');
  await next.followers.drain();
  assert.equal((await titles(database)).join(), 'a,b,c,d');
});

test('a follower that runs tidies after events until nothing is left, and goes on where that fails', async (context) => {
  const database = await open(context);
  let left = 0;
  const steps: number[] = [];
  const tidy = (): Promise<boolean> => {
    steps.push(left);
    if (left === 0) return Promise.reject(new Error('broken'));
    left -= 1;
    return Promise.resolve(left > 0);
  };
  const { followers, warnings } = await follow(database, noteTaker(undefined, { tidy }));
  followers.start();
  await say(database, 'broken');
  await until(() => warnings.length === 1);
  left = 3;
  await say(database, 'three steps');
  await until(() => left === 0);
  await followers.stop(1000);
  assert.deepEqual(steps, [0, 3, 2, 1]);
  assert.deepEqual(await titles(database), ['broken', 'three steps']);
});

test('writers at the same time make no event come late', async (context) => {
  const place = await usePlace(context, migrations);
  const databases = [await open(context, place), await open(context, place)];
  const writers = databases.flatMap((database, process) =>
    [0, 1, 2].map(async (writer) => {
      for (let turn = 0; turn < 8; turn += 1) {
        await database.transact(async (tx) => {
          await appendEvents(tx, [event(`${process}${writer} ${turn}`)]);
          for (let wait = (writer * 3 + turn) % 5; wait > 0; wait -= 1) await readEvents(tx, { after: 0, limit: 1 });
        });
      }
    }),
  );
  const [reader] = databases;
  assert.ok(reader);
  const seen: EventRow[] = [];
  const read = async (): Promise<void> => {
    await nextTurn();
    await settleEvents(reader);
    seen.push(...(await readEvents(reader.read, { after: seen.at(-1)?.position ?? 0, limit: 7 })));
  };
  let isWriting = true;
  const reading = (async () => {
    while (isWriting) await read();
  })();
  await Promise.all(writers);
  isWriting = false;
  await reading;
  for (let before = -1; before !== seen.length;) {
    before = seen.length;
    await read();
  }
  const said = seen.map(({ details }) => String(details));
  assert.equal(new Set(said).size, 48);
  assert.equal(said.length, 48);
  for (const turns of Map.groupBy(said, (words) => words.slice(0, 2)).values())
    assert.deepEqual(turns, turns.toSorted());
});
