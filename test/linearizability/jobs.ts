// Jobs that are asked for while servers are killed: each has its effect once.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/index.ts';
import { enqueueJob } from '../../src/platform/jobs/index.ts';
import { labelled, listEffects } from '../../src/platform/jobs/jobs.testing.ts';
import type { Progress } from './run.ts';

export interface JobsPlan {
  readonly jobs: number;
  /** Over which the jobs are spread. */
  readonly operations: number;
}

export interface JobsReport {
  readonly faults: readonly string[];
  /** How many were begun more than once, because their process was gone. */
  readonly takenOver: number;
}

/** Asks for the jobs, one transaction each. */
export async function orderJobs(database: Database, progress: Progress, { jobs, operations }: JobsPlan): Promise<void> {
  for (let number = 1; number <= jobs; number += 1) {
    await progress.reached(Math.floor((number * operations) / jobs));
    const nowMs = Date.now();
    await database.transact((tx) => enqueueJob(tx, labelled, { label: `job ${number}` }, { nowMs }));
  }
}

const lookEveryMs = 20;

/** Waits until all jobs are over, and compares their effects with what was asked for. */
export async function judgeJobs(database: Database, { jobs }: JobsPlan): Promise<JobsReport> {
  const all = database.read.selectFrom('jobs').select(['status', 'attempts']).where('kind', '=', labelled.name);
  let rows = await all.execute();
  while (rows.some(({ status }) => status === 'waiting' || status === 'running')) {
    await pause(lookEveryMs);
    rows = await all.execute();
  }
  const counts = Map.groupBy(await listEffects(database), (label) => label);
  const wanted = Array.from({ length: jobs }, (_, index) => `job ${index + 1}`);
  const faults = wanted
    .map((label) => [label, counts.get(label)?.length ?? 0] as const)
    .filter(([, count]) => count !== 1)
    .map(([label, count]) => `${label} has ${count} effects`);
  return { faults, takenOver: rows.filter(({ attempts }) => attempts > 1).length };
}
