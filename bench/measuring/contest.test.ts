// Process: its own, because it silences the console
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { runContest } from './contest.ts';
import type { Measure, ServerMeasurement } from './rows.ts';

const measured: ServerMeasurement = {
  perSecond: 100,
  p50Ms: 1,
  p99Ms: 2,
  busyShare: 0,
  answers: 10,
  failures: 0,
  cpuMs: 5,
};
const empty = { ...measured, perSecond: 0, p50Ms: null, p99Ms: null, answers: 0 };

// What is said of measurements that are repeated.
mock.method(console, 'error', () => undefined);

/** Gives these in turn, the last one for ever. */
function give(...all: [ServerMeasurement, ...ServerMeasurement[]]): Measure {
  let calls = 0;
  return () => Promise.resolve(all[Math.min(calls++, all.length - 1)] ?? all[0]);
}

test('a measurement without a single answer is repeated', async () => {
  const outcome = await runContest({ subject: give(empty, measured, empty, empty, measured) }, 2);
  assert.deepEqual([outcome.perSecond, outcome.p50Ms, outcome.p99Ms, outcome.cpuUs], [100, 1, 2, 500]);
});

test('so is one of what is compared with', async () => {
  const reference = give(empty, { ...measured, perSecond: 50 });
  assert.equal((await runContest({ subject: give(measured), reference }, 1)).ratio, 2);
});

test('a server that never answers in time ends the run with the way out', async () => {
  await assert.rejects(runContest({ subject: give(empty) }, 1), /nothing was answered .* by --seconds/);
});

test('so does a wrong answer, with what was wrong', async () => {
  const wrong = { ...measured, failures: 2, firstFailure: 'the status is 500 instead of 200' };
  await assert.rejects(runContest({ subject: give(wrong) }, 1), /2 answers were wrong; the first: the status is 500/);
});
