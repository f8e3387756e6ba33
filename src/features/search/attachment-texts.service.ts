// Has the texts in attachments read, once for each.
import { Type } from 'typebox';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { enqueueJob, handleJob } from '../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { SiteService } from '../site/index.ts';
import { readFileText } from './documents/file-texts.ts';
import type { IndexWriter } from './documents/index-writer.ts';
import * as store from './documents/search.store.ts';

export interface AttachmentTexts {
  /** Those of the artifacts with attachments that nobody has read yet. */
  listUnread(artifactIds: readonly number[]): Promise<number[]>;
  /** Reads what nobody has read of these artifacts' attachments. Throws when the signal is aborted. */
  read(artifactIds: readonly number[], signal: AbortSignal | undefined): Promise<void>;
  /** Has that done, and the artifacts written into the index, once the transaction is durable. */
  readLater(tx: Writer, artifactIds: readonly number[]): Promise<void>;
  jobHandler: JobHandler;
}

interface Deps {
  database: Database;
  clock: Clock;
  logger: Logger;
  blobs: BlobStore;
  site: SiteService;
  writer: IndexWriter;
}

const Payload = Type.Object({ artifactIds: Type.Array(Type.Integer()) });
const readJob: JobType<typeof Payload> = { name: 'search-files', payload: Payload };

const artifactsPerJob = 100;

export function createAttachmentTexts(deps: Deps): AttachmentTexts {
  const { database, clock, site, writer } = deps;
  const listFiles = async (artifactIds: readonly number[]) => {
    const { settings } = await site.current();
    return store.listUnreadFiles(database.read, artifactIds, settings.search_file_limit);
  };
  const read: AttachmentTexts['read'] = async (artifactIds, signal) => {
    for (const file of await listFiles(artifactIds)) {
      const text = await readFileText(deps, file, signal);
      await database.transact((tx) => store.saveFileText(tx, file.id, text));
    }
  };
  return {
    read,
    async listUnread(artifactIds) {
      const files = await listFiles(artifactIds);
      return [...new Set(files.flatMap(({ artifact_id }) => artifact_id ?? []))];
    },
    async readLater(tx, artifactIds) {
      for (let start = 0; start < artifactIds.length; start += artifactsPerJob) {
        const payload = { artifactIds: artifactIds.slice(start, start + artifactsPerJob) };
        await enqueueJob(tx, readJob, payload, { nowMs: clock.nowMs() });
      }
    },
    jobHandler: handleJob(readJob, async ({ artifactIds }, attempt) => {
      await read(artifactIds, attempt.signal);
      await database.transact(async (tx) => {
        await writer.write(tx, 'artifact', artifactIds);
        await attempt.finish(tx);
      });
    }),
  };
}
