import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairSemaphore } from './fair-semaphore.ts';
import type { FairSemaphore } from './fair-semaphore.ts';

const bounds = {
  total: 1,
  perOwner: 9,
  perTarget: 9,
  maxWaiting: 4,
  maxWaitingOfOwner: 9,
  waitMaxMs: 60_000,
  refuse: () => new Error('full'),
  refuseOwner: () => new Error('too much of one'),
};

/** Work of owners, which goes on until a test ends it. */
function open(semaphore: FairSemaphore) {
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const leaves = new Map<string, () => void>();
  const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return {
    begun,
    refused,
    async come(name: string, rank = 0): Promise<void> {
      const [owner = '', target = ''] = name.split(':');
      const work = (leave: () => void): Promise<void> => {
        begun.push(name);
        leaves.set(name, leave);
        return new Promise((resolve) => void ends.set(name, resolve));
      };
      semaphore
        .run({ owner, target, rank }, work)
        .catch((error: Error) => void refused.push(`${name} ${error.message}`));
      await turn();
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await turn();
    },
    async leave(name: string): Promise<void> {
      leaves.get(name)?.();
      await turn();
    },
  };
}

test('owners have their turns, however much one of them asks for', async () => {
  const { begun, come, end } = open(createFairSemaphore(bounds));
  for (const name of ['a:1', 'a:2', 'a:3', 'b:1', 'c:1']) await come(name);
  for (const name of ['a:1', 'b:1', 'c:1', 'a:2', 'a:3']) await end(name);
  assert.deepEqual(begun, ['a:1', 'b:1', 'c:1', 'a:2', 'a:3']);
});

test('where the queue is full, who comes pushes out the last of those who wait most', async () => {
  const { begun, refused, come, end } = open(createFairSemaphore(bounds));
  for (const name of ['a:0', 'a:1', 'a:2', 'a:3', 'b:1', 'c:1', 'a:4']) await come(name);
  assert.deepEqual(refused, ['a:3 full', 'a:4 full']);
  for (const name of ['a:0', 'b:1', 'c:1', 'a:1', 'a:2']) await end(name);
  assert.deepEqual(begun, ['a:0', 'b:1', 'c:1', 'a:1', 'a:2']);
});

test('where all wait alike, those go that had a turn before', async () => {
  const { refused, come, end } = open(createFairSemaphore(bounds));
  for (const name of ['a:0', 'b:0', 'c:0', 'd:0']) await come(name);
  for (const name of ['a:0', 'b:0', 'c:0']) await end(name);
  for (const name of ['a:1', 'b:1', 'c:1', 'e:1', 'new:1', 'newer:1']) await come(name);
  assert.deepEqual(refused, ['c:1 full', 'b:1 full']);
});

test('a higher rank waits, and goes, before all else', async () => {
  const { begun, refused, come, end } = open(createFairSemaphore(bounds));
  await come('a:0');
  for (const name of ['x:1', 'y:1']) await come(name, 1);
  for (const name of ['b:1', 'b:2', 'b:3']) await come(name);
  assert.deepEqual(refused, ['y:1 full']);
  for (const name of ['a:0', 'b:1', 'b:2', 'b:3']) await end(name);
  assert.equal(begun.at(-1), 'x:1');
});

test('works at one target follow each other, and each may leave it before its end', async () => {
  const { begun, come, leave } = open(createFairSemaphore({ ...bounds, total: 9, perTarget: 1 }));
  for (const name of ['a:x', 'b:x', 'c:y']) await come(name);
  assert.deepEqual(begun, ['a:x', 'c:y']);
  await leave('a:x');
  assert.deepEqual(begun, ['a:x', 'c:y', 'b:x']);
});

test('an owner with very much waiting is told so', async () => {
  const { refused, come } = open(createFairSemaphore({ ...bounds, maxWaitingOfOwner: 1 }));
  for (const name of ['a:0', 'a:1', 'a:2', 'b:1']) await come(name);
  assert.deepEqual(refused, ['a:2 too much of one']);
});

test('nobody waits for ever', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { begun, refused, come } = open(createFairSemaphore(bounds));
  for (const name of ['a:0', 'b:1']) await come(name);
  context.mock.timers.tick(60_000);
  await come('c:1');
  assert.deepEqual([begun, refused], [['a:0'], ['b:1 full']]);
});

test('targets have bounds of their own, also for those who wait', async () => {
  const perTarget = (target: string): number => (target === 'x' ? 2 : 1);
  const { begun, refused, come } = open(createFairSemaphore({ ...bounds, total: 9, perTarget, waitingPerPlace: 1 }));
  for (const name of ['a:x', 'b:x', 'c:x', 'd:x', 'e:x', 'a:y', 'b:y', 'c:y']) await come(name);
  assert.deepEqual(begun, ['a:x', 'b:x', 'a:y']);
  assert.deepEqual(refused, ['e:x too much of one', 'c:y too much of one']);
});

test('a place is left once, and who goes away while waiting leaves no trace', async () => {
  const semaphore = createFairSemaphore({ total: 1, refuse: bounds.refuse, refuseOwner: bounds.refuseOwner });
  const gone = new AbortController();
  const share = { owner: 'a', target: undefined };
  const first = await semaphore.acquire(share);
  const waiting = semaphore.acquire(share, gone.signal);
  gone.abort();
  await assert.rejects(waiting, /full/);
  await assert.rejects(semaphore.acquire(share, gone.signal), /full/);
  first.release();
  const second = await semaphore.acquire(share);
  let isThird = false;
  const third = semaphore.acquire(share).then(() => (isThird = true));
  first.release();
  await new Promise((resolve) => void setImmediate(resolve));
  assert.equal(isThird, false);
  second.release();
  await third;
});
