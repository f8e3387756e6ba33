// A database with jobs and a table of their effects, and a kind of job that leaves one effect in it.
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { jobs } from '../../migrations/0009-jobs.ts';
import { jobShares } from '../../migrations/0029-job-shares.ts';
import { jobClocks } from '../../migrations/0091-job-clocks.ts';
import { columnTypesOf, createTable, openDatabase } from '../database/index.ts';
import type { Database, DatabaseLocation, Migration, SchemaHandle, Writer } from '../database/index.ts';
import { handleJob } from './job.ts';
import type { JobHandler, JobType } from './job.ts';

interface TestEffectsTable {
  label: string;
  process_id: number;
}

declare module '../database/sessions/tables.ts' {
  interface Tables {
    test_effects: TestEffectsTable;
  }
}

/** The table of effects, for a database that has jobs already. */
export async function createEffectsTable(tx: SchemaHandle): Promise<void> {
  const { text, integer } = columnTypesOf(tx);
  await createTable(tx, 'test_effects')
    .addColumn('label', text, (c) => c.notNull())
    .addColumn('process_id', integer, (c) => c.notNull())
    .execute();
}

const effects: Migration = { number: 2, name: 'effects', up: createEffectsTable };

const Labelled = Type.Object({ label: Type.String() });

/** A job that says what is to be written. */
export const labelled: JobType<typeof Labelled> = { name: 'labelled', payload: Labelled };
export type Label = Static<typeof Labelled>;

export const openJobsDatabase = (place: DatabaseLocation): Promise<Database> =>
  openDatabase({
    ...place,
    migrations: [{ ...jobs, number: 1 }, effects, { ...jobShares, number: 3 }, { ...jobClocks, number: 4 }],
  });

export async function insertEffect(tx: Writer, label: string): Promise<void> {
  await tx.insertInto('test_effects').values({ label, process_id: process.pid }).execute();
}

/** Writes the effect of a `labelled` job a moment after it has begun, so that a kill finds it in the middle. */
export const leaveEffects = (database: Database, tell: (what: string) => void = () => {}): JobHandler =>
  handleJob(labelled, async ({ label }, attempt) => {
    tell(`began ${label}`);
    await pause(5);
    await database.transact(async (tx) => {
      await insertEffect(tx, label);
      await attempt.finish(tx);
    });
    tell(`ended ${label}`);
  });

/** Labels in alphabetical order. */
export async function listEffects({ read }: Database): Promise<string[]> {
  const rows = await read.selectFrom('test_effects').select('label').orderBy('label').execute();
  return rows.map(({ label }) => label);
}
