// Keeps the index: follows what changes, forgets what is gone, and writes all of it where that is due.
import { Type } from 'typebox';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { findDocuments, removeDocuments, storedJson } from '../../platform/database/index.ts';
import type { Database, Reader } from '../../platform/database/index.ts';
import type { EventRow, Follower } from '../../platform/events/index.ts';
import { enqueueJob, handleJob, listUnfinishedPayloads } from '../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { artifactEventKinds, listTellingChangesets } from '../artifacts/index.ts';
import type { SiteService } from '../site/index.ts';
import { commitEventKinds, commitIdOf } from '../source-control/index.ts';
import { createAttachmentTexts } from './attachment-texts.service.ts';
import type { DocumentKind } from './document-kinds.ts';
import { labelOfProject, labelWord } from './documents.ts';
import { createIndexWriter } from './index-writer.ts';
import { createRebuild } from './rebuild.service.ts';
import type { Rebuild } from './rebuild.service.ts';

export interface Indexing extends Omit<Rebuild, 'jobHandler'> {
  /** Brings what changed into the index a moment after it did. */
  follower: Follower;
  jobHandlers: readonly JobHandler[];
}

interface Deps {
  database: Database;
  clock: Clock;
  logger: Logger;
  blobs: BlobStore;
  site: SiteService;
  kinds: readonly DocumentKind[];
}

export const projectErased = 'project-erased';
const ForgetPayload = Type.Object({ projectId: Type.Integer() });
const forgetJob: JobType<typeof ForgetPayload> = { name: 'search-forget', payload: ForgetPayload };
const forgottenAtOnce = 500;

export function createIndexing(deps: Deps): Indexing {
  const { database, clock } = deps;
  const writer = createIndexWriter(deps.kinds);
  const attachments = createAttachmentTexts({ ...deps, writer });
  const { jobHandler, ...rebuild } = createRebuild({ ...deps, writer, attachments });
  return {
    ...rebuild,
    follower: {
      name: 'search-index',
      kinds: [...artifactEventKinds, ...commitEventKinds, projectErased],
      startsAt: 'beginning',
      async handle(events) {
        const artifactIds = await listToWrite(database, events);
        const unreadIds = await attachments.listUnread(artifactIds);
        const commitIds = events.flatMap((event) => commitIdOf(event) ?? []);
        const erased = events.filter(({ kind }) => kind === projectErased);
        return async (tx) => {
          await writer.write(tx, 'artifact', artifactIds);
          await writer.write(tx, 'commit', commitIds);
          await attachments.readLater(tx, unreadIds);
          for (const { projectId } of erased)
            if (projectId !== null) await enqueueJob(tx, forgetJob, { projectId }, { nowMs: clock.nowMs() });
        };
      },
    },
    jobHandlers: [
      jobHandler,
      attachments.jobHandler,
      handleJob(forgetJob, ({ projectId }) => forgetProject(database, projectId)),
    ],
  };
}

/** Artifacts that the events tell of, without those of which no text changed. */
async function listToWrite({ read }: Database, events: readonly EventRow[]): Promise<number[]> {
  const updates = events.filter(({ kind }) => kind === 'artifact-updated');
  const telling = await listTellingChangesets(
    read,
    updates.flatMap(({ changesetId }) => changesetId ?? []),
  );
  const changed = events.filter(
    ({ kind, changesetId }) => kind !== 'artifact-updated' || changesetId === null || telling.has(changesetId),
  );
  return [...new Set(changed.flatMap(({ artifactId }) => artifactId ?? []))];
}

const readForget = storedJson(ForgetPayload);

/** Projects of which a job is to take everything out of the index. */
export const listProjectsToForget = async (db: Reader): Promise<number[]> =>
  (await listUnfinishedPayloads(db, forgetJob.name)).map((text) => readForget(text, forgetJob.name).projectId);

/** Takes away what the index has of a project that is erased; nothing of it is found before either. */
async function forgetProject(database: Database, projectId: number): Promise<void> {
  const query = { kind: 'word', word: labelWord(labelOfProject(projectId)), isPrefix: false } as const;
  const anywhere = { start: 0, end: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const keys = await findDocuments(database.read, query, anywhere, forgottenAtOnce);
    if (keys.length === 0) return;
    await database.transact((tx) => removeDocuments(tx, keys));
  }
}
