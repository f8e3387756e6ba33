// Engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePlace } from '../database/database.fixture.ts';
import { notify } from '../database/index.ts';
import { jobsChannel } from './job.ts';
import { listEffects } from './jobs.testing.ts';
import {
  createPlace,
  createTime,
  enqueue,
  firstJob,
  hourMs,
  leaseMs,
  leaveEffect,
  listJobs,
  open,
  pollMs,
  startMs,
  startRunner,
  untilAt,
} from './runner.testing.ts';
import type { Place, Run } from './runner.testing.ts';

const aheadMs = 3 * hourMs;

const effectsAre = async ({ database }: Place, ...labels: string[]): Promise<boolean> =>
  (await listEffects(database)).join() === labels.join();

test('what was asked for while the clock was ahead runs once it is right, and no sooner than it was to', async (context) => {
  const place = await createPlace(context);
  const { time } = place;
  await enqueue(place, 'planned', { dueAtMs: startMs + 2 * hourMs });
  time.set(startMs + aheadMs);
  await enqueue(place, 'at once');
  await enqueue(place, 'in an hour', { dueAtMs: time.nowMs() + hourMs });
  time.set(startMs);
  startRunner(context, place);
  await untilAt(time, () => effectsAre(place, 'at once'));
  time.pass(hourMs - pollMs);
  assert.ok(await effectsAre(place, 'at once'));
  time.pass(2 * pollMs);
  await untilAt(time, () => effectsAre(place, 'at once', 'in an hour'));
  assert.deepEqual(
    (await listJobs(place)).map(({ due_at_ms }) => due_at_ms),
    [startMs + 2 * hourMs, null, null],
  );
});

test('a runner sees that the clock was set right, and that clocks differ a little', async (context) => {
  const place = await createPlace(context);
  const { time } = place;
  time.set(startMs + aheadMs);
  startRunner(context, place);
  await enqueue(place, 'before');
  await untilAt(time, () => effectsAre(place, 'before'));
  await firstJob(place, 'done');
  await enqueue(place, 'waits', { dueAtMs: time.nowMs() + pollMs });
  time.set(startMs);
  await enqueue(place, 'of another machine', { nowMs: startMs + 30_000, dueAtMs: startMs + 2 * hourMs });
  time.pass(pollMs);
  await untilAt(time, async () => (await listJobs(place))[1]?.due_at_ms !== startMs + aheadMs + pollMs);
  time.pass(pollMs);
  await untilAt(time, () => effectsAre(place, 'before', 'waits'));
  assert.equal((await listJobs(place))[2]?.due_at_ms, startMs + 2 * hourMs);
});

test('what failed, or was postponed, while the clock was ahead is tried again in time', async (context) => {
  const place = await createPlace(context);
  const { database, time } = place;
  time.set(startMs + aheadMs);
  const run: Run = async (label, attempt) => {
    if (time.nowMs() < startMs + aheadMs) return leaveEffect(database)(label, attempt);
    if (label.label === 'fails') throw new Error('fails');
    await database.transact((tx) => attempt.postpone(tx, time.nowMs() + 10_000));
  };
  startRunner(context, place, run);
  await enqueue(place, 'fails');
  await enqueue(place, 'postponed');
  const isWaiting = async () =>
    (await listJobs(place)).every((job) => job.status === 'waiting' && job.due_at_ms === time.nowMs() + 10_000);
  await untilAt(time, isWaiting);
  time.set(startMs);
  // The runner may be in the middle of a look, and not have set its timer yet.
  await database.transact((tx) => notify(tx, jobsChannel));
  await untilAt(time, async () =>
    (await listJobs(place)).every(({ set_at_ms }) => (set_at_ms ?? Infinity) <= time.nowMs()),
  );
  time.pass(10_000);
  await untilAt(time, () => effectsAre(place, 'fails', 'postponed'));
});

test('the lease of a process that is gone is over in time where it was taken while the clock was ahead', async (context) => {
  const where = await usePlace(context);
  const time = createTime();
  const place = { database: await open(context, where), time };
  time.set(startMs + aheadMs);
  await enqueue(place, 'a');
  const began = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  context.after(() => gate.resolve());
  const stall: Run = async () => {
    began.resolve();
    await gate.promise;
    throw new Error('late');
  };
  startRunner(context, place, stall, { timers: { after: () => () => {} } });
  await began.promise;
  time.set(startMs);
  const other = { database: await open(context, where), time };
  startRunner(context, other);
  await untilAt(time, async () => (await firstJob(other, 'running')).due_at_ms === startMs + leaseMs);
  time.pass(leaseMs);
  assert.equal((await firstJob(other, 'done')).attempts, 2);
  gate.resolve();
  assert.deepEqual(await listEffects(other.database), ['a']);
});
