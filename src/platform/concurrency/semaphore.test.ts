import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSemaphore } from './semaphore.ts';

const refuse = (): Error => new Error('full');

/** Work that ends when it is told to. */
function createWork(log: string[], name: string): { run(): Promise<void>; end(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    end: resolve,
    async run() {
      log.push(`${name} starts`);
      await promise;
      log.push(`${name} ends`);
    },
  };
}

test('a semaphore lets so many run, so many wait in order, and refuses the rest', async () => {
  const log: string[] = [];
  const works = ['a', 'b', 'c', 'd'].map((name) => createWork(log, name));
  const semaphore = createSemaphore({ parallel: 2, maxWaiting: 2, refuse });
  const runs = works.map(({ run }) => semaphore.run(run));
  await assert.rejects(
    semaphore.run(() => Promise.resolve()),
    /full/,
  );
  assert.deepEqual(log, ['a starts', 'b starts']);
  for (const { end } of works) end();
  await Promise.all(runs);
  assert.deepEqual(log.filter((entry) => entry.endsWith('starts')).join(), 'a starts,b starts,c starts,d starts');
});

test('work that fails makes room', async () => {
  const semaphore = createSemaphore({ parallel: 1, maxWaiting: 0, refuse });
  await assert.rejects(
    semaphore.run(() => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await semaphore.run(() => Promise.resolve(1)), 1);
});
