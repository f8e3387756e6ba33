// Folders of repositories that are gone: they go after the transaction that took the rows.
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { isThere } from '../../../platform/files/durable-files.ts';
import { storedJson } from '../../../platform/database/index.ts';
import type { Reader, Writer } from '../../../platform/database/index.ts';
import { enqueueJob, handleJob, listUnfinishedPayloads } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import { readDigest } from './archived-git.ts';
import type { GitProgram } from '../repositories/git-program.ts';

const Payload = Type.Object({
  folder: Type.String(),
  /** Of the refs that `archive` was proved to have; see `digestRefs`. Orders of older versions had no copy. */
  refsSha256: Type.Optional(Type.String()),
  archive: Type.Optional(Type.String()),
});
const removalJob: JobType<typeof Payload> = { name: 'git-removal', payload: Payload };

/** Removes a folder once its rows are gone, as long as it holds what an archive has. */
export const orderProvedRemoval = (
  tx: Writer,
  order: Required<Static<typeof Payload>>,
  nowMs: number,
): Promise<unknown> => enqueueJob(tx, removalJob, order, { nowMs });

/** Removes a folder once its rows are gone, whatever it holds. */
export const orderRemoval = (tx: Writer, folder: string, nowMs: number): Promise<unknown> =>
  enqueueJob(tx, removalJob, { folder }, { nowMs });

const readPayload = storedJson(Payload);

/** What is about to go is called so first: from then on it is no repository, whatever a kill leaves of it. */
const leavingName = (folder: string): string => `${folder}.leaving`;

/** Names of folders that are about to be removed, or half gone. */
export const listFoldersToRemove = async (db: Reader): Promise<string[]> =>
  (await listUnfinishedPayloads(db, removalJob.name))
    .map((text) => readPayload(text, removalJob.name).folder)
    .flatMap((folder) => [folder, leavingName(folder)]);

export const createFolderRemoval = (git: GitProgram): JobHandler =>
  handleJob(removalJob, async ({ folder, refsSha256, archive }) => {
    const path = join(git.folder, folder);
    const leaving = join(git.folder, leavingName(folder));
    if (await isThere(path)) {
      if (refsSha256 !== undefined && (await readDigest(git, path)) !== refsSha256)
        throw new Error(`${path} has other branches and tags than ${archive}; copy what is new, and remove it by hand`);
      await rename(path, leaving);
    }
    await rm(leaving, { recursive: true, force: true });
  });
