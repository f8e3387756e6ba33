// What git keeps beside commits to find those faster that changed a path: written each night, for what is new since.
import { join } from 'node:path';
import { Type } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/watching/logger.ts';
import type { NightlyJob } from '../../housekeeping/index.ts';
import { isRefusal } from '../repositories/git-objects.ts';
import { wholeTimeoutMs } from '../repositories/git-program.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import { listNamedFolders } from '../repositories/git.store.ts';
import { removeRemains } from '../transfers/git-remains.ts';

const Payload = Type.Object({});
const graphsJob: JobType<typeof Payload> = { name: 'git-graphs', payload: Payload };
export const nightlyGitGraphs: NightlyJob<typeof Payload> = { type: graphsJob, payload: {} };

const args = ['commit-graph', 'write', '--reachable', '--changed-paths', '--split'];

interface Needs {
  database: Database;
  git: GitProgram;
  logger: Logger;
}

/** One repository after the other. One of which git can't read all is left as it is, and the log says so. */
export const createGitGraphs = ({ database, git, logger }: Needs): JobHandler =>
  handleJob(graphsJob, async (_payload, attempt) => {
    for (const { id, folder } of await listNamedFolders(database.read)) {
      attempt.signal.throwIfAborted();
      await removeRemains(join(git.folder, folder));
      try {
        await git.runIn({ folder }, args, { timeoutMs: wholeTimeoutMs });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        logger.warn(
          { err: error, repository: id },
          'git can not write its graph of commits; who wrote lines is slower',
        );
      }
    }
  });
