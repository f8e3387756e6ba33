// A process that runs jobs of the database it is given, as JSON, until its input ends.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { systemClock } from '../clock.ts';
import { labelled, leaveEffects, openJobsDatabase } from './jobs.testing.ts';
import { createJobRunner } from './runner.ts';

const Place = Type.Object({ file: Type.Optional(Type.String()), url: Type.Optional(Type.String()) });

const [placeJson = ''] = process.argv.slice(2);
const { file, url } = Value.Parse(Place, JSON.parse(placeJson));
const database = await openJobsDatabase(url === undefined ? { file: file ?? '' } : { url, poolSize: 4 });
const runner = createJobRunner({
  database,
  clock: systemClock,
  logger: { warn: () => {}, error: () => {} },
  handlers: [leaveEffects(database, (what) => void process.stdout.write(`${what}\n`))],
  schedules: [{ name: 'noon', times: { hour: 12, minute: 0 }, type: labelled, payload: { label: 'scheduled' } }],
  timeZone: 'UTC',
  leaseMs: 400,
  pollMs: 20,
});
runner.start();
process.stdin.resume().on('end', () => {
  void runner.stop(1000).then(() => database.close());
});
