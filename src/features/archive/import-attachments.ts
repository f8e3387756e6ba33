// Stores the attachments of an archive, before the transaction that names them.
import type { BlobStore, WrittenBlob } from '../../platform/blobs/index.ts';
import type { ArchiveSource } from './archive-access.ts';
import type { ArchiveFile } from './artifact-model.ts';
import type { ArchiveModel } from './archive-model.ts';

export interface Attachments {
  readonly byFile: ReadonlyMap<ArchiveFile, WrittenBlob>;
  /** Takes the copies away again. */
  readonly remove: () => Promise<void>;
}

/** Streams every attachment into the store and makes it durable; where one fails, all copies are removed. */
export async function copyAttachments(
  source: ArchiveSource,
  model: ArchiveModel,
  blobs: BlobStore,
): Promise<Attachments> {
  const byFile = new Map<ArchiveFile, WrittenBlob>();
  const remove = async (): Promise<void> => {
    for (const { name } of byFile.values()) await blobs.remove(name);
  };
  try {
    for (const file of listFiles(model)) byFile.set(file, await blobs.write(source.readFile(file.path)));
    if (byFile.size > 0) await blobs.flush();
  } catch (error) {
    await remove();
    throw error;
  }
  return { byFile, remove };
}

const listFiles = (model: ArchiveModel): ArchiveFile[] =>
  model.trackers.flatMap((tracker) => tracker.artifacts.flatMap((artifact) => artifact.files));
