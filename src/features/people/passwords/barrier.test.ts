import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createBarrier } from './barrier.ts';

/** Starts works by name, ends them, and tells which results were given so far, in order. */
function observe(context: TestContext, waitMs = 50) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const meet = createBarrier(waitMs);
  const given: string[] = [];
  return {
    start(name: string, isMeeting = true) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      void meet(
        () => promise,
        () => isMeeting,
      ).then(
        (result) => given.push(result),
        (error: unknown) => given.push(String(error)),
      );
      return { end: () => resolve(name), fail: () => reject(new Error(name)) };
    },
    async after(ms: number): Promise<readonly string[]> {
      await turn();
      context.mock.timers.tick(ms);
      await turn();
      return given;
    },
  };
}

test('results are given together when the first has waited long enough', async (context) => {
  const { start, after } = observe(context);
  const [first, second, third] = [start('first'), start('second'), start('third')];
  first.end();
  assert.deepEqual(await after(49), []);
  second.end();
  assert.deepEqual(await after(0), []);
  assert.deepEqual(await after(1), ['first', 'second']);
  third.end();
  assert.deepEqual(await after(0), ['first', 'second', 'third']);
});

test('the last result waits for nothing and sets the others free', async (context) => {
  const { start, after } = observe(context);
  start('alone').end();
  assert.deepEqual(await after(0), ['alone']);
  const [first, last] = [start('first'), start('last')];
  first.end();
  assert.deepEqual(await after(10), ['alone']);
  last.end();
  assert.deepEqual(await after(0), ['alone', 'first', 'last']);
});

test('failures and what is not to meet wait for nobody, and set the others free when they are the last', async (context) => {
  const { start, after } = observe(context);
  const [first, other, failing] = [start('first'), start('other', false), start('failing')];
  first.end();
  assert.deepEqual(await after(10), []);
  other.end();
  assert.deepEqual(await after(10), ['other']);
  failing.fail();
  assert.deepEqual(new Set(await after(0)), new Set(['other', 'first', 'Error: failing']));
});

test('where there is no time to wait, results wait for nobody', async (context) => {
  const { start, after } = observe(context, 0);
  const [first, second] = [start('first'), start('second')];
  first.end();
  assert.deepEqual(await after(0), ['first']);
  second.end();
  assert.deepEqual(await after(0), ['first', 'second']);
});
