// Large files of Git repositories in archives: each as a file that is called as its SHA-256.
import { createHash } from 'node:crypto';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Reader, Writer } from '../../../platform/database/index.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { PartSource, PartTarget } from '../../archive/index.ts';
import { insertObject, listObjects, releaseObjects } from '../lfs/lfs.store.ts';
import type { ArchivedGit, ArchivedLargeFile } from './archived-repositories.schema.ts';

export const fileOf = (oid: string): string => `large-${oid}`;

/** Adds those of a repository that `written` has not, and gives what there are. */
export async function writeLargeFiles(
  { blobs, written }: { blobs: BlobStore; written: Set<string> },
  target: PartTarget,
  repositoryId: number,
): Promise<ArchivedLargeFile[]> {
  const objects = await listObjects(target.db, repositoryId);
  for (const { oid, blob } of objects) {
    if (written.has(oid)) continue;
    written.add(oid);
    await target.add(fileOf(oid), blobs.read(blob), 'asItIs');
  }
  return objects.map(({ oid, size_bytes }) => ({ oid, size_bytes }));
}

/** The bytes of one; throws invalid at their end where they are others than its name says. */
async function* readProved(
  source: PartSource,
  { oid, size_bytes }: ArchivedLargeFile,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of source.readFile(fileOf(oid))) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    yield chunk;
  }
  if (hash.digest('hex') !== oid || sizeBytes !== size_bytes)
    throw invalid(
      says('archive.lfs-damaged')`${fileOf(oid)} of the archive is damaged: its content does not match its checksum`,
    );
}

/** Those of all repositories, each once. */
export const distinctLargeFiles = (git: readonly ArchivedGit[]): ArchivedLargeFile[] => [
  ...new Map(git.flatMap((one) => one.large_files ?? []).map((file) => [file.oid, file])).values(),
];

/** Throws invalid where an archive lacks one, or has others than it had. */
export async function proveLargeFiles(source: PartSource, files: readonly ArchivedLargeFile[]): Promise<void> {
  for (const file of files) for await (const _chunk of readProved(source, file));
}

/** Keeps one as a blob, and gives its name. */
export const unpackLargeFile = async (blobs: BlobStore, source: PartSource, file: ArchivedLargeFile): Promise<string> =>
  (await blobs.write(readProved(source, file))).name;

/** Rows of a repository's, whose blobs are there. */
export async function keepLargeFiles(
  tx: Writer,
  repositoryId: number,
  files: readonly ArchivedLargeFile[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { oid, size_bytes } of files)
    await insertObject(tx, { repository_id: repositoryId, oid, size_bytes, blob: names.get(oid) ?? '' });
}

/** Lets go of what an archive was proved to have. Throws conflict where a repository has more by now. */
export async function releaseProved(
  tx: Writer & Reader,
  { id, name }: { id: number; name: string },
  files: readonly ArchivedLargeFile[],
  nowMs: number,
): Promise<void> {
  const proved = new Set(files.map(({ oid }) => oid));
  if ((await listObjects(tx, id)).some(({ oid }) => !proved.has(oid)))
    throw conflict(says('archive.lfs-new')`the repository ${name} received large files during the export; try again`);
  await releaseObjects(tx, id, nowMs);
}
