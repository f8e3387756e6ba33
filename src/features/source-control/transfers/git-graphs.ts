// What git keeps beside commits to find those faster that changed a path: written each night, and soon after pushes, for what is new
// since.
import { join } from 'node:path';
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { enqueueJob, handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { NightlyJob } from '../../housekeeping/index.ts';
import { isRefusal } from '../repositories/git-objects.ts';
import { wholeTimeoutMs } from '../repositories/git-program.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import { findRepository, listNamedFolders } from '../repositories/git.store.ts';
import { removeRemains } from './git-remains.ts';

const Payload = Type.Object({});
const graphsJob: JobType<typeof Payload> = { name: 'git-graphs', payload: Payload };
export const nightlyGitGraphs: NightlyJob<typeof Payload> = { type: graphsJob, payload: {} };

const PushedPayload = Type.Object({ repository_id: Type.Integer() });
const pushedJob: JobType<typeof PushedPayload> = { name: 'git-graph', payload: PushedPayload };

/** New commits of one push, fewer of which git looks through in some hundredths of a second. */
const commitsMin = 1000;
/** Pushes of so many to a repository within such a time share a job, which is due at its end. */
const windowMs = 10_000;
/** The same for pushes of fewer: so many may come within a day that git has much to look through. */
const smallWindowMs = 900_000;
/** Where another one is written. */
const pauseMs = 10_000;
/** Milliseconds that git may write one graph after a push; then the attempt fails. */
const pushedMaxMs = 600_000;
/** Attempts of one job after a push; after the last it is given up. */
const attemptsMax = 2;

const args = ['commit-graph', 'write', '--reachable', '--changed-paths', '--split'];

interface Needs {
  database: Database;
  clock: Clock;
  git: GitProgram;
  logger: Logger;
}

/**
 * Nightly: one repository after the other. One of which git can't read all is left as it is, and the log says
 * so.
 */
export const createGitGraphs = ({ database, git, logger }: Omit<Needs, 'clock'>): JobHandler =>
  handleJob(graphsJob, async (_payload, attempt) => {
    for (const { id, folder } of await listNamedFolders(database.read)) {
      attempt.signal.throwIfAborted();
      await writeGraph({ git, logger }, { id, folder }, wholeTimeoutMs);
    }
  });

/** In the transaction that records a push, with how many commits it brought. */
export async function askForGraph(tx: Writer, id: number, commits: number, nowMs: number): Promise<void> {
  if (commits === 0) return;
  const sharedMs = commits < commitsMin ? smallWindowMs : windowMs;
  const dueAtMs = (Math.floor(nowMs / sharedMs) + 1) * sharedMs;
  await enqueueJob(tx, pushedJob, { repository_id: id }, { nowMs, dueAtMs, key: `git-graph ${id} ${dueAtMs}` });
}

/** The same in the transaction that makes a repository with commits, such as a fork. */
export const askForFirstGraph = (tx: Writer, id: number, nowMs: number): Promise<void> =>
  askForGraph(tx, id, commitsMin, nowMs);

/** One at a time in each process, so that other jobs have slots; those that wait hold none. */
export function createPushedGraphs({ database, clock, git, logger }: Needs): JobHandler {
  let isBusy = false;
  return handleJob(
    pushedJob,
    async ({ repository_id: id }, attempt) => {
      if (isBusy) return database.transact((tx) => attempt.postpone(tx, clock.nowMs() + pauseMs));
      isBusy = true;
      try {
        const repository = await findRepository(database.read, id);
        if (repository !== undefined) await writeGraph({ git, logger }, repository, pushedMaxMs);
      } finally {
        isBusy = false;
      }
    },
    attemptsMax,
  );
}

async function writeGraph(
  { git, logger }: Pick<Needs, 'git' | 'logger'>,
  { id, folder }: { id: number; folder: string },
  timeoutMs: number,
): Promise<void> {
  await removeRemains(join(git.folder, folder));
  try {
    await git.runIn({ folder }, args, { timeoutMs });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    logger.warn({ err: error, repository: id }, 'git can not write its graph of commits; who wrote lines is slower');
  }
}
