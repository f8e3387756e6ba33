// A process that runs jobs of the database file it is given, until its input ends. It writes each effect a moment after
// it has begun, so that a kill finds it in the middle.
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { handleJob } from './job.ts';
import { insertEffect, labelled, openJobsDatabase } from './jobs.testing.ts';
import { createJobRunner } from './runner.ts';

const [file = ''] = process.argv.slice(2);
const database = await openJobsDatabase(file);
const handler = handleJob(labelled, async ({ label }, attempt) => {
  process.stdout.write(`began ${label}\n`);
  await pause(5);
  await database.transact(async (tx) => {
    await insertEffect(tx, label);
    await attempt.finish(tx);
  });
  process.stdout.write(`ended ${label}\n`);
});
const runner = createJobRunner({
  database,
  clock: systemClock,
  logger: { warn: () => {}, error: () => {} },
  handlers: [handler],
  schedules: [{ name: 'noon', times: { hour: 12, minute: 0 }, type: labelled, payload: { label: 'scheduled' } }],
  timeZone: 'UTC',
  leaseMs: 400,
  pollMs: 20,
});
runner.start();
process.stdin.resume().on('end', () => {
  void runner.stop(1000).then(() => database.close());
});
