// Engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../concurrency/until.testing.ts';
import { usePlace } from '../database/database.fixture.ts';
import { labelled, listEffects } from './jobs.testing.ts';
import {
  areAll,
  createPlace,
  createTime,
  enqueue,
  firstJob,
  hourMs,
  listJobs,
  open,
  startMs,
  startRunner,
  untilAt,
} from './runner.testing.ts';
import type { Place } from './runner.testing.ts';

const nightly = { name: 'nightly', times: { hour: 0, minute: 10 }, type: labelled, payload: { label: 'night' } };

const listKeys = async (place: Place): Promise<(string | null)[]> =>
  (await listJobs(place)).map(({ unique_key }) => unique_key);

test('a schedule runs once at each of its times among several processes, on days of 25 hours too', async (context) => {
  const where = await usePlace(context);
  const time = createTime();
  time.pass(Date.UTC(2026, 9, 24, 12) - startMs);
  const databases = await Promise.all([1, 2, 3].map(() => open(context, where)));
  const places = databases.map((database) => ({ database, time }));
  const [first] = places;
  assert.ok(first !== undefined);
  for (const place of places) startRunner(context, place, undefined, { schedules: [nightly], pollMs: hourMs / 4 });
  for (let day = 1; day <= 4; day += 1) {
    await untilAt(time, async () => (await listJobs(first)).length === day && areAll(first, 'done'));
    if (day < 4) time.pass(24 * hourMs);
  }
  assert.deepEqual(
    await listKeys(first),
    [24, 25, 26, 27].map((day) => `nightly 2026-10-${day}`),
  );
  assert.deepEqual(await listEffects(first.database), ['night', 'night', 'night', 'night']);
});

test('what was due while no server ran is run once when one starts, unless it is a day old', async (context) => {
  const place = await createPlace(context);
  const options = { schedules: [nightly], pollMs: hourMs };
  const first = startRunner(context, place, undefined, options);
  await firstJob(place, 'done');
  await first.stop(0);
  place.time.pass(5 * 24 * hourMs);
  const second = startRunner(context, place, undefined, options);
  await until(async () => (await listJobs(place)).length === 2 && areAll(place, 'done'));
  await second.stop(0);
  startRunner(context, place, undefined, options);
  await enqueue(place, 'after');
  await until(async () => (await listJobs(place)).length === 3 && areAll(place, 'done'));
  assert.deepEqual(await listKeys(place), ['nightly 2026-11-21', 'nightly 2026-11-26', null]);
});
