// Waiting for the second of a version, with a clock and timers that the test moves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecondWaits, secondWaitMaxMs, secondWaitsMax } from './second-waits.ts';

const second = 1_800_000_000;
const waitIdle = (wait: Promise<void>): Promise<void> => wait;

function openWaits(nowMs: number) {
  const delays: number[] = [];
  const calls: (() => void)[] = [];
  let stopped = 0;
  const timers = {
    after(delayMs: number, call: () => void) {
      delays.push(delayMs);
      calls.push(call);
      return () => void (stopped += 1);
    },
  };
  const wait = createSecondWaits({ nowMs: () => nowMs }, timers);
  return { wait, delays, ring: () => calls.splice(0).forEach((call) => call()), stopped: () => stopped };
}

test('a second that has begun, or is far ahead, keeps nobody', async () => {
  const gone = new AbortController().signal;
  const now = openWaits(second * 1000);
  await now.wait(second, { gone, waitIdle });
  await now.wait(second + secondWaitMaxMs / 1000 + 1, { gone, waitIdle });
  assert.deepEqual(now.delays, []);
});

test('the rest of the second is waited for, by so many at once', async () => {
  const gone = new AbortController().signal;
  const waits = openWaits(second * 1000 - 300.5);
  const all = Array.from({ length: secondWaitsMax }, () => waits.wait(second, { gone, waitIdle }));
  assert.deepEqual([...new Set(waits.delays)], [302]);
  await waits.wait(second, { gone, waitIdle });
  assert.equal(waits.delays.length, secondWaitsMax);
  waits.ring();
  await Promise.all(all);
});

test('who goes stops waiting', async () => {
  const caller = new AbortController();
  const waits = openWaits(second * 1000 - 300);
  const waiting = waits.wait(second, { gone: caller.signal, waitIdle });
  caller.abort();
  await waiting;
  assert.equal(waits.stopped(), 1);
  await waits.wait(second, { gone: caller.signal, waitIdle });
  assert.equal(waits.delays.length, 1);
});
