// Takes away blobs that nothing names any more, some time after the change that made it so.
import { Type } from 'typebox';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Writer } from '../../platform/database/index.ts';
import { enqueueJob, handleJob } from '../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../platform/jobs/index.ts';
import { deleteFiles, listBlobNames } from './attachments.store.ts';

const Payload = Type.Object({ names: Type.Array(Type.String()) });
/** Takes away the blobs of these names. */
export const removal: JobType<typeof Payload> = { name: 'remove-blobs', payload: Payload };

/** So that whoever is reading one comes to its end. */
const readersLeftMs = 10 * 60 * 1000;

/** Lets blobs be removed once the transaction is durable. */
export async function removeBlobsLater(tx: Writer, names: readonly string[], nowMs: number): Promise<void> {
  if (names.length > 0) await enqueueJob(tx, removal, { names: [...names] }, { nowMs, dueAtMs: nowMs + readersLeftMs });
}

/** Forgets files, attached or not, and lets their blobs be removed. */
export async function dropFiles(tx: Writer, ids: readonly number[], nowMs: number): Promise<void> {
  await removeBlobsLater(tx, await listBlobNames(tx, ids), nowMs);
  await deleteFiles(tx, ids);
}

/** Runs the jobs. */
export const createBlobRemoval = (blobs: BlobStore): JobHandler =>
  handleJob(removal, async ({ names }) => {
    for (const name of names) await blobs.remove(name);
  });
