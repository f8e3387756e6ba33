// Stores the files of an archive, before the transaction that names them.
import { tooLarge } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { BlobStore, WrittenBlob } from '../../../platform/blobs/index.ts';
import type { ArchiveSource } from '../model/archive-access.ts';
import type { ArchiveModel } from '../model/project-content.ts';

export interface CopiedFile extends WrittenBlob {
  /** Where it was in the archive, as written there. */
  readonly source: string;
}

export interface Attachments {
  /** Attachments in document order. */
  readonly copies: readonly CopiedFile[];
  /** Files that no artifact has. */
  readonly others: readonly CopiedFile[];
  /** Takes the copies away again. */
  readonly remove: () => Promise<void>;
}

/**
 * Streams every file into the store and makes it durable; where one fails, all copies are removed. Throws tooLarge where attachments
 * take more than `bytesMax`.
 */
export async function copyFiles(
  source: ArchiveSource,
  model: ArchiveModel,
  { blobs, bytesMax = Infinity }: { blobs: BlobStore; bytesMax: number | undefined },
): Promise<Attachments> {
  let bytes = 0;
  const copies: CopiedFile[] = [];
  const others: CopiedFile[] = [];
  const remove = async (): Promise<void> => {
    for (const { name } of [...copies, ...others]) await blobs.remove(name);
  };
  const copy = async (path: string): Promise<CopiedFile> => ({
    source: path,
    ...(await blobs.write(source.readFile(path))),
  });
  try {
    for (const { path } of model.artifacts.files) {
      const copied = await copy(path);
      copies.push(copied);
      bytes += copied.sizeBytes;
      if (bytes > bytesMax) throw noRoom(says('archive.attachments')`attachments`, bytesMax);
    }
    for (const path of model.otherFiles) others.push(await copy(path));
    if (copies.length + others.length > 0) await blobs.flush();
  } catch (error) {
    await remove();
    throw error;
  }
  return { copies, others, remove };
}

/** The error for an archive whose things take more than the site's projects may. */
export const noRoom = (things: Said, bytesMax: number): Error =>
  tooLarge(
    says(
      'archive.no-room',
    )`the ${things} of the archive take more than the ${bytesMax} bytes that those of a project may take; ask a site administrator for more room`,
  );
