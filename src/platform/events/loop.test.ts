import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoop } from './loop.ts';

/** Timers that are over when they are told. */
function createTimers() {
  const due: { delayMs: number; call: () => void }[] = [];
  return {
    timers: {
      after(delayMs: number, call: () => void) {
        const one = { delayMs, call };
        due.push(one);
        return () => void due.splice(due.indexOf(one), due.includes(one) ? 1 : 0);
      },
    },
    delays: () => due.map(({ delayMs }) => delayMs).sort((a, b) => a - b),
    end(delayMs: number) {
      const [one] = due.splice(
        due.findIndex((timer) => timer.delayMs === delayMs),
        1,
      );
      one?.call();
    },
  };
}

/** A run that takes any time, and tells how many there were. */
function createRuns(nextMs: number) {
  let runs = 0;
  return {
    count: () => runs,
    run() {
      runs += 1;
      for (const startedMs = performance.now(); performance.now() === startedMs;);
      return Promise.resolve(nextMs);
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a loop that was woken runs once more when it has gathered', async () => {
  const { timers, end, delays } = createTimers();
  const { run, count } = createRuns(5000);
  const loop = createLoop({ timers, gatherMs: 100 }, run);
  loop.wake();
  loop.wake();
  await settled();
  assert.deepEqual([count(), delays()], [1, [100, 5000]]);
  end(100);
  await settled();
  assert.deepEqual([count(), delays()], [2, [100, 5000]]);
  end(100);
  await settled();
  assert.equal(count(), 2);
  end(5000);
  await settled();
  assert.equal(count(), 3);
  await loop.stop();
});

test('a loop that rests runs no more until it has rested, for a second at most', async () => {
  const { timers, end, delays } = createTimers();
  const { run, count } = createRuns(5000);
  const loop = createLoop({ timers, gatherMs: 100, restTimes: Infinity }, run);
  loop.wake();
  await settled();
  loop.wake();
  assert.deepEqual(delays(), [100, 1000, 5000]);
  end(100);
  await settled();
  assert.equal(count(), 1);
  end(1000);
  await settled();
  assert.equal(count(), 2);
  await loop.stop();
});
