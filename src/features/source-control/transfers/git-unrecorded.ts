// Branches and tags that moved although nobody asked Tepal: git on the server's disk, or a push whose hook did not run. They are
// found, told of and recorded.
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { enqueueJob, handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { NightlyJob } from '../../housekeeping/index.ts';
import { isRefusal } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import * as store from '../repositories/git.store.ts';
import { listUnrecordedRefs } from '../repositories/unrecorded-refs.ts';
import type { GitPushes } from './git-pushes.service.ts';

const Payload = Type.Object({});
const unrecordedJob: JobType<typeof Payload> = { name: 'git-unrecorded', payload: Payload };
export const nightlyGitUnrecorded: NightlyJob<typeof Payload> = { type: unrecordedJob, payload: {} };

/** Processes that start within such a time share a job. */
const sharedMs = 60_000;

/** Refs of one repository that one line of the log names. */
const loggedMax = 10;

interface Needs {
  database: Database;
  git: GitProgram;
}

/** A repository whose refs were recorded, or that git can't read. */
export interface CaughtUpRepository {
  id: number;
  project: string;
  name: string;
  /** Empty where git can't read it. */
  refs: readonly string[];
  error: Error | undefined;
}

/** Records what is not recorded, one repository after the other; gives those that had something, or that git can't read. */
export async function* recordUnrecorded(
  needs: Needs & { pushes: GitPushes },
  signal?: AbortSignal,
): AsyncGenerator<CaughtUpRepository> {
  for (const { id, folder, name, unix_name: project } of await store.listNamedFolders(needs.database.read)) {
    signal?.throwIfAborted();
    if ((await store.findRepository(needs.database.read, id)) === undefined) continue;
    try {
      const refs = await listUnrecordedRefs(needs, { id, folder });
      if (refs.length === 0) continue;
      await needs.pushes.record(id);
      yield { id, project, name, refs: refs.map((ref) => ref.name), error: undefined };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      yield { id, project, name, refs: [], error };
    }
  }
}

/** At each start and nightly; the log has a warning for each repository. */
export const createUnrecordedJob = (needs: Needs & { pushes: GitPushes; logger: Logger }): JobHandler =>
  handleJob(unrecordedJob, async (_payload, attempt) => {
    for await (const { refs, error, ...repository } of recordUnrecorded(needs, attempt.signal)) {
      if (error !== undefined) needs.logger.warn({ err: error, repository }, 'git can not read a repository');
      else
        needs.logger.warn(
          { repository, refs: refs.slice(0, loggedMax), count: refs.length },
          'branches or tags had moved without the server being asked; they are recorded now',
        );
    }
  });

/** See Service of parts.ts: asks for the job when the server starts. */
export const createUnrecordedCheck = ({ database, clock }: { database: Database; clock: Clock }) => ({
  async start(): Promise<void> {
    if ((await store.listNamedFolders(database.read)).length === 0) return;
    const nowMs = clock.nowMs();
    const key = `git-unrecorded ${Math.floor(nowMs / sharedMs)}`;
    await database.transact((tx) => enqueueJob(tx, unrecordedJob, {}, { nowMs, key }));
  },
  async stop(): Promise<void> {},
});
