// Keeps the index: follows what changes, forgets what is gone, and writes all of it where that is due.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { findDocuments, removeDocuments, storedJson, tidyDocuments } from '../../platform/database/index.ts';
import type { Database, Reader, WordQuery } from '../../platform/database/index.ts';
import type { EventRow, Follower } from '../../platform/events/index.ts';
import { enqueueJobs, handleJob, listUnfinishedPayloads } from '../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { artifactEvents, artifactTexts } from '../artifacts/index.ts';
import type { SiteService } from '../site/index.ts';
import { commitEventKinds, commitIdOf, commitsForgotten } from '../source-control/index.ts';
import { createAttachmentTexts } from './attachment-texts.service.ts';
import type { DocumentKind } from './documents/document-kinds.ts';
import { idsOf, keyOf, labelOfProject, labelWord } from './documents/documents.ts';
import { createIndexWriter } from './documents/index-writer.ts';
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

const projectErased = 'project-erased';
/** Without a type it is about all of the project. */
const ForgetPayload = Type.Object({ projectId: Type.Integer(), type: Type.Optional(Type.String()) });
/** To take what is gone out of the index. */
export type ForgetOrder = Static<typeof ForgetPayload>;
const forgetJob: JobType<typeof ForgetPayload> = { name: 'search-forget', payload: ForgetPayload };
/** Documents that one query reads and one transaction removes. */
const forgottenAtOnce = 500;
/** Time for which the index is tidied at once, in steps between which others come. */
const tidyMs = 25;

export function createIndexing(deps: Deps): Indexing {
  const { database, clock } = deps;
  const writer = createIndexWriter(deps.kinds);
  const attachments = createAttachmentTexts({ ...deps, writer });
  const { jobHandler, ...rebuild } = createRebuild({ ...deps, writer, attachments });
  return {
    ...rebuild,
    follower: {
      name: 'search-index',
      kinds: [
        ...artifactEvents.kinds.filter((kind) => !artifactEvents.rankEventKinds.includes(kind)),
        ...commitEventKinds,
        commitsForgotten,
        projectErased,
      ],
      startsAt: 'beginning',
      async handle(events) {
        const artifactIds = await listToWrite(database, events);
        const unreadIds = await attachments.listUnread(artifactIds);
        const commitIds = events.flatMap((event) => commitIdOf(event) ?? []);
        const orders = listForgetOrders(events);
        if ([artifactIds, unreadIds, commitIds, orders].every(({ length }) => length === 0)) return undefined;
        return async (tx) => {
          await writer.write(tx, 'artifact', artifactIds);
          await writer.write(tx, 'commit', commitIds);
          await attachments.readLater(tx, unreadIds);
          await enqueueJobs(tx, forgetJob, orders, { nowMs: clock.nowMs() });
        };
      },
      async tidy() {
        const endMs = performance.now() + tidyMs;
        let isMore = true;
        while (isMore && performance.now() < endMs) isMore = await tidyDocuments(database);
        return isMore;
      },
    },
    jobHandlers: [jobHandler, attachments.jobHandler, handleJob(forgetJob, (order) => forgetGone(deps, order))],
  };
}

/** Artifacts that the events tell of, without those of which no text changed. */
async function listToWrite({ read }: Database, events: readonly EventRow[]): Promise<number[]> {
  const updates = events.filter(({ kind }) => kind === 'artifact-updated');
  const spoken = await artifactTexts.listSpokenChangesets(
    read,
    updates.flatMap(({ changesetId }) => changesetId ?? []),
  );
  const changed = events.filter(
    ({ kind, changesetId }) => kind !== 'artifact-updated' || changesetId === null || spoken.has(changesetId),
  );
  return [...new Set(changed.flatMap(({ artifactId }) => artifactId ?? []))];
}

const readOrder = storedJson(ForgetPayload);

/** Orders that a job is to carry out. */
export const listOpenOrders = async (db: Reader): Promise<ForgetOrder[]> =>
  (await listUnfinishedPayloads(db, forgetJob.name)).map((text) => readOrder(text, forgetJob.name));

/** What events ask for. */
export const listForgetOrders = (events: readonly EventRow[]): ForgetOrder[] =>
  events.flatMap(({ kind, projectId }) => {
    if (projectId === null) return [];
    if (kind === commitsForgotten) return [{ projectId, type: 'commit' }];
    return kind === projectErased ? [{ projectId }] : [];
  });

/** Finds all that an order is about, what is still there included. */
export function queryOf({ projectId, type }: ForgetOrder): WordQuery {
  const labels = [labelOfProject(projectId), ...(type === undefined ? [] : [type])];
  return {
    kind: 'and',
    of: labels.map((label): WordQuery => ({ kind: 'word', word: labelWord(label), isPrefix: false })),
  };
}

/** Takes away what the index has of a project and what is no more; nothing of it is found before either. */
async function forgetGone({ database, kinds }: Deps, order: ForgetOrder): Promise<void> {
  const query = queryOf(order);
  for (let end = Number.MAX_SAFE_INTEGER; ;) {
    const keys = await findDocuments(database.read, query, { start: 0, end }, forgottenAtOnce);
    const lowest = keys.at(-1);
    if (lowest === undefined) return;
    end = lowest;
    const there = new Set<number>();
    for (const kind of kinds)
      for await (const { id } of kind.readIndexed(database.read, idsOf(kind, keys))) there.add(keyOf(kind, id));
    const gone = keys.filter((key) => !there.has(key));
    if (gone.length > 0) await database.transact((tx) => removeDocuments(tx, gone));
  }
}
