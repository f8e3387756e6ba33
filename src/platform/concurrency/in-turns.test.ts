import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishInTurns, finishNow } from './in-turns.ts';
import type { Steps } from './in-turns.ts';

/** Takes so many steps of a millisecond; tells of each. */
function* count(steps: number, tell: () => void = () => undefined): Steps<number> {
  for (let step = 0; step < steps; step += 1) {
    const endMs = performance.now() + 1;
    while (performance.now() < endMs);
    tell();
    yield;
  }
  return steps;
}

test('work that is short is done at once, and throws where it does', () => {
  assert.equal(finishNow(count(3)), 3);
  assert.throws(() => finishNow(fail()), /failed/);
});

function* fail(): Steps<never> {
  yield;
  throw new Error('failed');
}

test('work in turns lets others go on after a few steps, however many there are', async () => {
  let steps = 0;
  const stepsAtTurns: number[] = [];
  const look = (): void => {
    stepsAtTurns.push(steps);
    if (steps < 80) setImmediate(look);
  };
  const works = Array.from({ length: 8 }, () => finishInTurns(count(10, () => (steps += 1))));
  look();
  assert.deepEqual(
    await Promise.all(works),
    Array.from({ length: 8 }, () => 10),
  );
  const longest = Math.max(...stepsAtTurns.map((one, index) => one - (stepsAtTurns[index - 1] ?? 0)));
  assert.ok(longest <= 5, `${longest} steps in one turn`);
});

test('four works take turns with each other, others wait, and one that fails makes room', async () => {
  const order: string[] = [];
  const work = (name: string, steps: number): Promise<unknown> =>
    finishInTurns(count(steps, () => void order.push(name)));
  const works = [work('a', 30), work('b', 30), work('c', 30), assert.rejects(finishInTurns(fail())), work('d', 3)];
  await Promise.all(works);
  assert.ok(order.indexOf('d') > order.indexOf('c'));
  assert.ok(order.lastIndexOf('d') < order.lastIndexOf('a'));
});
