// Loaded before `tepal serve`: runs jobs that leave effects in the database of its data folder, once it serves.
import '../faults/hold.ts';
import { openApp } from '../../src/app.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createJobRunner } from '../../src/platform/jobs/index.ts';
import { leaveEffects } from '../../src/platform/jobs/jobs.testing.ts';

const dataDir = process.argv[process.argv.indexOf('--data') + 1] ?? '';
const { database, logger } = await openApp({ dataDir, logLevel: 'silent' });
createJobRunner({
  database,
  clock: systemClock,
  logger,
  handlers: [leaveEffects(database)],
  schedules: [],
  leaseMs: 1000,
  pollMs: 100,
}).start();
