// No order of changes, refusals and readings leaves the page with anything but what the server has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createChangeQueue } from './change-queue.ts';
import type { Change, Entry, Place } from './change-queue.ts';

interface Ground extends Place {
  /** In the order in which they came. */
  sent: Change[];
  shown: readonly Entry[][];
  /** The server keeps, or refuses, the change that it has. */
  answer(isKept?: boolean): Promise<void>;
  /** A read that the server answered at this moment comes to the page when the function is called. */
  startReading(): () => void;
  page(): Record<string, string> | undefined;
  server: Map<string, string>;
}

/** A server that answers when it is told, and a page that shows what it knows. */
function createGround(kept: Record<string, string>, isRead = true): Ground {
  const server = new Map(Object.entries(kept));
  const entries = (): Entry[] => [...server].map(([key, value]) => ({ key, value }));
  let known: readonly Entry[] | undefined = isRead ? entries() : undefined;
  const waiting: ((isKept: boolean) => void)[] = [];
  const shown: Entry[][] = [];
  const sent: Change[] = [];
  return {
    sent,
    shown,
    server,
    known: () => known,
    show(next) {
      known = next;
      shown.push([...next]);
    },
    async send(change) {
      sent.push(change);
      const isKept = await new Promise<boolean>((resolve) => waiting.push(resolve));
      if (!isKept) throw new Error(`refused: ${change.key}`);
      if (change.value === false) server.delete(change.key);
      else server.set(change.key, change.value);
    },
    async readAnew() {
      const read = entries();
      await nextTurn();
      known = read;
    },
    startReading() {
      const read = entries();
      return () => void (known = read);
    },
    async answer(isKept = true) {
      await nextTurn();
      assert.equal(waiting.length, 1, 'one is under way');
      waiting.shift()?.(isKept);
      for (let turns = 0; turns < 4; turns += 1) await nextTurn();
    },
    page: () => known && Object.fromEntries(known.map(({ key, value }) => [key, value])),
  };
}

const refused = { message: 'refused: look' };

test('two quick changes are sent one after another, and the later one stays', async () => {
  const ground = createGround({ look: 'light', other: 'x' });
  const change = createChangeQueue();
  const both = [change(ground, { key: 'look', value: 'dark' }), change(ground, { key: 'look', value: 'system' })];
  assert.deepEqual(ground.page(), { look: 'system', other: 'x' }, 'at once');
  await nextTurn();
  assert.equal(ground.sent.length, 1);
  await ground.answer();
  assert.deepEqual(ground.page(), { look: 'system', other: 'x' });
  await ground.answer();
  await Promise.all(both);
  assert.deepEqual(
    ground.sent.map(({ value }) => value),
    ['dark', 'system'],
  );
  assert.deepEqual(ground.page(), Object.fromEntries(ground.server));
});

for (const [first, second, wanted] of [
  [false, true, 'system'],
  [true, false, 'dark'],
  [false, false, 'light'],
] as const)
  test(`of two changes, ${first ? 'kept' : 'refused'} and ${second ? 'kept' : 'refused'}, what is kept is shown`, async () => {
    const ground = createGround({ look: 'light' });
    const change = createChangeQueue();
    const results = Promise.allSettled([
      change(ground, { key: 'look', value: 'dark' }),
      change(ground, { key: 'look', value: 'system' }),
    ]);
    await ground.answer(first);
    assert.deepEqual(ground.page(), { look: 'system' }, 'the later one is shown meanwhile');
    await ground.answer(second);
    assert.deepEqual(
      (await results).map(({ status }) => status === 'fulfilled'),
      [first, second],
    );
    assert.deepEqual(ground.page(), { look: wanted });
    assert.equal(ground.server.get('look'), wanted);
  });

test('a change that was refused, made again at once, is shown', async () => {
  const ground = createGround({ look: 'light' });
  const change = createChangeQueue();
  const first = change(ground, { key: 'look', value: 'dark' });
  const second = change(ground, { key: 'look', value: 'dark' });
  await Promise.all([assert.rejects(first, refused), ground.answer(false)]);
  assert.deepEqual(ground.page(), { look: 'dark' });
  await ground.answer();
  await second;
  assert.deepEqual(ground.page(), { look: 'dark' });
});

test('a change that is taken back at once is taken back, and one that is refused stays', async () => {
  const ground = createGround({});
  const change = createChangeQueue();
  const both = [change(ground, { key: 'look', value: 'dark' }), change(ground, { key: 'look', value: false })];
  await ground.answer();
  await ground.answer();
  await Promise.all(both);
  assert.deepEqual([ground.page(), ground.server.size], [{}, 0]);
  ground.server.set('look', 'light');
  ground.startReading()();
  const removal = change(ground, { key: 'look', value: false });
  assert.deepEqual(ground.page(), {});
  await Promise.all([assert.rejects(removal, refused), ground.answer(false)]);
  assert.deepEqual(ground.page(), { look: 'light' });
});

test('a refusal leaves changes of other keys alone, and those behind it are sent', async () => {
  const ground = createGround({ look: 'light' });
  const change = createChangeQueue();
  const look = assert.rejects(change(ground, { key: 'look', value: 'dark' }), refused);
  const other = change(ground, { key: 'other', value: 'x' });
  await ground.answer(false);
  await look;
  assert.deepEqual(ground.page(), { look: 'light', other: 'x' });
  await ground.answer();
  await other;
  assert.deepEqual(ground.page(), { look: 'light', other: 'x' });
});

test('what is changed or removed before it was read shows nothing, and is read anew once all is sent', async () => {
  const ground = createGround({ look: 'light', other: 'x' }, false);
  const change = createChangeQueue();
  const both = [change(ground, { key: 'look', value: false }), change(ground, { key: 'other', value: 'y' })];
  assert.equal(ground.page(), undefined);
  // An answer from before comes while the first is under way.
  const arrive = ground.startReading();
  await ground.answer();
  arrive();
  await ground.answer();
  await Promise.all(both);
  assert.deepEqual(ground.page(), { other: 'y' });
});

test('what is removed before it was read, and refused, is there', async () => {
  const ground = createGround({ look: 'light' }, false);
  const removal = createChangeQueue()(ground, { key: 'look', value: false });
  ground.startReading()();
  await Promise.all([assert.rejects(removal, refused), ground.answer(false)]);
  assert.deepEqual(ground.page(), { look: 'light' });
});

test('a change while others are read anew is not lost by what was read', async () => {
  const ground = createGround({ look: 'light' }, false);
  const change = createChangeQueue();
  const first = change(ground, { key: 'look', value: 'dark' });
  ground.startReading()();
  let second: Promise<void> | undefined;
  const readAnew = ground.readAnew.bind(ground);
  ground.readAnew = () => {
    const reading = readAnew();
    second = change(ground, { key: 'look', value: 'system' });
    return reading;
  };
  await ground.answer();
  await first;
  await ground.answer();
  await second;
  assert.deepEqual(ground.page(), { look: 'system' });
});

test('an answer from before a change does not hide it', async () => {
  const ground = createGround({ look: 'light' });
  const change = createChangeQueue()(ground, { key: 'look', value: 'dark' });
  ground.startReading()();
  assert.deepEqual(ground.page(), { look: 'light' });
  await ground.answer();
  await change;
  assert.deepEqual(ground.page(), { look: 'dark' });
});
