// Folders of repositories that are gone: they go after the transaction that took the rows.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { storedJson } from '../../platform/database/index.ts';
import type { Reader, Writer } from '../../platform/database/index.ts';
import { enqueueJob, handleJob, listUnfinishedPayloads } from '../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../platform/jobs/index.ts';
import { listFolders } from './git.store.ts';

const Payload = Type.Object({ folder: Type.String() });
const removalJob: JobType<typeof Payload> = { name: 'git-removal', payload: Payload };

/** To be called before the rows go. */
export async function orderFolderRemoval(tx: Writer, projectId: number, nowMs: number): Promise<void> {
  for (const folder of await listFolders(tx, projectId)) await enqueueJob(tx, removalJob, { folder }, { nowMs });
}

const readPayload = storedJson(Payload);

/** Names of folders that are about to be removed. */
export const listFoldersToRemove = async (db: Reader): Promise<string[]> =>
  (await listUnfinishedPayloads(db, removalJob.name)).map((text) => readPayload(text, removalJob.name).folder);

export const createFolderRemoval = (root: string): JobHandler =>
  handleJob(removalJob, ({ folder }) => rm(join(root, folder), { recursive: true, force: true }));
