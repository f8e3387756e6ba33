// Engine: both
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '../concurrency/until.testing.ts';
import { cleanUp, usePlace } from '../database/database.fixture.ts';
import type { DatabaseLocation } from '../database/index.ts';
import { cancelJob, enqueueJob } from './index.ts';
import { insertEffect, labelled, listEffects } from './jobs.testing.ts';
import {
  areAll,
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

test('a job runs as soon as the transaction that asked for it is durable, and never if it is undone', async (context) => {
  const place = await createPlace(context);
  startRunner(context, place);
  await assert.rejects(
    place.database.transact(async (tx) => {
      await enqueueJob(tx, labelled, { label: 'undone' }, { nowMs: startMs });
      throw new Error('no');
    }),
  );
  await enqueue(place, 'a');
  const job = await firstJob(place, 'done');
  assert.partialDeepStrictEqual(job, {
    attempts: 1,
    due_at_ms: null,
    leased_by: null,
    last_error: null,
    created_at_ms: startMs,
    started_at_ms: startMs,
    finished_at_ms: startMs,
  });
  assert.deepEqual(await listEffects(place.database), ['a']);
});

test('a job without a transaction of its own is done once its work resolves', async (context) => {
  const place = await createPlace(context);
  const done: string[] = [];
  startRunner(context, place, async ({ label }) => void done.push(label));
  await enqueue(place, 'a');
  await firstJob(place, 'done');
  assert.deepEqual(done, ['a']);
});

test('a job waits for its time, and jobs run in the order of their times', async (context) => {
  const place = await createPlace(context);
  startRunner(context, place, undefined, { slots: 1, pollMs: 24 * hourMs });
  await enqueue(place, 'later', { dueAtMs: startMs + 2000 });
  await enqueue(place, 'sooner', { dueAtMs: startMs + 1000 });
  await enqueue(place, 'now');
  await until(async () => (await listEffects(place.database)).length === 1);
  place.time.pass(1000);
  await untilAt(place.time, async () => (await listEffects(place.database)).length === 2);
  assert.deepEqual(await listEffects(place.database), ['now', 'sooner']);
  await until(async () => (await listJobs(place)).filter((job) => job.status === 'done').length === 2);
  place.time.pass(1000);
  await untilAt(place.time, () => areAll(place, 'done'));
});

test('a job may be postponed at no cost, and one that waits may be taken back by its key', async (context) => {
  const place = await createPlace(context);
  const { database, time } = place;
  startRunner(context, place, (_label, attempt) =>
    database.transact((tx) => attempt.postpone(tx, time.nowMs() + 10_000)),
  );
  await enqueue(place, 'a', { key: 'a' });
  for (let turn = 1; turn <= 4; turn += 1) {
    if (turn > 1) time.pass(10_000);
    await untilAt(time, async () => (await listJobs(place))[0]?.due_at_ms === startMs + turn * 10_000);
    assert.partialDeepStrictEqual(await firstJob(place, 'waiting'), { attempts: 0, leased_by: null });
  }
  await database.transact((tx) => cancelJob(tx, 'b'));
  assert.equal((await listJobs(place)).length, 1);
  await database.transact((tx) => cancelJob(tx, 'a'));
  assert.equal((await listJobs(place)).length, 0);
});

test('one key is one job for ever', async (context) => {
  const place = await createPlace(context);
  startRunner(context, place);
  assert.equal(await enqueue(place, 'a', { key: 'k' }), true);
  assert.equal(await enqueue(place, 'b', { key: 'k' }), false);
  await firstJob(place, 'done');
  assert.equal(await enqueue(place, 'c', { key: 'k' }), false);
  assert.equal((await listJobs(place)).length, 1);
});

test('what fails is tried again later each time, and what it did is undone', async (context) => {
  const place = await createPlace(context);
  const { database, time } = place;
  const times: number[] = [];
  startRunner(context, place, async ({ label }, attempt) => {
    times.push((time.nowMs() - startMs) / 1000);
    await database.transact(async (tx) => {
      await insertEffect(tx, label);
      await attempt.finish(tx);
      if (attempt.number < 3) throw new Error(`attempt ${attempt.number} fails`);
    });
  });
  await enqueue(place, 'a');
  assert.equal((await firstJob(place, 'waiting')).attempts < 2, true);
  for (const seconds of [10, 20]) {
    await until(async () => {
      const job = await firstJob(place, 'waiting');
      return job.due_at_ms === time.nowMs() + seconds * 1000;
    });
    time.pass(seconds * 1000);
  }
  const job = await firstJob(place, 'done');
  assert.deepEqual(times, [0, 10, 30]);
  assert.equal(job.attempts, 3);
  assert.equal(job.last_error, 'attempt 2 fails');
  assert.deepEqual(await listEffects(database), ['a']);
});

test('a job that fails each time is given up with its error, and holds up no other', async (context) => {
  const place = await createPlace(context);
  startRunner(
    context,
    place,
    ({ label }, attempt) =>
      label === 'poison' ? Promise.reject(new Error('poisoned')) : leaveEffect(place.database)({ label }, attempt),
    { attemptsMax: 2, slots: 1 },
  );
  await enqueue(place, 'poison');
  await enqueue(place, 'b');
  await until(async () => (await listEffects(place.database)).length === 1);
  await firstJob(place, 'waiting');
  place.time.pass(10_000);
  const job = await firstJob(place, 'failed');
  assert.partialDeepStrictEqual(job, { attempts: 2, last_error: 'poisoned', due_at_ms: null, leased_by: null });
});

test('a payload of another shape is an error of the job', async (context) => {
  const place = await createPlace(context);
  startRunner(context, place, undefined, { attemptsMax: 1 });
  const Other = { ...labelled, payload: { type: 'object', properties: {} } };
  await place.database.transact((tx) => enqueueJob(tx, Other, { title: 'x' }, { nowMs: startMs }));
  assert.match(
    (await firstJob(place, 'failed')).last_error ?? '',
    /payload of job 1 does not have the expected format/,
  );
});

test('jobs of a kind that this program does not know are left to others', async (context) => {
  const place = await createPlace(context);
  startRunner(context, place);
  await place.database.transact((tx) =>
    enqueueJob(tx, { ...labelled, name: 'strange' }, { label: 'x' }, { nowMs: startMs }),
  );
  await enqueue(place, 'a');
  await until(async () => (await listJobs(place))[1]?.status === 'done');
  assert.equal((await listJobs(place))[0]?.status, 'waiting');
});

/** A runner whose process has stopped in the middle of its job: its timers don't go off any more. */
async function stallRunner(context: TestContext, place: Place): Promise<{ goOn: () => void; tried: Promise<unknown> }> {
  const stalled = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const tried = Promise.withResolvers<unknown>();
  const run: Run = async (label, attempt) => {
    began.resolve();
    await stalled.promise;
    const outcome = leaveEffect(place.database)({ label: `late ${label.label}` }, attempt);
    tried.resolve(await outcome.then(() => 'done').catch((error: unknown) => error));
    await outcome;
  };
  // With one slot, no late notice of the job makes it take the job again.
  startRunner(context, place, run, { slots: 1, timers: { after: () => () => {} } });
  cleanUp(context, async () => stalled.resolve());
  await began.promise;
  return { goOn: stalled.resolve, tried: tried.promise };
}

test('another process takes over once the lease of one that is gone is over, and the late one has no effect', async (context) => {
  const where = await usePlace(context);
  const time = createTime();
  const place = { database: await open(context, where), time };
  await enqueue(place, 'a');
  const { goOn, tried } = await stallRunner(context, place);
  const other = { database: await open(context, where), time };
  startRunner(context, other);
  time.pass(leaseMs - 1);
  assert.equal((await firstJob(place, 'running')).attempts, 1);
  time.pass(1);
  assert.equal((await firstJob(place, 'done')).attempts, 2);
  goOn();
  assert.match(String(await tried), /LeaseLostError: the lease of job 1 is lost/);
  assert.deepEqual(await listEffects(place.database), ['a']);
});

test('a job whose process ends at each attempt is given up without another one', async (context) => {
  const where = await usePlace(context);
  const time = createTime();
  const place = { database: await open(context, where), time };
  await enqueue(place, 'a');
  const { goOn } = await stallRunner(context, place);
  await place.database.transact((tx) => tx.updateTable('jobs').set({ attempts: 3 }).execute());
  const other = { database: await open(context, where), time };
  startRunner(context, other);
  time.pass(leaseMs);
  assert.match((await firstJob(other, 'failed')).last_error ?? '', /process ended during its last attempt/);
  goOn();
  assert.deepEqual(await listEffects(other.database), []);
});

test('a job that takes longer than a lease keeps it', async (context) => {
  const where = await usePlace(context);
  const time = createTime();
  const place = { database: await open(context, where), time };
  const gate = Promise.withResolvers<void>();
  startRunner(context, place, async (label, attempt) => {
    await gate.promise;
    await leaveEffect(place.database)(label, attempt);
  });
  await enqueue(place, 'a');
  const other = { database: await open(context, where), time };
  startRunner(context, other);
  const { due_at_ms: firstEndMs } = await firstJob(place, 'running');
  for (let renewals = 1; renewals <= 5; renewals += 1) {
    const { due_at_ms: endMs } = await firstJob(place, 'running');
    await until(async () => {
      time.pass(leaseMs / 30);
      return ((await firstJob(place, 'running')).due_at_ms ?? 0) > (endMs ?? Infinity);
    });
  }
  assert.ok(time.nowMs() > (firstEndMs ?? Infinity));
  gate.resolve();
  assert.equal((await firstJob(place, 'done')).attempts, 1);
});

test('several runners on one database share the jobs, and none runs twice', async (context) => {
  const where = await usePlace(context);
  const time = createTime();
  const databases = await Promise.all([1, 2, 3].map(() => open(context, where)));
  const places = databases.map((database) => ({ database, time }));
  const [first] = places;
  assert.ok(first !== undefined);
  const labels = Array.from({ length: 60 }, (_, n) => `job ${String(n).padStart(2, '0')}`);
  await Promise.all(labels.map((label) => enqueue(first, label)));
  const busy = new Set<Place>();
  for (const place of places)
    startRunner(context, place, async (label, attempt) => {
      busy.add(place);
      await until(() => busy.size === places.length);
      await leaveEffect(place.database)(label, attempt);
    });
  await until(() => areAll(first, 'done'));
  assert.deepEqual(await listEffects(first.database), labels);
  assert.ok((await listJobs(first)).every((job) => job.attempts === 1));
});

test('what another process asked for is found by looking', async (context) => {
  const where = await usePlace(context);
  const place = { database: await open(context, where), time: createTime() };
  startRunner(context, place);
  const stranger = { ...place, database: await open(context, where) };
  await enqueue(place, 'own');
  await firstJob(place, 'done');
  await enqueue(stranger, 'strange');
  place.time.pass(pollMs);
  await untilAt(place.time, () => areAll(place, 'done'));
  assert.deepEqual(await listEffects(place.database), ['own', 'strange']);
});

test('stopping lets jobs end in time, and gives back those that do not', async (context) => {
  const where = await usePlace(context);
  const time = createTime();
  const place = { database: await open(context, where), time };
  const began: string[] = [];
  const gate = Promise.withResolvers<void>();
  const runner = startRunner(context, place, async ({ label }, attempt) => {
    began.push(label);
    if (label === 'stubborn') await new Promise(() => {});
    if (label === 'docile')
      await new Promise((_, reject) => attempt.signal.addEventListener('abort', () => reject(new Error('stopped'))));
    await gate.promise;
    await leaveEffect(place.database)({ label }, attempt);
  });
  for (const label of ['quick', 'docile', 'stubborn']) await enqueue(place, label);
  await until(() => began.length === 3);
  const stopping = runner.stop(10_000);
  gate.resolve();
  await until(async () => (await listEffects(place.database)).length === 1);
  await until(async () => (await listJobs(place))[1]?.status === 'waiting');
  assert.equal((await listJobs(place))[2]?.status, 'running');
  time.pass(10_000);
  await stopping;
  const jobs = await listJobs(place);
  assert.deepEqual(
    jobs.map(({ status, attempts }) => [status, attempts]),
    [
      ['done', 1],
      ['waiting', 0],
      ['waiting', 0],
    ],
  );
  startRunner(context, { database: await open(context, where), time });
  await until(() => areAll(place, 'done'));
  assert.deepEqual(await listEffects(place.database), ['docile', 'quick', 'stubborn']);
});

interface JobProcess {
  child: ChildProcess;
  /** What it tells of its jobs. */
  lines: Interface;
}

function startProcess(context: TestContext, where: DatabaseLocation): JobProcess {
  const module = fileURLToPath(new URL('job-process.testing.ts', import.meta.url));
  const child = spawn(process.execPath, [module, JSON.stringify(where)], { stdio: ['pipe', 'pipe', 'inherit'] });
  cleanUp(context, async () => void child.kill('SIGKILL'));
  return { child, lines: createInterface({ input: child.stdout }) };
}

test('no effect of a job is lost or doubled when one of several processes is killed', async (context) => {
  const where = await usePlace(context);
  const database = await open(context, where);
  const place = { database, time: createTime() };
  const labels = Array.from({ length: 120 }, (_, n) => `job ${String(n).padStart(3, '0')}`);
  await Promise.all(labels.map((label) => enqueue(place, label)));
  const processes = [1, 2, 3].map(() => startProcess(context, where));
  const victim = await Promise.race(processes.map((one) => once(one.lines, 'line').then(() => one)));
  victim.child.kill('SIGKILL');
  await once(victim.child, 'exit');
  const scheduled = await database.read.selectFrom('jobs').select('id').where('unique_key', 'is not', null).execute();
  const survivors = processes.filter((one) => one !== victim);
  for (;;) {
    const heard = Promise.race(survivors.map(({ lines }) => once(lines, 'line')));
    if (await areAll(place, 'done')) break;
    await heard;
  }
  for (const { child } of survivors) {
    child.stdin?.end();
    await once(child, 'exit');
  }
  const effects = await listEffects(database);
  assert.deepEqual(
    effects.filter((label) => label !== 'scheduled'),
    labels,
  );
  assert.equal(scheduled.length, 1);
  assert.equal(effects.filter((label) => label === 'scheduled').length, 1);
});
