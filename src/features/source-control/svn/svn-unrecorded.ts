// Revisions that Subversion has and Tepal did not hear of, because the hook after their commit was killed or could not write. The
// next commit records them; where none comes, this does.
import { Type } from 'typebox';
import { enqueueJob, handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { NightlyJob } from '../../housekeeping/index.ts';
import { locate } from './svn-folder.ts';
import { recordRevisions } from './svn-hooks.service.ts';
import type { RecordDeps } from './svn-hooks.service.ts';
import type { SvnDeps } from './svn.service.ts';
import * as store from './svn.store.ts';

const Payload = Type.Object({});
const unrecordedJob: JobType<typeof Payload> = { name: 'svn-unrecorded', payload: Payload };
export const nightlySvnUnrecorded: NightlyJob<typeof Payload> = { type: unrecordedJob, payload: {} };

/** Processes that start within such a time share a job. */
const sharedMs = 60_000;

/** At each start and nightly; the log has a warning for each repository that had something, or can't be read. */
export const createSvnUnrecordedJob = (deps: RecordDeps & Pick<SvnDeps, 'dataDir'> & { logger: Logger }): JobHandler =>
  handleJob(unrecordedJob, async (_payload, attempt) => {
    for (const id of await store.listIds(deps.database.read)) {
      attempt.signal.throwIfAborted();
      const row = await store.findRepository(deps.database.read, id);
      if (row === undefined) continue;
      const repository = { id, name: row.name };
      try {
        const count = await recordRevisions(deps, { row, folder: locate(deps.dataDir, row.folder) }, true);
        if (count > 0)
          deps.logger.warn({ repository, count }, 'revisions of Subversion were not recorded; they are now');
      } catch (error) {
        deps.logger.warn({ err: error, repository }, 'revisions of Subversion could not be looked for');
      }
    }
  });

/** See Service of parts.ts: asks for the job when the server starts. */
export const createSvnUnrecordedCheck = ({ database, clock }: Pick<RecordDeps, 'database' | 'clock'>) => ({
  async start(): Promise<void> {
    if ((await store.listIds(database.read)).length === 0) return;
    const nowMs = clock.nowMs();
    const key = `svn-unrecorded ${Math.floor(nowMs / sharedMs)}`;
    await database.transact((tx) => enqueueJob(tx, unrecordedJob, {}, { nowMs, key }));
  },
  async stop(): Promise<void> {},
});
