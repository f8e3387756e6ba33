// A process that runs jobs of the database it is given, as JSON, until its input ends. It writes each effect a moment after
// it has begun, so that a kill finds it in the middle.
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { systemClock } from '../clock.ts';
import { handleJob } from './job.ts';
import { insertEffect, labelled, openJobsDatabase } from './jobs.testing.ts';
import { createJobRunner } from './runner.ts';

const Place = Type.Object({ file: Type.Optional(Type.String()), url: Type.Optional(Type.String()) });

const [placeJson = ''] = process.argv.slice(2);
const { file, url } = Value.Parse(Place, JSON.parse(placeJson));
const database = await openJobsDatabase(url === undefined ? { file: file ?? '' } : { url, poolSize: 4 });
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
