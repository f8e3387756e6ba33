// Stores the attachments of an archive, before the transaction that names them.
import type { BlobStore, WrittenBlob } from '../../platform/blobs/index.ts';
import type { ArchiveSource } from './archive-access.ts';
import type { ArchiveModel } from './archive-model.ts';

export interface CopiedFile extends WrittenBlob {
  /** Where it was in the archive, as written there. */
  readonly source: string;
}

export interface Attachments {
  /** In document order. */
  readonly copies: readonly CopiedFile[];
  /** Takes the copies away again. */
  readonly remove: () => Promise<void>;
}

/** Streams every attachment into the store and makes it durable; where one fails, all copies are removed. */
export async function copyAttachments(
  source: ArchiveSource,
  model: ArchiveModel,
  blobs: BlobStore,
): Promise<Attachments> {
  const copies: CopiedFile[] = [];
  const remove = async (): Promise<void> => {
    for (const { name } of copies) await blobs.remove(name);
  };
  try {
    for (const { path } of model.artifacts.files) {
      copies.push({ source: path, ...(await blobs.write(source.readFile(path))) });
    }
    if (copies.length > 0) await blobs.flush();
  } catch (error) {
    await remove();
    throw error;
  }
  return { copies, remove };
}
