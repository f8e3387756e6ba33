// Engine: both
// The nightly event over days with changes of clocks, by a time that passes when the test says so.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { TestContext } from 'node:test';
import { Type } from 'typebox';
import { createHousekeeping } from '../../src/features/housekeeping/index.ts';
import { createJobRunner, handleJob } from '../../src/platform/jobs/index.ts';
import type { JobType } from '../../src/platform/jobs/index.ts';
import { createTime, hourMs, startMs, untilAt } from '../../src/platform/jobs/runner.testing.ts';
import type { Timers } from '../../src/platform/concurrency/timers.ts';
import { startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';

const zone = 'Europe/Berlin';
const Nothing = Type.Object({});
const nightWork: JobType<typeof Nothing> = { name: 'night-work', payload: Nothing };

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());
beforeEach(() => app.app.database.transact((tx) => tx.deleteFrom('jobs').execute()));

/** A runner at a moment of its own time, whose clock on the wall may be set. */
function startNights(context: TestContext, fromMs: number) {
  const { database, features, logger } = app.app;
  const time = createTime();
  time.pass(fromMs - startMs);
  let setByMs = 0;
  const clock = { nowMs: () => time.nowMs() + setByMs };
  const nightlyJobs = [
    {
      type: nightWork,
      payload: {},
      isWanted: (settings: { session_lifetime: number }) => settings.session_lifetime > 20,
    },
  ];
  const { handlers, schedules } = createHousekeeping({
    database,
    clock,
    site: features.site,
    cleaners: [],
    nightlyJobs,
  });
  const times: string[] = [];
  const noteTime = handleJob(nightWork, async () => {
    const now = Temporal.Instant.fromEpochMilliseconds(clock.nowMs()).toZonedDateTimeISO(zone);
    times.push(now.toPlainDateTime().toString({ smallestUnit: 'minute' }));
  });
  const waiting = new Set<() => void>();
  const timers: Timers = {
    after(delayMs, call) {
      const cancel = time.after(delayMs, () => {
        waiting.delete(cancel);
        call();
      });
      waiting.add(cancel);
      return () => {
        waiting.delete(cancel);
        cancel();
      };
    },
  };
  const runner = createJobRunner({
    database,
    clock,
    timers,
    logger,
    handlers: [...handlers, noteTime],
    schedules,
    timeZone: zone,
    pollMs: hourMs / 2,
  });
  runner.start();
  context.after(() => runner.stop(0));
  /** At rest it waits for its next look and for the next renewal of leases. */
  const isIdle = async (): Promise<boolean> => {
    const open = await database.read.selectFrom('jobs').select('id').where('due_at_ms', 'is not', null).execute();
    return open.length === 0 && waiting.size === 2;
  };
  return {
    times,
    /** Sets the clock on the wall, without any time passing. */
    setClock: (byMs: number) => void (setByMs += byMs),
    /** Lets hours pass, ten minutes at a time, each after all that was due before is done. */
    async passHours(hours: number): Promise<void> {
      await untilAt(time, isIdle);
      for (let minutes = 0; minutes < hours * 60; minutes += 10) {
        time.pass(hourMs / 6);
        await untilAt(time, isIdle);
      }
    },
    async countOf(kind: string): Promise<number> {
      const rows = await database.read.selectFrom('jobs').select('id').where('kind', '=', kind).execute();
      return rows.length;
    },
  };
}

const berlin = (text: string): number => Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
const want = (isWanted: boolean): Promise<unknown> =>
  app.app.features.site.changeSetting('session_lifetime', isWanted ? '30' : '14');

const changes: [what: string, from: string, nights: string[]][] = [
  ['clocks go forward', '2026-03-27T12:00', ['2026-03-28T00:10', '2026-03-29T00:10', '2026-03-30T00:10']],
  ['clocks go back', '2026-10-23T12:00', ['2026-10-24T00:10', '2026-10-25T00:10', '2026-10-26T00:10']],
];
for (const [what, from, nights] of changes) {
  test(`each night has its event at ten past midnight while ${what}`, async (context) => {
    await want(true);
    const { times, passHours, countOf } = startNights(context, berlin(from));
    await passHours(72);
    // The turn of the day that has begun is made up for at the start.
    assert.deepEqual(times, [from, ...nights]);
    assert.equal(await countOf('root-daily'), 4);
    assert.equal(await countOf('daily-cleaning'), 4);
  });
}

test('a clock that is set back does not bring the night again, one that is set forward does not lose it', async (context) => {
  await want(true);
  const { times, setClock, passHours } = startNights(context, berlin('2026-06-01T23:00'));
  await passHours(2);
  assert.deepEqual(times.slice(1), ['2026-06-02T00:10']);
  setClock(-2 * hourMs);
  await passHours(4);
  assert.equal(times.length, 2);
  setClock(22 * hourMs);
  await passHours(1);
  assert.equal(times.length, 3);
  assert.match(times[2] ?? '', /^2026-06-03T01:/);
});

test('a job of the night that is not wanted does not run, and what is expired goes all the same', async (context) => {
  await want(false);
  const { times, passHours, countOf } = startNights(context, berlin('2026-06-01T12:00'));
  await passHours(13);
  assert.deepEqual(times, []);
  assert.equal(await countOf('root-daily'), 2);
  assert.equal(await countOf('daily-cleaning'), 2);
  await want(true);
  await passHours(24);
  assert.deepEqual(times, ['2026-06-03T00:10']);
});
